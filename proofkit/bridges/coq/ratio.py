"""Terms as quotients of polynomials, with the factors of the denominator kept as they are.

A script for Coq says `difference = N / D` and lets `field` check it. For that D has to be a
product of terms whose sign shows, which an expanded denominator is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.polynomial import UNIT, Sparse, collect, join
from proofkit.kernel.terms import Term, variable

ONE: Sparse = {UNIT: Fraction(1)}


@dataclass(frozen=True)
class Ratio:
    """`above` over the product of the terms in `below`, each to a power; monomials are over
    names with whole exponents, which may be negative where the name stands for a number > 0."""

    above: Sparse
    below: Mapping[Term, int]


def times(left: Sparse, right: Sparse) -> Sparse:
    """The product of two sums."""
    return collect((join(m, k), c * e) for m, c in left.items() for k, e in right.items())


def power(base: Sparse, exponent: int) -> Sparse:
    """A sum multiplied by itself."""
    result = ONE
    for _ in range(exponent):
        result = times(result, base)
    return result


class Ratios:
    """`monomials` gives the terms that stand for products of powers; `replaced` the variables
    that stand for polynomials."""

    def __init__(
        self,
        monomials: Callable[[Term], Sparse | None],
        replaced: Mapping[str, Term],
    ) -> None:
        self.monomials, self.replaced = monomials, replaced

    def of(self, term: Term) -> Ratio:
        """The quotient that a term is."""
        known = self.monomials(term)
        if known is not None:
            return self._monomial(known)
        if term.op == "number":
            return Ratio(collect([(UNIT, term.args[0])]), {})
        if term.op == "variable":
            name = term.args[0]
            if name in self.replaced:
                return self.of(self.replaced[name])
            return Ratio({frozenset({(name, 1)}): Fraction(1)}, {})
        if term.op == "sum":
            return self._sum([self.of(arg) for arg in term.args])
        if term.op == "product":
            result = Ratio(ONE, {})
            for arg in term.args:
                result = _product(result, self.of(arg))
            return result
        if term.op == "power":
            return self._power(*term.args)
        raise UnsupportedTerm(f"{term}: no polynomial")

    def _monomial(self, known: Sparse) -> Ratio:
        """A product of powers, with the variables in it that stand for polynomials."""
        ((monomial, coefficient),) = known.items()
        rest = frozenset((name, e) for name, e in monomial if name not in self.replaced)
        above: Sparse = {rest: coefficient}
        below: dict[Term, int] = {}
        for name, e in monomial:
            if name in self.replaced and e > 0:
                above = times(above, power(self.of(variable(name)).above, e))
            elif name in self.replaced:
                below[variable(name)] = -e
        return Ratio(above, below)

    def _sum(self, parts: list[Ratio]) -> Ratio:
        below: dict[Term, int] = {}
        for part in parts:
            for factor, k in part.below.items():
                below[factor] = max(k, below.get(factor, 0))
        above: Sparse = {}
        for part in parts:
            missing = {f: k - part.below.get(f, 0) for f, k in below.items()}
            above = collect([*above.items(), *times(part.above, self._expand(missing)).items()])
        return Ratio(above, below)

    def _power(self, base: Term, exponent: Term) -> Ratio:
        value = exponent.args[0] if exponent.op == "number" else None
        if value is None or value.denominator != 1:
            raise UnsupportedTerm(f"{base}^{exponent}: no polynomial")
        inner = self.of(base)
        if value >= 0:
            below = {f: k * int(value) for f, k in inner.below.items()}
            return Ratio(power(inner.above, int(value)), below)
        numerator = power(self._expand(inner.below), -int(value))
        if len(inner.above) == 1:
            ((monomial, coefficient),) = inner.above.items()
            inverse = frozenset((name, e * int(value)) for name, e in monomial)
            return Ratio(times(numerator, {inverse: coefficient ** int(value)}), {})
        factor = base if not inner.below else None
        if factor is None:
            raise UnsupportedTerm(f"{base}: a quotient in a denominator")
        return Ratio(numerator, {factor: -int(value)})

    def _expand(self, factors: Mapping[Term, int]) -> Sparse:
        result = ONE
        for factor, k in factors.items():
            result = times(result, power(self.of(factor).above, k))
        return result


def _product(left: Ratio, right: Ratio) -> Ratio:
    below = dict(left.below)
    for factor, k in right.below.items():
        below[factor] = below.get(factor, 0) + k
    return Ratio(times(left.above, right.above), below)
