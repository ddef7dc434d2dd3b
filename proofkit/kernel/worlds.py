"""A statement about families at one n and finite lists: sums are written out, and decided.

A list gives the entries of a family at some indices; all others are 0. What is written out has no
index, no family and no unknown any more, so that it is decided like any statement about numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import fraction, mapping
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.binders import KERNEL_BINDERS
from proofkit.kernel.operations import WHOLE
from proofkit.kernel.points import PointVerdict
from proofkit.language.binding import ForEach
from proofkit.language.terms import (
    LEAVES,
    Term,
    add,
    multiply,
    number,
    rebuild,
    text,
    whole_value,
)

MAX_RANGE, MAX_PLACES = 2_000, 20_000
NOTHING = Context({})
Places = tuple[int, ...]


@dataclass(frozen=True)
class World:
    """Numbers for the parameters, and for each family its entries that are not 0."""

    context: Context
    numbers: dict[str, Fraction]
    lists: dict[str, dict[Places, Fraction]]

    def decide(self, fact: Fact, indices: Places = ()) -> PointVerdict:
        """Does a fact hold here, its indices being these?"""
        unfold = self.context.unfold
        left, relation, right = fact
        sides = [self.written_out(unfold(side), indices) for side in (left, right)]
        return points.decide(NOTHING, (sides[0], relation, sides[1]), {})

    def decide_each(self, stated: ForEach, indices: Places = ()) -> Iterator[PointVerdict]:
        """Does it hold for each of its indices?"""
        body = self.context.unfold(stated.body)
        work = count()

        def walk(inner: Term, places: Places) -> Iterator[PointVerdict]:
            if inner.op == "pair":
                if next(work) > MAX_PLACES:
                    raise LimitExceeded("a fact is about too many indices")
                yield self.decide((inner.args[0], stated.relation, inner.args[1]), places)
                return
            for k in self.range_of(inner, places):
                yield from walk(inner.args[2], (*places, k))

        return walk(body, indices)

    def require_hypotheses(self) -> frozenset[str]:
        """All of them hold here; the axioms that this rests on."""
        used = frozenset[str]()
        for id, fact in self.context.hypotheses.items():
            used |= _held(id, self.decide(fact))
        for id, stated in self.context.each.items():
            for verdict in self.decide_each(stated):
                used |= _held(id, verdict)
        return used

    # Writing out -------------------------------------------------------------------------

    def range_of(self, term: Term, indices: Places) -> range:
        """The indices over which a binder runs."""
        low, high = (self._whole(end, indices) for end in term.args[:2])
        if high - low >= MAX_RANGE:
            raise LimitExceeded(f"a range of more than {MAX_RANGE} indices is not written out")
        return range(low, high + 1)

    def written_out(self, term: Term, indices: Places) -> Term:
        """The term with numbers for all that is not known in it."""
        spend(1)
        if term.op == "index":
            return number(indices[-1 - term.args[0]])
        if term.op == "variable":
            return number(self.numbers[term.args[0]])
        if term.op in LEAVES:
            return term
        if term.op == "entry":
            family, *places = term.args
            at = tuple(self._whole(place, indices) for place in places)
            return number(self.lists[family.args[0]].get(at, Fraction(0)))
        if term.op not in KERNEL_BINDERS:
            return rebuild(term, tuple(self.written_out(arg, indices) for arg in term.args))
        over = self.range_of(term, indices)
        entries = [self.written_out(term.args[2], (*indices, k)) for k in over]
        if not entries and KERNEL_BINDERS[term.op].empty is None:
            raise Undefined(f"{shorten(text(term))} is over an empty range")
        if term.op == "summed":
            return add(*entries)
        if term.op == "multiplied":
            return multiply(*entries)
        name = {"greatest": "max", "least": "min"}[term.op]
        return Term(name, tuple(entries)) if len(entries) > 1 else entries[0]

    def _whole(self, term: Term, indices: Places) -> int:
        """The integer that an end or an index is."""
        found = _value(self.written_out(term, indices))
        if found.denominator != 1:
            raise Undefined(f"{shorten(text(term))} is no integer here")
        return found.numerator


def read(context: Context, given: object) -> World:
    """Values for all parameters and lists for all families."""
    content = mapping(given, "point")
    families = context.families or {}
    if content.keys() != context.parameters.keys() | families.keys():
        raise CertificateError("", "expected a value for each parameter and family, and no other")
    numbers = {name: fraction(content[name], name) for name in context.parameters}
    lists = {name: _entries(name, content[name], families[name][1]) for name in families}
    for name, whole in context.parameters.items():
        _require_whole(name, whole, [numbers[name]])
    for name, (whole, _) in families.items():
        _require_whole(name, whole, lists[name].values())
    return World(context, numbers, lists)


def _entries(name: str, content: Any, arity: int) -> dict[Places, Fraction]:
    """`{"1,2": "1/3"}` gives the entry at the indices 1, 2."""
    found = {}
    for source, value in mapping(content, name).items():
        parts = [fraction(part, f"an index of {name}") for part in source.split(",")]
        if len(parts) != arity or any(part.denominator != 1 for part in parts):
            raise CertificateError("", f"{shorten(name)} has {arity} integers for its indices")
        places = tuple(part.numerator for part in parts)
        if places in found:
            raise CertificateError("", f"{shorten(name)}: an entry is given twice")
        found[places] = fraction(value, name)
    return found


def _require_whole(name: str, whole: bool, values: Any) -> None:
    if whole and any(value.denominator != 1 for value in values):
        raise CertificateError("", f"{shorten(name)} is not given by integers")


def _held(id: str, verdict: PointVerdict) -> frozenset[str]:
    if verdict.value != "holds":
        raise CertificateError("", f"the point does not satisfy the hypothesis {shorten(id)}")
    return verdict.axioms


def _value(term: Term) -> Fraction:
    """The number that arithmetic makes of integers and fractions."""
    if term.op == "number":
        return Fraction(term.args[0])
    if term.op == "power" and (whole_value(term.args[1]) or -1) >= 0:
        base, exponent = _value(term.args[0]), whole_value(term.args[1]) or 0
        if exponent > MAX_RANGE:
            raise LimitExceeded("an end is too large")
        return base**exponent
    if term.op not in WHOLE:
        raise Undefined(f"{shorten(text(term))} is not read as an integer")
    parts = [_value(arg) for arg in term.args]
    if term.op == "sum":
        return sum(parts, Fraction(0))
    if term.op == "product":
        found = Fraction(1)
        for part in parts:
            found *= part
        return found
    if term.op == "abs":
        return abs(parts[0])
    return max(parts) if term.op == "max" else min(parts)


def mapped(lists: Mapping[str, Mapping[Places, Fraction]]) -> dict[str, dict[str, str]]:
    """Lists as certificates have them."""
    return {
        name: {",".join(map(str, at)): str(value) for at, value in entries.items()}
        for name, entries in lists.items()
    }
