"""Clearing denominators: a term as one sum of powers, over a product of sums that are > 0."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from typing import Any

from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Known
from proofkit.kernel.polynomial import ONE_SUM, Sum, collect
from proofkit.kernel.sign import POSITIVE
from proofkit.language.terms import Term, multiply, number, whole_value

MAX_QUOTIENTS = 200
Key = frozenset[Any]
Quotient = tuple[Sum, Counter[Key]]


class _Denominators:
    """The sums by which a term divides, by their normal forms."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.bases: dict[Key, Term] = {}

    def quotients(self, term: Term) -> list[Quotient]:
        """The term as a sum of quotients, each a sum of powers over some of the bases."""
        if term.op == "sum":
            return _merged([found for arg in term.args for found in self.quotients(arg)])
        if term.op == "product":
            return reduce(self._times, map(self.quotients, term.args))
        whole = whole_value(term.args[1]) if term.op == "power" else None
        if whole is not None and whole > 0:
            return reduce(self._times, [self.quotients(term.args[0])] * whole)
        if whole is not None and whole < 0:
            return self._inverse(term.args[0], -whole)
        above, below = self.known.ring.ratio(term)
        if below != ONE_SUM:
            raise Undefined(f"{term} is a quotient")
        return [(above, Counter())]

    def _inverse(self, base: Term, degree: int) -> list[Quotient]:
        above, below = self.known.ring.ratio(base)
        if below == ONE_SUM and len(above) == 1:
            return [(self.known.ring.ratio(base ** number(-degree))[0], Counter())]
        inner = self.quotients(base)
        if len(inner) == 1 and below != ONE_SUM:
            raise Undefined(f"{base} is a quotient of quotients")
        if below == ONE_SUM:
            key = frozenset(above.items())
            self.bases.setdefault(key, base)
            return [(ONE_SUM, Counter({key: degree}))]
        upper, scale = self._joined(inner)
        self.bases.setdefault(frozenset(upper.items()), scale * base)
        top = self.known.ring.ratio(scale ** number(degree))[0]
        return [(top, Counter({frozenset(upper.items()): degree}))]

    def _times(self, left: list[Quotient], right: list[Quotient]) -> list[Quotient]:
        if len(left) * len(right) > MAX_QUOTIENTS:
            raise LimitExceeded("too many quotients to multiply out")
        product = self.known.ring.product
        return _merged([(product(a, b), k + m) for a, k in left for b, m in right])

    def _joined(self, quotients: list[Quotient]) -> tuple[Sum, Term]:
        """One numerator, and the product of bases below it."""
        needed: Counter[Key] = Counter()
        for _, bases in quotients:
            needed |= bases
        product = self.known.ring.product
        total: list[Any] = []
        for above, bases in quotients:
            for key in (needed - bases).elements():
                above = product(above, Sum(key))
            total += above.items()
        scale = multiply(*(self.bases[key] for key in needed.elements()))
        return collect(total), scale


def _merged(quotients: list[Quotient]) -> list[Quotient]:
    """Those with the same bases added up."""
    found: dict[Key, tuple[list[Any], Counter[Key]]] = {}
    for above, bases in quotients:
        entry = found.setdefault(frozenset(bases.items()), ([], bases))
        entry[0].extend(above.items())
    return [(collect(terms), bases) for terms, bases in found.values()]


def cleared(known: Known, term: Term) -> tuple[Sum, Term] | None:
    """`times * term` as a sum of powers, and `times`, which is known to be > 0."""
    denominators = _Denominators(known)
    above, scale = denominators._joined(denominators.quotients(term))
    return (above, scale) if known.sign(scale) == POSITIVE else None
