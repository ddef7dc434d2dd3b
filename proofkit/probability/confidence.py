"""Clopper-Pearson intervals whose ends are rounded outwards.

The lower end for `hits` of `trials` is the `p` at which as many hits or more have
probability `alpha/2`. Iteration in floating balls finds it nearly; then it is moved outwards
until an enclosure confirms that the probability there is at most `alpha/2`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx, fmpq

from proofkit.foundations.errors import InputError
from proofkit.kernel.interval import Interval, exact
from proofkit.kernel.points import precision

SHOWN = Fraction(99, 100)
ALARM = 1 - Fraction(1, 10**9)
"""Confidence beyond which a disagreement is a contradiction."""

BITS = 128
_STEPS = 60
_CLOSE = Fraction(1, 10**6)


@dataclass(frozen=True)
class Confidence:
    """An interval that holds the probability with at least the stated confidence."""

    low: arb
    high: arb

    def excludes(self, value: Interval) -> bool:
        """Is the enclosed number certainly outside?"""
        return bool(value.high < self.low or value.low > self.high)

    def text(self, digits: int = 8) -> tuple[str, str]:
        """Both ends with so many decimals, rounded outwards."""
        with precision(BITS + 4 * digits):
            low = (self.low * 10**digits).floor().unique_fmpz()
            high = (self.high * 10**digits).ceil().unique_fmpz()
        return _decimals(int(low), digits), _decimals(int(high), digits)


def interval(hits: int, trials: int, confidence: Fraction = SHOWN) -> Confidence:
    """The Clopper-Pearson interval of a probability seen `hits` times in `trials`."""
    if not 0 <= hits <= trials or trials < 1:
        raise InputError(f"expected 0 to {trials} hits in at least one trial, got {hits}")
    if not 0 < confidence < 1:
        raise InputError(f"confidence: expected a number between 0 and 1, got {confidence}")
    half = (1 - confidence) / 2
    with precision(BITS):
        low, rest = _lower_end(hits, trials, half), _lower_end(trials - hits, trials, half)
        return Confidence(low, (1 - rest).upper())


@lru_cache(maxsize=1024)
def _lower_end(hits: int, trials: int, half: Fraction) -> arb:
    if hits == 0:
        return arb(0)
    goal = arb(fmpq(half.numerator, half.denominator)).log()
    low, high = arb(0), arb(hits) / trials
    guess = _start(hits, trials, -2 * goal)
    for _ in range(_STEPS):
        excess = log_tail(hits, trials, guess) - goal
        low, high = (low, guess) if excess > 0 else (guess, high)
        step = guess - excess / _slope(hits, trials, guess)
        guess = (step if low < step < high else (low + high) / 2).mid()
        if exact(_CLOSE).low > abs(excess).upper():
            break
    while not log_tail(hits, trials, guess) < goal:
        guess = (guess * (1 - arb(2) ** -20)).mid()
    return guess


def _start(hits: int, trials: int, spread: arb) -> arb:
    """About where the end lies: so many standard deviations below the frequency."""
    share = arb(hits) / trials
    deviation = (share * (1 - share) * spread / trials).sqrt()
    guess = share - deviation
    return (guess if guess > 0 and deviation > 0 else share / 2).mid()


def _slope(hits: int, trials: int, p: arb) -> arb:
    """The derivative of `log P(X >= hits)`: the density of the beta distribution over it."""
    log_density = _log_term(hits, trials, p) + (arb(hits) / p).log()
    return (log_density - log_tail(hits, trials, p)).exp()


def log_tail(hits: int, trials: int, p: arb) -> arb:
    """`log P(X >= hits)` for a binomial `X` with mean at most `hits`, as a ball."""
    odds = p / (1 - p)
    total, term, r = arb(0), arb(1), hits
    enough = arb(2) ** (16 - ctx.prec)
    while r <= trials:
        for _ in range(min(32, trials - r + 1)):
            total += term
            term = term * odds * (trials - r) / (r + 1)
            r += 1
        ratio = odds * (trials - r) / (r + 1)
        if r > trials:
            break
        if ratio < 1 and (left := term / (1 - ratio)) < total * enough:
            total += arb(0).union(left)
            break
    return _log_term(hits, trials, p) + total.log()


def _log_term(hits: int, trials: int, p: arb) -> arb:
    """`log(C(trials, hits) p^hits (1-p)^(trials-hits))`."""
    ways = arb(trials + 1).lgamma() - arb(hits + 1).lgamma() - arb(trials - hits + 1).lgamma()
    misses = (trials - hits) * (-p).log1p() if hits < trials else arb(0)
    return ways + hits * p.log() + misses


def _decimals(whole: int, digits: int) -> str:
    padded = str(whole).zfill(digits + 1)
    return f"{padded[:-digits]}.{padded[-digits:]}"


def frequency(hits: int, trials: int, digits: int = 8) -> str:
    """`hits/trials` with so many decimals."""
    return _decimals((2 * hits * 10**digits + trials) // (2 * trials), digits)
