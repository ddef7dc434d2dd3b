"""Signs: what is known about whether a number is negative, zero or positive.

A sign is the set of what is still possible, so that what is known of one number from several
sides is the intersection, and signs add and multiply like the numbers they stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from itertools import product

from flint import arb

NEGATIVE, ZERO_ONLY, POSITIVE = 1, 2, 4
AT_MOST_ZERO, NOT_ZERO, AT_LEAST_ZERO, ANY = 3, 5, 6, 7

_EACH = ((NEGATIVE, -1), (ZERO_ONLY, 0), (POSITIVE, 1))


def of_number(value: Fraction | int) -> int:
    """The sign of a number that is known."""
    return POSITIVE if value > 0 else NEGATIVE if value < 0 else ZERO_ONLY


def of_range(low: arb, high: arb) -> int:
    """What the sign of a number between these two may be."""
    zero = ZERO_ONLY if low <= 0 <= high else 0
    return zero | (NEGATIVE if low < 0 else 0) | (POSITIVE if high > 0 else 0)


def _combining(combine: Callable[[int, int], int], *start: int) -> Callable[[Iterable[int]], int]:
    """What may come of any signs, from what comes of any two of -1, 0 and 1."""
    table = [[0] * 8 for _ in range(8)]
    for left, right in product(range(8), repeat=2):
        for (a, x), (b, y) in product(_EACH, repeat=2):
            table[left][right] |= combine(x, y) if left & a and right & b else 0
    return lambda signs: reduce(lambda left, right: table[left][right], signs, *start)


times = _combining(lambda x, y: of_number(x * y), POSITIVE)
plus = _combining(lambda x, y: ANY if x * y < 0 else of_number(x + y), ZERO_ONLY)
greatest = _combining(lambda x, y: of_number(max(x, y)))
least = _combining(lambda x, y: of_number(min(x, y)))


def opposite(sign: int) -> int:
    return times((sign, NEGATIVE))


def magnitude(sign: int) -> int:
    """The sign of the absolute value."""
    return (POSITIVE if sign & NOT_ZERO else 0) | (sign & ZERO_ONLY)


def within(sign: int, allowed: int) -> bool:
    """Is every possibility among those allowed?"""
    return not sign & ~allowed
