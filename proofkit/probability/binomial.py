"""How much of a fair binomial distribution lies in a run: as an exact fraction, or enclosed.

Enclosures sum a tail from its largest term outwards until a geometric series bounds what is
left, which takes about `sqrt(size * bits)` terms. No difference of nearly equal numbers is
formed, so that tiny weights keep all their digits: a run in the upper half is a tail cut
short, one in the lower half is its mirror image, and one across the middle is what two tails
leave over.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from flint import arb, ctx, fmpz

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.points import precision
from proofkit.probability.runs import Run, Runs

SMALL = 1_000
"""Up to this size sums are done in integers."""

MAX_TERMS = 5_000_000
_STRIDE = 32


def count(size: int, runs: Runs) -> int:
    """How many of the `2^size` sign vectors have a number of positive signs in the set."""
    return sum(_count(size, run) for run in runs)


@lru_cache(maxsize=4096)
def _count(size: int, run: Run) -> int:
    first, last = run
    if (first, last) == (0, size):
        return 1 << size
    if last - first > size // 2:
        return (1 << size) - count(size, tuple(_outside(size, run)))
    term = total = comb(size, first)
    for r in range(first, last):
        term = term * (size - r) // (r + 1)
        total += term
    return total


def _outside(size: int, run: Run) -> list[Run]:
    first, last = run
    return [piece for piece in ((0, first - 1), (last + 1, size)) if piece[0] <= piece[1]]


def fraction(size: int, runs: Runs) -> Fraction:
    """The probability of the set, exactly."""
    return Fraction(count(size, runs), 1 << size)


def enclose(size: int, runs: Runs) -> arb:
    """The probability of the set, at the current working precision."""
    total = arb(0)
    for run in runs:
        total += _run(size, run, ctx.prec)
    return total


@lru_cache(maxsize=4096)
def _run(size: int, run: Run, bits: int) -> arb:
    if run == (0, size):
        return arb(1)
    if size <= SMALL:
        return arb(fmpz(_count(size, run))) * arb(2) ** -size
    first, last = run
    if 2 * first == size + 1 and last == size:
        return arb(1) / 2
    with precision(bits + 2 * size.bit_length() + 32):
        if 2 * first >= size:
            return _tail(size, first, last, bits)
        if 2 * last <= size:
            return _tail(size, size - last, size - first, bits)
        rest = (_run(size, piece, bits) for piece in _outside(size, run))
        return arb(1) - sum(rest, arb(0))


def _tail(size: int, first: int, last: int, bits: int) -> arb:
    """The terms from `first >= size/2` to `last`, which decrease."""
    _refuse_long_sums(size, first, last, bits)
    term = _term(size, first)
    total, enough, r = arb(0), arb(2) ** -bits, first
    while r <= last:
        for _ in range(min(_STRIDE, last - r + 1)):
            total += term
            term = term * (size - r) / (r + 1)
            r += 1
        # Each term is at most (size - r)/(r + 1) < 1 times the one before it.
        left = term * (r + 1) / (2 * r + 1 - size)
        if r > last or left < total * enough:
            break
    return total + arb(0).union(left) if r <= last else total


def _term(size: int, r: int) -> arb:
    """`C(size, r)/2^size`."""
    log = arb(size + 1).lgamma() - arb(r + 1).lgamma() - arb(size - r + 1).lgamma()
    return (log - size * arb(2).log()).exp()


def _refuse_long_sums(size: int, first: int, last: int, bits: int) -> None:
    """Terms fall like `exp(-2 x^2/size)` at distance `x` from the middle."""
    start = first - size // 2
    with precision(64 + 2 * size.bit_length()):
        reach = (arb(start) ** 2 + arb(size) * bits * arb(2).log() / 2).sqrt() - start
    if last - first > MAX_TERMS and not reach < MAX_TERMS:
        raise LimitExceeded(
            f"a sum over {size} signs takes more than {MAX_TERMS} terms: d is too large"
        )
