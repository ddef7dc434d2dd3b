"""Sums with rational coefficients: of monomials, which are sets of (name, exponent)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.effort import spend

Monomial = frozenset[tuple[Any, Any]]
Sparse = dict[Monomial, Fraction]
Polynomial = frozenset[tuple[frozenset[tuple[str, int]], Fraction]]

UNIT: Monomial = frozenset()
MAX_TERMS = 5_000
MAX_BITS = 12_000


def constant(value: int | Fraction) -> Polynomial:
    return frozenset({(UNIT, Fraction(value))} if value else ())


def collect(terms: Iterable[tuple[Monomial, Fraction]]) -> Sparse:
    """Add up like terms and drop those that cancel."""
    total: Sparse = {}
    for monomial, coefficient in terms:
        sum_ = total.get(monomial, Fraction(0)) + coefficient
        bits = bit_length(sum_)
        spend(1 + _extra(bits))
        if bits > MAX_BITS:
            raise LimitExceeded(f"a coefficient needs more than {MAX_BITS} bits")
        total[monomial] = sum_
        if len(total) > MAX_TERMS:
            raise LimitExceeded(f"an expanded expression has more than {MAX_TERMS} terms")
    return {monomial: c for monomial, c in total.items() if c}


def bit_length(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _extra(bits: int) -> int:
    """What arithmetic on fractions of this size costs beyond that on small ones."""
    return (bits // 1000) ** 2 // 4


def plus(left: Any, right: Any) -> Any:
    """The sum of two exponents: integers, or polynomials."""
    if isinstance(left, int):
        return left + right
    return frozenset(collect([*left, *right]).items())


def join(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials."""
    powers = dict(left)
    for name, exponent in right:
        total = plus(powers[name], exponent) if name in powers else exponent
        if total:
            powers[name] = total
        else:
            del powers[name]
    return frozenset(powers.items())


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    products = ((join(m, k), c * e) for m, c in left for k, e in right)
    return frozenset(collect(products).items())
