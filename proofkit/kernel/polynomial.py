"""Polynomials with rational coefficients, and their exact sign on a box.

A sparse sum maps a monomial to its coefficient; a monomial is a set of (name, exponent).
Signs are decided by Bernstein coefficients in exact arithmetic: on `[0, 1]` a polynomial
lies between its least and greatest Bernstein coefficient, and on `[0, oo)` one with
coefficients >= 0 is >= 0. Boxes are cut in halves a bounded number of times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb, prod
from typing import Any

from proofkit.errors import LimitExceeded

Monomial = frozenset[tuple[Any, Any]]
Sparse = dict[Monomial, Fraction]
Polynomial = frozenset[tuple[frozenset[tuple[str, int]], Fraction]]
Box = Mapping[str, tuple[Fraction | None, Fraction | None]]

UNIT: Monomial = frozenset()
MAX_TERMS = 5_000
MAX_DEGREE = 40
MAX_WORK = 400_000


def constant(value: int | Fraction) -> Polynomial:
    return frozenset({(UNIT, Fraction(value))} if value else ())


def collect(terms: Iterable[tuple[Monomial, Fraction]]) -> Sparse:
    """Add up like terms and drop those that cancel."""
    total: Sparse = {}
    for monomial, coefficient in terms:
        total[monomial] = total.get(monomial, Fraction(0)) + coefficient
    if len(total) > MAX_TERMS:
        raise LimitExceeded(f"an expanded expression has more than {MAX_TERMS} terms")
    return {monomial: c for monomial, c in total.items() if c}


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
    ends = [box.get(name, (None, None)) for name in names]
    table = {
        tuple(dict(monomial).get(name, 0) for name in names): coefficient
        for monomial, coefficient in polynomial.items()
    }
    if any(max(powers, default=0) > MAX_DEGREE for powers in table):
        return False
    sizes = [1 + max((powers[k] for powers in table), default=0) for k in range(len(names))]
    work_per_box, work = prod(sizes) * sum(sizes, start=1), 0
    pending = [ends]
    while pending:
        work += work_per_box
        if work > MAX_WORK:
            return False
        ends = pending.pop()
        infinite = [k for k, (low, high) in enumerate(ends) if low is None and high is None]
        if not infinite:
            coefficients = _bernstein(table, ends)
            if _all_signs(coefficients, ends, strict):
                continue
            if not ends or _negative_at_a_corner(coefficients):
                return False
        pending.extend(_halves(ends, infinite[0] if infinite else _widest(ends)))
    return True


def _bernstein(
    table: dict[tuple[int, ...], Fraction], ends: list[tuple[Fraction | None, Fraction | None]]
) -> dict[tuple[int, ...], Fraction]:
    """Coefficients in the basis that fits each side: Bernstein on `[low, high]`, powers of
    `x - low` on `[low, oo)`, powers of `high - x` on `(-oo, high]`."""
    for axis, (low, high) in enumerate(ends):
        degree = max((powers[axis] for powers in table), default=0)
        rows: dict[tuple[int, ...], list[Fraction]] = {}
        for powers, coefficient in table.items():
            key = powers[:axis] + powers[axis + 1 :]
            row = rows.setdefault(key, [Fraction(0)] * (degree + 1))
            row[powers[axis]] += coefficient
        table = {}
        for key, row in rows.items():
            for power, value in enumerate(_one_axis(row, low, high)):
                table[(*key[:axis], power, *key[axis:])] = value
    return table


def _one_axis(row: list[Fraction], low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    origin, scale = (low, Fraction(1)) if low is not None else (high, Fraction(-1))
    if low is not None and high is not None:
        scale = high - low
    start = origin if origin is not None else Fraction(0)
    degree = len(row) - 1
    shifted = [
        scale**k * sum(row[j] * comb(j, k) * start ** (j - k) for j in range(k, degree + 1))
        for k in range(degree + 1)
    ]
    if low is None or high is None:
        return shifted
    return [
        sum(
            (Fraction(comb(k, i), comb(degree, i)) * shifted[i] for i in range(k + 1)), Fraction(0)
        )
        for k in range(degree + 1)
    ]


def _all_signs(
    coefficients: dict[tuple[int, ...], Fraction],
    ends: list[tuple[Fraction | None, Fraction | None]],
    strict: bool,
) -> bool:
    """All coefficients >= 0 and, if strict, those that carry the value at the finite ends > 0."""
    free = [k for k, (low, high) in enumerate(ends) if low is None or high is None]
    if strict and not coefficients:
        return False
    return all(
        value > 0 if strict and not any(index[k] for k in free) else value >= 0
        for index, value in coefficients.items()
    )


def _negative_at_a_corner(coefficients: dict[tuple[int, ...], Fraction]) -> bool:
    """The coefficient at the origin of the basis is the value at that corner."""
    return any(value < 0 and not any(index) for index, value in coefficients.items())


def _widest(ends: list[tuple[Fraction | None, Fraction | None]]) -> int:
    def width(k: int) -> tuple[bool, Fraction]:
        low, high = ends[k]
        if low is None or high is None:
            return (True, Fraction(-abs(low if low is not None else high or 0)))
        return (False, high - low)

    return max(range(len(ends)), key=width)


def _halves(
    ends: list[tuple[Fraction | None, Fraction | None]], axis: int
) -> list[list[tuple[Fraction | None, Fraction | None]]]:
    low, high = ends[axis]
    if low is None and high is None:
        cut = Fraction(0)
    elif high is None:
        cut = max(Fraction(1), 2 * low) if low is not None else Fraction(0)
    elif low is None:
        cut = min(Fraction(-1), 2 * high)
    else:
        cut = (low + high) / 2
    return [
        [*ends[:axis], (low, cut), *ends[axis + 1 :]],
        [*ends[:axis], (cut, high), *ends[axis + 1 :]],
    ]
