"""Signs: what is known of whether a number is negative, zero or positive.

A sign is the set of what is still possible, so that what is known of one number from several
sides is the intersection, and signs add and multiply like the numbers they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

NEGATIVE, ZERO_ONLY, POSITIVE = 1, 2, 4
AT_MOST_ZERO, NOT_ZERO, AT_LEAST_ZERO, ANY = 3, 5, 6, 7

_EACH = ((NEGATIVE, -1), (ZERO_ONLY, 0), (POSITIVE, 1))


def of_number(value: Fraction | int) -> int:
    """The sign of a number that is known."""
    return POSITIVE if value > 0 else NEGATIVE if value < 0 else ZERO_ONLY


def _product(left: int, right: int) -> int:
    found = (of_number(x * y) for a, x in _EACH if left & a for b, y in _EACH if right & b)
    return reduce(int.__or__, found, 0)


def _sum(left: int, right: int) -> int:
    total = 0
    for a, x in _EACH:
        for b, y in _EACH:
            if left & a and right & b:
                total |= ANY if x * y < 0 else of_number(x + y)
    return total


_TIMES = [[_product(left, right) for right in range(8)] for left in range(8)]
_PLUS = [[_sum(left, right) for right in range(8)] for left in range(8)]


def times(signs: Iterable[int]) -> int:
    return reduce(lambda left, right: _TIMES[left][right], signs, POSITIVE)


def plus(signs: Iterable[int]) -> int:
    return reduce(lambda left, right: _PLUS[left][right], signs, ZERO_ONLY)


def opposite(sign: int) -> int:
    return _TIMES[sign][NEGATIVE]


def magnitude(sign: int) -> int:
    """The sign of the absolute value."""
    return (POSITIVE if sign & NOT_ZERO else 0) | (sign & ZERO_ONLY)


def within(sign: int, allowed: int) -> bool:
    """Is every possibility among those allowed?"""
    return not sign & ~allowed
