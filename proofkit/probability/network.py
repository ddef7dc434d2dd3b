"""From one neuron to `m` independent ones: probabilities, exact or enclosed.

With E0 and E1 the events that one neuron fires on D0 and on D1, seeing the same signs:

    P(F(D1) > 0)             = 1 - (1 - P(E1))^m
    P(F(D0) = 0)             = P(not E0)^m
    P(F(D1) > 0, F(D0) = 0)  = P(not E0)^m - P(not E0, not E1)^m

Where a difference would cancel, it is formed by `expm1` and `log1p` from the probability of
the event that makes the difference, such as E1 without E0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

from flint import arb, fmpq, fmpz

from proofkit.foundations.decimals import settled
from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.kernel.binomial import count, share, some_of
from proofkit.kernel.interval import Interval
from proofkit.kernel.points import precision
from proofkit.probability.events import Event
from proofkit.probability.model import QUANTITIES

MAX_FRACTION_BITS = 100_000
"""Most binary digits of an exact fraction's denominator."""

MAX_DIGITS = 1_000


def require_digits(digits: int) -> None:
    """Refuse more digits than are written."""
    if not 1 <= digits <= MAX_DIGITS:
        raise InputError(f"--digits: expected 1 to {MAX_DIGITS}, got {digits}")


def fraction(event: Event) -> Fraction:
    """The probability of an event, exactly."""
    total = sum(count(event.crowd, *run) for runs in event.patterns for run in runs)
    return Fraction(total, 1 << event.signs)


def enclose(event: Event) -> arb:
    """The probability of an event, at the current working precision."""
    weights = (share(event.crowd, *run, patient=True) for runs in event.patterns for run in runs)
    return sum(weights, arb(0)) / len(event.patterns)


class Network:
    """`m` independent neurons, each with the events that it fires on D0 and on D1."""

    def __init__(self, fires_d0: Event, fires_d1: Event, neurons: int) -> None:
        self.neurons = neurons
        self.events = (fires_d0, fires_d1)
        self.silent_d0 = fires_d0.complement()
        self.silent_d1 = fires_d1.complement()
        self.silent_both = self.silent_d0.minus(fires_d1)
        self.only_d1 = fires_d1.minus(fires_d0)

    # Exact fractions

    @property
    def fraction_bits(self) -> int:
        """Binary digits of the denominators, before anything cancels."""
        return self.neurons * self.silent_d0.signs

    def fraction(self, quantity: str) -> Fraction:
        """A probability as an exact fraction, where that is not too long to write down."""
        if self.fraction_bits > MAX_FRACTION_BITS:
            raise LimitExceeded(
                f"an exact fraction would have up to {self.neurons} * {self.silent_d0.signs} = "
                f"{self.fraction_bits} binary digits, more than {MAX_FRACTION_BITS}: "
                "lower m or d, or ask for decimals"
            )
        return self._fractions[quantity]

    def fraction_text(self, quantity: str) -> str:
        """The exact fraction written out, `p/q` in lowest terms."""
        value = self.fraction(quantity)
        return str(fmpq(value.numerator, value.denominator))

    @cached_property
    def _fractions(self) -> dict[str, Fraction]:
        events = (self.silent_d0, self.silent_d1, self.silent_both)
        d0, d1, both = (fraction(event) ** self.neurons for event in events)
        values = (1 - d1, d0, d1, d0 - both, both)
        return dict(zip(QUANTITIES, values, strict=True))

    # Enclosures and decimals

    def enclose(self, quantity: str, bits: int) -> Interval:
        """A rigorous enclosure of a probability; relatively tight, however small it is."""
        if quantity not in QUANTITIES:
            raise UnknownName(f"{quantity!r} is not one of {', '.join(QUANTITIES)}")
        with precision(bits + self.neurons.bit_length()):
            ball = self._ball(quantity)
            return Interval(ball.lower(), ball.upper())

    def _ball(self, quantity: str) -> arb:
        if quantity == "silent-d0":
            return self._all(self.silent_d0)
        if quantity == "silent-d1":
            return self._all(self.silent_d1)
        if quantity == "blind":
            return self._all(self.silent_both)
        if quantity == "fires-d1":
            return self._loss(arb(1), self.events[1], self.silent_d1)
        if self.only_d1.never:
            return arb(0)
        return self._all(self.silent_d0) * self._loss(
            enclose(self.silent_d0), self.only_d1, self.silent_both
        )

    def _all(self, event: Event) -> arb:
        """The probability that the event happens to every neuron."""
        return enclose(event) ** fmpz(self.neurons)

    def _loss(self, whole: arb, lost: Event, kept: Event) -> arb:
        """`1 - (kept/whole)^m`, where `lost` and `kept` make up `whole`."""
        if lost.never or kept.never:
            return arb(0 if lost.never else 1)
        part = enclose(lost) / whole
        if part < arb(0.5):
            return some_of(self.neurons, part)
        return 1 - (enclose(kept) / whole) ** fmpz(self.neurons)

    def decimal(self, quantity: str, digits: int) -> str:
        """A probability with so many significant digits, all right."""
        if self.fraction_bits <= MAX_FRACTION_BITS:
            exact = _point(self.fraction(quantity))
            return rounded(lambda _: exact, digits)
        shown = rounded(lambda bits: self.enclose(quantity, bits), digits)
        if not shown:
            raise LimitExceeded(f"{quantity}: {digits} digits are more than can be settled")
        return shown


def rounded(enclosure: Callable[[int], Interval], digits: int) -> str:
    """An enclosed number with so many significant digits; "" if they cannot be settled. A
    number that has fewer digits is written with those it has."""
    bits = 64 + 4 * digits
    for _ in range(6):
        interval = enclosure(bits)
        shown = settled(interval, digits)
        if shown:
            return shown if _is_exactly(interval, shown, digits) else _full(interval, digits)
        bits *= 2
    return ""


def _is_exactly(interval: Interval, shown: str, digits: int) -> bool:
    """Is the text this very number? (For a wide interval it does not matter.) A fraction
    `p/2^e` in lowest terms has more than `e/2` significant digits."""
    if interval.low != interval.high or interval.low.is_zero():
        return True
    exponent = int(interval.low.man_exp()[1])
    return -exponent <= 2 * digits and interval.low == _point(Fraction(shown)).low


def _full(interval: Interval, digits: int) -> str:
    """All digits of a rounded number, also those that are zero."""
    with precision(64 + 8 * digits):
        above = (interval.low * (1 + arb(2) ** (-8 * digits))).upper()
    return settled(Interval(interval.low, above), digits)


def _point(value: Fraction) -> Interval:
    """The interval with nothing but a number whose denominator is a power of two, or else a
    tight one around it."""
    with precision(value.numerator.bit_length() + value.denominator.bit_length() + 64):
        ball = arb(fmpz(value.numerator)) / arb(fmpz(value.denominator))
        return Interval(ball.lower(), ball.upper())
