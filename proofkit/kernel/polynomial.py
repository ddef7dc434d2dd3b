"""Sums with rational coefficients: of monomials, which are sets of (name, exponent). And what
the normal form asks of the rational numbers in it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any

from flint import fmpz

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import LimitExceeded

Monomial = frozenset[tuple[Any, Any]]
Sparse = dict[Monomial, Fraction]
Polynomial = frozenset[tuple[frozenset[tuple[str, int]], Fraction]]

UNIT: Monomial = frozenset()
MAX_TERMS = 5_000
MAX_STEPS = 60
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


@lru_cache(maxsize=1024)
def _prime_powers(value: int) -> tuple[tuple[int, int], ...]:
    if value == 1:
        return ()
    if value < MAX_FACTORED:
        return tuple((int(prime), int(e)) for prime, e in fmpz(value).factor())
    for k in range(2, value.bit_length() + 1) if fmpz(value).is_perfect_power() else ():
        root = int(fmpz(value).root(k))
        if root**k == value:
            return tuple((prime, e * k) for prime, e in _prime_powers(root))
    return ((value, 1),)


def number_power(base: Fraction, exponent: int) -> Fraction:
    """A power that does not take more than the bits allowed."""
    if abs(exponent) * (bit_length(base) - 1) > MAX_BITS:
        raise LimitExceeded(f"a power of a number needs more than {MAX_BITS} bits")
    return base**exponent


# Sums ---------------------------------------------------------------------------------


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
        work += 1 if bits < 2000 else (bits // 1000) ** 2 // 4  # large fractions cost more
        if bits > MAX_BITS:
            raise LimitExceeded(f"a coefficient needs more than {MAX_BITS} bits")
        if len(total) > MAX_TERMS:
            raise LimitExceeded(f"an expanded expression has more than {MAX_TERMS} terms")
    spend(work)
    return {monomial: c for monomial, c in total.items() if c}


def plus(left: Any, right: Any) -> Any:
    """The sum of two exponents: integers, or polynomials."""
    if isinstance(left, int):
        return left + right
    if len(left) == len(right) == 1:  # as a rule, two numbers
        return _plus_one(left, right)
    return frozenset(collect([*left, *right]).items())


@lru_cache(maxsize=4096)
def _plus_one(left: Polynomial, right: Polynomial) -> Polynomial:
    ((m, c),), ((k, e),) = left, right
    if m == k:
        return frozenset({(m, c + e)}) if c + e else frozenset()
    return left | right


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
        return _times_one(left, right)
    products = ((join(m, k), c * e) for m, c in left for k, e in right)
    return frozenset(collect(products).items())


@lru_cache(maxsize=4096)
def _times_one(left: Polynomial, right: Polynomial) -> Polynomial:
    ((m, c),), ((k, e),) = left, right
    return frozenset({(join(m, k), c * e)})


def divided(above: Sparse, below: Sparse) -> tuple[Sparse, Sparse]:
    """Quotient and remainder: `above` is `quotient * below + remainder`, and nothing in the
    remainder is a multiple of the leading term. Sums of whole powers only; others come back."""
    degrees = {m: _degrees(m) for m in (*above, *below)}
    if not all(d is not None for d in degrees.values()):
        return {}, above
    names = sorted({name for d in degrees.values() for name in d or ()}, key=str)

    def place(monomial: Monomial) -> tuple[int, ...]:
        powers = degrees.setdefault(monomial, _degrees(monomial)) or {}
        return sum(powers.values()), *(powers.get(name, 0) for name in names)

    lead = max(below, key=place)
    back = frozenset((name, constant(-k)) for name, k in (degrees[lead] or {}).items())
    quotient: Sparse = {}
    remainder = dict(above)
    for _ in range(MAX_STEPS):
        whole = [m for m in remainder if _degrees(join(m, back)) is not None]
        if not whole:
            return quotient, remainder
        first = max(whole, key=place)
        part, c = join(first, back), remainder[first] / below[lead]
        quotient[part] = quotient.get(part, Fraction(0)) + c
        taken = [(join(part, m), -c * e) for m, e in below.items()]
        remainder = collect([*remainder.items(), *taken])
    return {}, above


def _degrees(monomial: Monomial) -> dict[Any, int] | None:
    """The exponents, if they are whole and >= 0."""
    found: dict[Any, int] = {}
    for name, exponents in monomial:
        value = dict(exponents).get(UNIT) if len(exponents) == 1 else None
        if value is None or value.denominator != 1 or value < 0:
            return None
        found[name] = int(value)
    return found
