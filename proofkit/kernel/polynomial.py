"""Sums of coefficients times monomials: a monomial is a set of atoms with their exponents, and an
exponent is such a sum again, of variables. How they are written as terms, and what the normal form
asks of rational numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from flint import fmpz

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import LimitExceeded
from proofkit.language.terms import ONE, Term, add, exp, multiply, number, text

Rational = int | Fraction
"""An exact number; its quotients are taken by `over`."""

Monomial = frozenset[tuple[Term, "Sum"]]
Sparse = dict[Monomial, Rational]
"""A sum while it is made."""

UNIT: Monomial = frozenset()
MAX_TERMS = 5_000
MAX_STEPS = 60
MAX_BITS = 12_000
MAX_FACTORED = 10**12


class Sum(Sparse):
    """Coefficients that are not 0 by monomial; nothing changes one once it is made."""

    __slots__ = ("_hash",)

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash: int = hash(frozenset(self.items()))
            return self._hash

    def __add__(self, other: Sum) -> Sum:
        short = len(self) == len(other) == 1  # as a rule, two numbers
        return (_plus if short else _plus.__wrapped__)(self, other)

    def __mul__(self, other: Sum) -> Sum:
        return collect((join(m, k), c * e) for m, c in self.items() for k, e in other.items())

    def __neg__(self) -> Sum:
        return Sum({m: -c for m, c in self.items()})

    @property
    def number(self) -> Rational:
        """The constant term."""
        return self.get(UNIT, 0)

    @property
    def is_number(self) -> bool:
        return not self or (len(self) == 1 and UNIT in self)

    @property
    def whole(self) -> int | None:
        """The integer that this is, if it is one."""
        value = self.number
        return value.numerator if self.is_number and value.denominator == 1 else None


@lru_cache(maxsize=4096)
def _plus(left: Sum, right: Sum) -> Sum:
    return collect([*left.items(), *right.items()])


@lru_cache(maxsize=1024)
def constant(value: Rational) -> Sum:
    return Sum({UNIT: plain(value)} if value else ())


def plain(value: Rational) -> Rational:
    """An integer as an integer, with which Python is quicker."""
    return value.numerator if value.denominator == 1 else value


ONE_SUM = constant(1)
EULER = exp(ONE)


def over(above: Rational, below: Rational) -> Rational:
    """The quotient; `/` between integers would be a float."""
    return plain(Fraction(above, below))


def collect(terms: Iterable[tuple[Monomial, Rational]]) -> Sum:
    """Add up like terms and drop those that cancel."""
    total: Sparse = {}
    work = 0
    for monomial, coefficient in terms:
        before = total.get(monomial)
        total[monomial] = sum_ = coefficient if before is None else before + coefficient
        bits = sum_.bit_length() if type(sum_) is int else bit_length(sum_)
        work += 1 if bits < 2000 else (bits // 1000) ** 2 // 4  # large fractions cost more
        if bits > MAX_BITS:
            raise LimitExceeded(f"a coefficient needs more than {MAX_BITS} bits")
        if len(total) > MAX_TERMS:
            raise LimitExceeded(f"an expanded expression has more than {MAX_TERMS} terms")
    spend(work)
    return Sum({m: c if type(c) is int else plain(c) for m, c in total.items() if c})


def join(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials."""
    if not left or not right:
        return left or right
    powers = dict(left)
    for x, exponent in right:
        total = powers[x] + exponent if x in powers else exponent
        if total:
            powers[x] = total
        else:
            del powers[x]
    return frozenset(powers.items())


def inverse(monomial: Monomial) -> Monomial:
    return frozenset((x, -exponent) for x, exponent in monomial)


def divided(above: Sum, below: Sum) -> tuple[Sum, Sum]:
    """Quotient and remainder: `above` is `quotient * below + remainder`, and nothing in the
    remainder is a multiple of the leading term. Sums of whole powers only; others come back."""
    atoms = sorted({x for m in (*above, *below) for x, _ in m}, key=str)

    def place(monomial: Monomial) -> tuple[int, ...]:
        """By degree, then by the powers of each atom, if all are whole and >= 0; else nothing."""
        powers = dict(monomial)
        degrees = [powers[x].whole if x in powers else 0 for x in atoms]
        found = [k for k in degrees if k is not None and k >= 0]
        return (sum(found), *found) if found == degrees else ()

    if not all(map(place, (*above, *below))):
        return Sum(), above
    lead = max(below, key=place)
    quotient, remainder = Sum(), above
    for _ in range(MAX_STEPS):
        parts = {place(m): part for m in remainder if place(part := join(m, inverse(lead)))}
        if not parts:
            return quotient, remainder
        part = parts[max(parts)]
        step = Sum({part: over(remainder[join(part, lead)], below[lead])})
        quotient, remainder = quotient + step, remainder + -(step * below)
    return Sum(), above


# Numbers ------------------------------------------------------------------------------


def bit_length(value: Rational) -> int:
    """Of the longer one of numerator and denominator."""
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def content(values: Iterable[Rational]) -> Rational:
    """The positive number that divides out of all coefficients."""
    above, below = zip((0, 1), *((c.numerator, c.denominator) for c in values), strict=True)
    return over(gcd(*above) or 1, lcm(*below))


def prime_factors(base: Rational) -> list[tuple[int, int]]:
    """A number > 0 as a product of primes, as far as small factors show; nothing for 1."""
    above, below = map(_prime_powers, base.as_integer_ratio())
    return sorted([*above, *((prime, -e) for prime, e in below)])


@lru_cache(maxsize=1024)
def _prime_powers(value: int) -> list[tuple[int, int]]:
    if value < MAX_FACTORED:
        return [(int(prime), int(e)) for prime, e in fmpz(value).factor()]
    for k in range(2, value.bit_length() + 1) if fmpz(value).is_perfect_power() else ():
        root = int(fmpz(value).root(k))
        if root**k == value:
            return [(prime, e * k) for prime, e in _prime_powers(root)]
    return [(value, 1)]


def number_power(base: Rational, exponent: int) -> Rational:
    """A power that does not take more than the bits allowed."""
    if abs(exponent) * (bit_length(base) - 1) > MAX_BITS:
        raise LimitExceeded(f"a power of a number needs more than {MAX_BITS} bits")
    return plain(Fraction(base) ** exponent)


# Back to terms ------------------------------------------------------------------------


def monomial_term(monomial: Monomial) -> Term:
    """A monomial as a term."""
    spend(sum([1 + len(exponents) + x.size / 8 for x, exponents in monomial]))
    powers = [_power_term(x, e) for x, e in monomial]
    return multiply(*sorted(powers, key=text)) if len(powers) != 1 else powers[0]


def _power_term(x: Term, exponents: Sum) -> Term:
    if x == EULER:
        return exp(as_sum(exponents))
    return x if exponents == ONE_SUM else x ** as_sum(exponents)


def in_order(terms: Sparse) -> list[tuple[Monomial, Rational, Term]]:
    """The terms, each with its monomial written out, in an order that depends on nothing but the
    sum itself."""
    written = [(m, c, monomial_term(m)) for m, c in terms.items()]
    return sorted(written, key=lambda item: text(item[2])) if len(written) > 1 else written


def as_sum(terms: Sparse) -> Term:
    return add(*[number(c) * x if c != 1 else x for _, c, x in in_order(terms)])


def as_term(above: Sparse, below: Sparse) -> Term:
    return as_sum(above) if below == ONE_SUM else as_sum(above) / as_sum(below)
