"""All parameters of a lemma at the points of a sweep, from those given, the ties, and defaults.

The rules are those of `proofkit.language.parameters.resolve`, asked once for many points: which
parameter a tie determines depends on the names given only. Where the parameters contradict
each other, or one is not an integer or too small, there is no such point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from proofkit.foundations.exact import rational
from proofkit.language.parameters import Link, Parameter, Values, links_of, resolve, settle
from proofkit.questions.sweep.columns import Column, column, constant

Mask = NDArray[np.bool_]


class Setting:
    """How the parameters of one lemma follow from the given ones."""

    def __init__(
        self, parameters: Iterable[Parameter], varying: Iterable[str], given: Mapping[str, object]
    ) -> None:
        self.parameters = {p.name: p for p in parameters}
        self.varying = frozenset(varying) & set(self.parameters)
        self.constants: dict[str, Fraction] = {
            name: rational(value, name) for name, value in given.items() if name in self.parameters
        }
        self.given = dict(self.constants)
        self.ties: list[tuple[Link, str | None]] = []
        for link in links_of(self.parameters.values()):
            self._tie(link)
        tied = {name for _, name in self.ties if name is not None}
        for name, parameter in self.parameters.items():
            if name not in self.varying | tied:
                self.constants.setdefault(name, rational(parameter.default, name))
        for name, value in self.constants.items():
            resolve({name: value}, [replace(self.parameters[name], link=None)])

    def _tie(self, link: Link) -> None:
        if not self.varying & set(link.solve):
            names = {name for name in link.solve if name in self.constants}
            own = [self.parameters[name] for name in link.solve]
            self.constants |= resolve({name: self.constants[name] for name in names}, own)
            return
        defaults, solved = settle(link, {*self.varying, *self.constants})
        for name in defaults:
            self.constants[name] = rational(self.parameters[name].default, name)
        self.ties.append((link, solved))

    @property
    def moving(self) -> frozenset[str]:
        """The parameters that are not the same at all points."""
        return frozenset(self.parameters) - frozenset(self.constants)

    def columns(self, given: Mapping[str, Column], count: int) -> tuple[dict[str, Column], Mask]:
        """The moving parameters at some points, and where there is such a point."""
        found = {name: given[name] for name in self.varying}
        there = np.ones(count, dtype=np.bool_)
        for link, solved in self.ties:
            values = {
                name: found[name] if name in found else constant(self.constants[name], count)
                for name in link.solve
                if name != solved
            }
            name = solved if solved is not None else next(iter(link.solve))
            column_ = _solve(link, name, values, count)
            there &= column_.defined
            if solved is None:
                there &= column_.equals(values[name])
            else:
                found[solved] = column_
        for name, values_ in found.items():
            parameter = self.parameters[name]
            if parameter.integer:
                there &= values_.is_whole()
            if parameter.least is not None:
                there &= values_.at_least(parameter.least)
        return found, there

    def values(self, columns: Mapping[str, Column], index: int) -> Values:
        """All parameters at one point."""
        return {
            name: columns[name].exact(index) if name in columns else self.constants[name]
            for name in self.parameters
        }

    def explain(self, given: Mapping[str, Column], index: int) -> None:
        """Raise the error that says why there is no such point."""
        point = {name: given[name].exact(index) for name in self.varying}
        resolve({**self.given, **point}, self.parameters.values())


def _solve(link: Link, name: str, values: Mapping[str, Column], count: int) -> Column:
    """A tie solved at every point; one by one, if its formula does not take columns."""
    needed = {other: values[other] for other in link.solve if other != name}
    try:
        found: object = link.solve[name](needed)  # type: ignore[arg-type]
        if isinstance(found, Column):
            return found
    except TypeError:
        pass
    return _one_by_one(link, name, needed, count)


def _one_by_one(link: Link, name: str, needed: Mapping[str, Column], count: int) -> Column:
    found, bad = [], np.zeros(count, dtype=np.bool_)
    for index in range(count):
        try:
            values = {other: column_.exact(index) for other, column_ in needed.items()}
            found.append(link.solve[name](values))
        except ZeroDivisionError:
            found.append(Fraction(0))
            bad[index] = True
    solved = column(found)
    below = np.ones(count, dtype=np.int64) if solved.below is None else solved.below
    return Column(solved.top, np.where(bad, 0, below))
