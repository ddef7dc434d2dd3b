"""Numbers: what the normal form asks of the rational numbers in it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm

from flint import fmpz

from proofkit.foundations.errors import LimitExceeded

MAX_BITS = 12_000
MAX_FACTORED = 10**12


def bit_length(value: Fraction) -> int:
    """Of the longer one of numerator and denominator."""
    above, below = value.as_integer_ratio()
    return max(above.bit_length(), below.bit_length())


def content(values: Iterable[Fraction]) -> Fraction:
    """The positive number that divides out of all coefficients."""
    above, below = zip((0, 1), *(value.as_integer_ratio() for value in values), strict=True)
    return Fraction(gcd(*above) or 1, lcm(*below))


def prime_factors(base: Fraction) -> list[tuple[int, int]]:
    """A number > 0 as a product of primes, as far as small factors show; nothing for 1."""
    factors: dict[int, int] = {}
    for part, sign in ((base.numerator, 1), (base.denominator, -1)):
        for prime, exponent in _prime_powers(part):
            factors[prime] = factors.get(prime, 0) + sign * exponent
    return [(prime, e) for prime, e in sorted(factors.items()) if e]


def _prime_powers(value: int) -> list[tuple[int, int]]:
    if value == 1:
        return []
    if value < MAX_FACTORED:
        return [(int(prime), int(e)) for prime, e in fmpz(value).factor()]
    for k in range(value.bit_length(), 1, -1) if fmpz(value).is_perfect_power() else ():
        root = int(fmpz(value).root(k))
        if root**k == value:
            return [(prime, e * k) for prime, e in _prime_powers(root)]
    return [(value, 1)]


def number_power(base: Fraction, exponent: int) -> Fraction:
    """A power that does not take more than the bits allowed."""
    if abs(exponent) * (bit_length(base) - 1) > MAX_BITS:
        raise LimitExceeded(f"a power of a number needs more than {MAX_BITS} bits")
    return base**exponent
