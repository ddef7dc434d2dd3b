"""Polynomials with rational coefficients, and their exact sign on a box.

A sparse sum maps a monomial to its coefficient; a monomial is a set of (name, exponent).
Signs are decided by Bernstein coefficients in exact arithmetic: on `[0, 1]` a polynomial
lies between its least and greatest Bernstein coefficient, and on `[0, oo)` one with
coefficients >= 0 is >= 0. Boxes are cut in halves a bounded number of times.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import Any

from flint import fmpq, fmpq_poly

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.effort import spend

Monomial = frozenset[tuple[Any, Any]]
Sparse = dict[Monomial, Fraction]
Polynomial = frozenset[tuple[frozenset[tuple[str, int]], Fraction]]
End = Fraction | None
Ends = list[tuple[fmpq | None, fmpq | None]]
Box = Mapping[str, tuple[End, End]]
Table = dict[tuple[int, ...], fmpq]

UNIT: Monomial = frozenset()
MAX_TERMS = 5_000
MAX_BITS = 12_000
MAX_DEGREE = 40
MAX_WORK = 60_000


@lru_cache(maxsize=1024)
def constant(value: int | Fraction) -> Polynomial:
    return frozenset({(UNIT, Fraction(value))} if value else ())


def collect(terms: Iterable[tuple[Monomial, Fraction]]) -> Sparse:
    """Add up like terms and drop those that cancel."""
    total: Sparse = {}
    work = 0
    for monomial, coefficient in terms:
        before = total.get(monomial)
        total[monomial] = sum_ = coefficient if before is None else before + coefficient
        bits = bit_length(sum_)
        work += 1 + (bits // 1000) ** 2 // 4  # what large fractions cost beyond small ones
        if bits > MAX_BITS:
            raise LimitExceeded(f"a coefficient needs more than {MAX_BITS} bits")
        if len(total) > MAX_TERMS:
            raise LimitExceeded(f"an expanded expression has more than {MAX_TERMS} terms")
    spend(work)
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
    if len(left) == len(right) == 1:  # as a rule, two numbers
        ((m, c),), ((k, e),) = left, right
        if m == k:
            return frozenset({(m, c + e)}) if c + e else frozenset()
    return frozenset(collect([*left, *right]).items())


def join(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials."""
    if not left or not right:
        return left or right
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
    if len(left) == len(right) == 1:
        ((m, c),), ((k, e),) = left, right
        return frozenset({(join(m, k), c * e)})
    products = ((join(m, k), c * e) for m, c in left for k, e in right)
    return frozenset(collect(products).items())


def is_nonnegative(polynomial: Mapping[Monomial, Fraction], box: Box) -> bool:
    """True only if the polynomial is certainly >= 0 on the whole box; False: do not know."""
    return _certain(polynomial, box, strict=False)


def is_positive(polynomial: Mapping[Monomial, Fraction], box: Box) -> bool:
    """True only if the polynomial is certainly > 0 on the whole box; False: do not know."""
    return _certain(polynomial, box, strict=True)


def _certain(polynomial: Mapping[Monomial, Fraction], box: Box, *, strict: bool) -> bool:
    names = sorted({name for monomial in polynomial for name, _ in monomial})
    table = {
        tuple(dict(monomial).get(name, 0) for name in names): _exact(coefficient)
        for monomial, coefficient in polynomial.items()
    }
    degrees = [max((powers[k] for powers in table), default=0) for k in range(len(names))]
    if max(degrees, default=0) > MAX_DEGREE:
        return False
    ranges = [box.get(name, (None, None)) for name in names]
    bits = [bit_length(c) for c in polynomial.values()]
    bits += [bit_length(end) * sum(degrees) for pair in ranges for end in pair if end]
    sizes = [degree + 1 for degree in degrees]
    work_per_box = prod(sizes) * sum(sizes, start=1) * (1 + _extra(max(bits, default=0)))
    pending: list[Ends] = [[(_exact(low), _exact(high)) for low, high in ranges]]
    work = 0
    while pending:
        work += work_per_box
        if work > MAX_WORK:
            return False
        spend(work_per_box / 4)
        ends = pending.pop()
        axis = _longest(ends)
        if not ends or ends[axis] != (None, None):
            coefficients = _bernstein(table, ends)
            if _all_signs(coefficients, ends, strict):
                continue
            if not ends or _fails_at_a_corner(coefficients, ends, strict):
                return False
        pending.extend(_halves(ends, axis))
    return True


def _exact(value: End) -> Any:
    return None if value is None else fmpq(value.numerator, value.denominator)


def _bernstein(table: Table, ends: Ends) -> Table:
    """Coefficients in the basis that fits each side: Bernstein on `[low, high]`, powers of
    `x - low` on `[low, oo)`, powers of `high - x` on `(-oo, high]`. No index is left out."""
    for axis, (low, high) in enumerate(ends):
        degree = max((powers[axis] for powers in table), default=0)
        rows: dict[tuple[int, ...], list[fmpq]] = {}
        for powers, coefficient in table.items():
            key = powers[:axis] + powers[axis + 1 :]
            rows.setdefault(key, [fmpq(0)] * (degree + 1))[powers[axis]] = coefficient
        table = {
            (*key[:axis], power, *key[axis:]): value
            for key, row in rows.items()
            for power, value in enumerate(_one_axis(row, low, high))
        }
    return table


def _one_axis(row: list[fmpq], low: fmpq | None, high: fmpq | None) -> list[fmpq]:
    start, scale = (low, fmpq(1)) if low is not None else (high or fmpq(0), fmpq(-1))
    if low is not None and high is not None:
        scale = high - low
    shifted = [c * scale**k for k, c in enumerate(fmpq_poly(row)(fmpq_poly([start, 1])).coeffs())]
    shifted += [fmpq(0)] * (len(row) - len(shifted))
    if low is None or high is None:
        return shifted
    degree = len(row) - 1
    return [
        sum((fmpq(comb(k, i), comb(degree, i)) * shifted[i] for i in range(k + 1)), fmpq(0))
        for k in range(degree + 1)
    ]


def _all_signs(coefficients: Table, ends: Ends, strict: bool) -> bool:
    """All coefficients >= 0 and, if strict, those that carry the value at the finite ends > 0."""
    free = [k for k, end in enumerate(ends) if None in end]
    if strict and not coefficients:
        return False
    return all(
        value > 0 if strict and not any(index[k] for k in free) else value >= 0
        for index, value in coefficients.items()
    )


def _fails_at_a_corner(coefficients: Table, ends: Ends, strict: bool) -> bool:
    """The coefficient of a corner of the box is the value there: no cutting will mend it."""
    last = tuple(map(max, zip(*coefficients, strict=True)))
    sides = [(0,) if None in end else {0, top} for end, top in zip(ends, last, strict=True)]
    values = (coefficients[corner] for corner in itertools.product(*sides))
    return any(value < 0 or (strict and value == 0) for value in values)


def _longest(ends: Ends) -> int:
    """The axis to cut next: unbounded ones first, those with an end near 0 before others."""

    def length(axis: int) -> tuple[int, fmpq]:
        low, high = ends[axis]
        if low is not None and high is not None:
            return 0, high - low
        return (2 if low == high else 1), -abs(low or high or fmpq(0))

    return max(range(len(ends)), key=length, default=0)


def _halves(ends: Ends, axis: int) -> list[Ends]:
    low, high = ends[axis]
    if (low is None or low < 0) and (high is None or high > 0):
        cut = fmpq(0)  # where even powers touch 0
    elif low is not None:
        cut = (low + high) / 2 if high is not None else max(fmpq(1), 2 * low)
    else:
        cut = min(fmpq(-1), 2 * high) if high is not None else fmpq(0)
    pieces: Ends = [(low, cut), (cut, high)]
    return [[*ends[:axis], piece, *ends[axis + 1 :]] for piece in pieces]
