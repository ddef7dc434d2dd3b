"""Rigorous enclosures by intervals with possibly infinite ends.

An interval stands for a set of real numbers (never for an infinite one). Ends are exact
Arb numbers, so that comparing them is decided; each operation is done in ball arithmetic on
the ends and rounded outwards. Whatever Arb cannot bound becomes an infinite end.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb, fmpq, fmpz

from proofkit.foundations.errors import Undefined

INFINITY, MINUS_INFINITY, NOUGHT, UNITY = arb.pos_inf(), arb.neg_inf(), arb(0), arb(1)
LONG = arb(2) ** 4096


class Interval:
    """All real x with `low <= x <= high`."""

    __slots__ = ("high", "low")

    def __init__(self, low: arb, high: arb) -> None:
        if not low <= high:
            raise Undefined("an empty interval")
        self.low, self.high = low, high

    def __repr__(self) -> str:
        return f"[{self.low}, {self.high}]"

    def __add__(self, other: Interval) -> Interval:
        return _around(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Interval:
        return _around(-self.high, -self.low)

    def __sub__(self, other: Interval) -> Interval:
        return _around(self.low - other.high, self.high - other.low)

    def __mul__(self, other: Interval) -> Interval:
        if self.low >= 0 and other.low >= 0:
            return _around(_times(self.low, other.low), _times(self.high, other.high))
        corners = [_times(x, y) for x in (self.low, self.high) for y in (other.low, other.high)]
        return Interval(min(map(_down, corners)), max(map(_up, corners)))

    def inverse(self) -> Interval:
        if not (self.low > 0 or self.high < 0):
            raise Undefined("a divisor that may be zero")
        return _around(_reciprocal(self.high), _reciprocal(self.low))

    def rising(self, function: Callable[[arb], arb], least: arb, most: arb) -> Interval:
        """The values of a function that rises, between its limits `least` and `most`."""
        low = function(self.low) if self.low.is_finite() else least
        high = function(self.high) if self.high.is_finite() else most
        return Interval(max(_down(low), least), min(_up(high), most))

    def exp(self) -> Interval:
        return self.rising(arb.exp, NOUGHT, INFINITY)

    def log(self) -> Interval:
        if not self.low > 0:
            raise Undefined("the logarithm of a number that may be <= 0")
        return self.rising(arb.log, MINUS_INFINITY, INFINITY)

    def to_integer(self, exponent: int) -> Interval:
        if exponent < 0:
            return self.inverse().to_integer(-exponent)
        if exponent == 0:
            return exact(Fraction(1))
        base = self if exponent % 2 else self.magnitude()
        return _around(_raised(base.low, exponent), _raised(base.high, exponent))

    def to_power(self, exponent: Interval) -> Interval:
        if self.low > 0:
            return (exponent * self.log()).exp()
        if self.low >= 0 and exponent.low >= 0:  # for y >= 0, x^y rises with x, from 0 or 0^0 = 1
            top = Interval(self.high, self.high)
            high = (exponent * top.log()).exp().high if self.high > 0 else NOUGHT
            return Interval(NOUGHT, high if exponent.low > 0 else max(high, UNITY))
        raise Undefined("a power whose base may be negative, or zero with exponent < 0")

    def whole(self) -> int | None:
        """The integer that this is, if it is nothing else, and not too long to be written out."""
        short = self.low == self.high and abs(self.low) < LONG
        found = self.low.unique_fmpz() if short else None
        return None if found is None else int(found)

    def magnitude(self) -> Interval:
        if self.low >= 0:
            return self
        return -self if self.high <= 0 else Interval(NOUGHT, max(-self.low, self.high))

    def greatest(self, other: Interval) -> Interval:
        return Interval(max(self.low, other.low), max(self.high, other.high))

    def least(self, other: Interval) -> Interval:
        return Interval(min(self.low, other.low), min(self.high, other.high))

    def meet(self, other: Interval) -> Interval:
        return Interval(max(self.low, other.low), min(self.high, other.high))


def exact(value: Fraction) -> Interval:
    """The tightest interval of the working precision around one rational."""
    ball = arb(fmpq(value.numerator, value.denominator))
    return _around(ball, ball)


def pi() -> Interval:
    """The tightest interval of the working precision around the constant."""
    return _around(arb.pi(), arb.pi())


def between(low: Fraction | None, high: Fraction | None) -> Interval:
    """An interval with rational ends; `None` is an infinite end."""
    return Interval(
        MINUS_INFINITY if low is None else exact(low).low,
        INFINITY if high is None else exact(high).high,
    )


def _around(low: arb, high: arb) -> Interval:
    """From the lower end of one ball to the upper end of another."""
    return Interval(_down(low), _up(high))


def _down(ball: arb) -> arb:
    bound = ball.lower()
    return MINUS_INFINITY if bound.is_nan() else bound


def _up(ball: arb) -> arb:
    bound = ball.upper()
    return INFINITY if bound.is_nan() else bound


def _times(x: arb, y: arb) -> arb:
    """A product of ends, where 0 times infinity is 0: members of an interval are finite."""
    return NOUGHT if x.is_zero() or y.is_zero() else x * y


def _reciprocal(end: arb) -> arb:
    return 1 / end if end.is_finite() else NOUGHT


def _raised(end: arb, exponent: int) -> arb:
    return end ** fmpz(exponent) if end.is_finite() else end
