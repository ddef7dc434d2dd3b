"""The description of a mechanism: its unit, its optional argument, and what is known about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

from sympy import Expr, Integer, Rational

from proofkit.attention.data import DataSet
from proofkit.attention.derivation import Attention
from proofkit.attention.layout import exact, sizes
from proofkit.attention.units import AnyUnit
from proofkit.attention.weights import Weights
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import rational, shorten


@dataclass(frozen=True)
class View:
    """A part of a data set within which its queries attend, and how many such parts there
    are; none is left out."""

    data: DataSet
    number: Expr = field(default_factory=lambda: Integer(1))


@dataclass(frozen=True)
class Argument:
    """The number after the colon of `power:6`. Without a `default` it must be given; then
    `example` gives one, from the parameters, to be shown where nobody has."""

    name: str
    meaning: str
    default: str | None = None
    integer: bool = False
    positive: bool = True
    example: Callable[[Mapping[str, Fraction]], str] | None = None

    def read(self, text: str, where: str) -> Fraction:
        """The number in a text, checked."""
        value = rational(text, where)
        if self.integer and value.denominator != 1:
            raise InputError(f"{where}: expected an integer, got {shorten(str(value))}")
        if self.positive and value <= 0:
            raise InputError(f"{where}: expected more than 0, got {shorten(str(value))}")
        return value


@dataclass(frozen=True)
class Half:
    """When the needle's own query gives the needle half of its weight: in words, and, where
    there is a `bound` in terms of the needle's strength `a` and the tokens `n`, its term."""

    words: str
    bound: Callable[[Expr, Expr], Expr] | None = None


@dataclass(frozen=True)
class Mechanism:
    """One attention mechanism.

    `unit` makes what a query makes of its keys: a `Unit`, `Kernel` or `Projection`; it takes
    the argument, as a number or a symbol, if there is one. `cost` is per layer, for n tokens
    in d columns. `provenance` and `source` say where it is from, as for lemmas.
    """

    name: str
    title: str
    about: str
    cost: str
    unit: Callable[..., AnyUnit]
    argument: Argument | None = None
    half: Half | None = None
    provenance: Literal["S", "R", "O"] = "O"
    source: str = ""
    views: Callable[[DataSet, Expr], tuple[View, ...]] | None = None

    def with_argument(self, argument: Expr | None) -> AnyUnit:
        """The unit with the argument put in."""
        return self.unit() if self.argument is None else self.unit(argument)


@dataclass(frozen=True)
class Chosen:
    """A mechanism with its argument, under the name it was asked for."""

    name: str
    mechanism: Mechanism
    argument: Expr | None

    @cached_property
    def unit(self) -> AnyUnit:
        return self.mechanism.with_argument(self.argument)

    def attention(
        self, data: DataSet, weights: Weights = Weights.ONES, mark: str = ""
    ) -> Attention:
        """Attention on the data as the needle's query sees it."""
        return Attention(self.views(data)[0].data, self.unit, weights, mark)

    def attentions(
        self, data: DataSet, values: Mapping[str, Fraction], weights: Weights = Weights.ONES
    ) -> tuple[Attention, ...]:
        """Attention on the data at these values: every query is one of some member."""
        views = [view for view in self.views(data) if exact(view.number, values)]
        for view in views:
            self._require_whole_numbers(view.data, values)
        return tuple(Attention(view.data, self.unit, weights) for view in views)

    def _require_whole_numbers(self, data: DataSet, values: Mapping[str, Fraction]) -> None:
        try:
            sizes(data, values)
        except InputError as error:
            argument = self.mechanism.argument
            expected = f"expected {argument.meaning}; " if argument else ""
            raise InputError(f"{self.name}: {expected}{error}") from None

    def views(self, data: DataSet) -> tuple[View, ...]:
        """The parts of the data within which queries attend: mostly the whole of it."""
        views = self.mechanism.views
        if views is None or self.argument is None:
            return (View(data),)
        return views(data, self.argument)


def chosen(name: str, mechanism: Mechanism) -> Chosen:
    """A mechanism as `NAME` or `NAME:ARGUMENT` asks for it."""
    word, colon, text = name.partition(":")
    argument = mechanism.argument
    if argument is None:
        if colon:
            raise InputError(f"{shorten(name)}: {word} takes no argument")
        return Chosen(name, mechanism, None)
    if not colon:
        if argument.default is None:
            raise InputError(f"{word}: expected {word}:{argument.name.upper()}, {argument.meaning}")
        text = argument.default
    value = argument.read(text, f"{word}: {argument.name}")
    return Chosen(name, mechanism, Rational(value.numerator, value.denominator))
