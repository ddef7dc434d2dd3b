"""How close to 0 a number made of radicals can be without being 0.

Of `+ - * /` and roots of rational numbers, nested in any way, the number is `u/l` for algebraic
integers in a field whose degree is at most the product of the degrees of all roots. If no conjugate
of u is larger than U, and none of l larger than L, then the norm of u, a whole number, shows that
`|u/l| >= 1/(U^(degree - 1)*L)` unless it is 0 (Burnikel, Funke, Mehlhorn, Schirra and Schmitt,
2001).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from proofkit.foundations.effort import spend
from proofkit.language.terms import Term

Sizes = tuple[Fraction, Fraction]
"""Bounds on the logarithms, to base 2, of U and L; none is below 0."""

MAX_SIZE = 100_000


class Radicals:
    """Numbers at one point, and the roots that they are made of."""

    def __init__(self, values: Mapping[str, Term]) -> None:
        self.values = values

    def bits(self, *terms: Term) -> int | None:
        """A sum of these terms is 0 if it is smaller than `2^-bits`; nothing if one of them is not
        made of radicals."""
        self.roots: dict[Term, int] = {}
        self.known: dict[Term, Sizes | None] = {}
        above, below = Fraction(0), Fraction(0)
        for term in terms:
            sizes = self.sizes(term)
            if sizes is None:
                return None
            above, below = _sum((above, below), sizes)
        degree = prod(self.roots.values())
        found = above * (degree - 1) + below
        return None if found > MAX_SIZE else -(-found.numerator // found.denominator) + 1

    def sizes(self, term: Term) -> Sizes | None:
        """Those of a term that has a value; each part is looked at once."""
        if term not in self.known:
            spend(1)
            self.known[term] = self._compute(term)
        return self.known[term]

    def _compute(self, term: Term) -> Sizes | None:
        if term.op == "number":
            above, below = term.args[0].as_integer_ratio()
            return Fraction(above.bit_length()), Fraction(below.bit_length())
        if term.op == "variable":
            meaning = self.values.get(term.args[0])
            return None if meaning is None else self.sizes(meaning)
        if term.op == "power":
            return self._power(term)
        if term.op not in ("sum", "product", "abs", "max", "min"):
            return None
        parts = []
        for arg in term.args:
            sizes = self.sizes(arg)
            if sizes is None:
                return None
            parts.append(sizes)
        total = parts[0]
        for sizes in parts[1:]:
            if term.op == "sum":
                total = _sum(total, sizes)
            elif term.op == "product":
                total = total[0] + sizes[0], total[1] + sizes[1]
            else:
                total = max(total[0], sizes[0]), max(total[1], sizes[1])
        return total

    def _power(self, term: Term) -> Sizes | None:
        """`x^(p/q)`: a q-th root of `u/l` is one of `u*l^(q - 1)`, divided by l."""
        base, exponent = term.args
        inner = self.sizes(base)
        if inner is None or exponent.op != "number":
            return None
        value = exponent.args[0]
        if max(abs(value.numerator), value.denominator) > MAX_SIZE:
            return None
        (above, below), degree = inner, value.denominator
        if degree > 1:
            self.roots[base ** _unit(degree)] = degree
            above, below = (above + below * (degree - 1)) / degree, below
        times = abs(value.numerator)
        above, below = above * times, below * times
        return (above, below) if value > 0 else (below, above)


def _unit(degree: int) -> Term:
    return Term("number", (Fraction(1, degree),))


def _sum(one: Sizes, other: Sizes) -> Sizes:
    """`u/l + v/m` is `(u*m + v*l)/(l*m)`."""
    above = max(one[0] + other[1], other[0] + one[1]) + 1
    return above, one[1] + other[1]
