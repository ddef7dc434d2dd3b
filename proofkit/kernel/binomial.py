"""The probability that a given number of fair signs are +1, exact or enclosed.

Enclosures keep all their digits, however small the probability is: no difference of nearly
equal numbers is formed. A run in the upper half is a tail cut short, one in the lower half its
mirror image, and one across the middle is what two tails leave over. A tail is summed from its
largest term outwards until a geometric series bounds what is left, which takes about
`sqrt(size * bits)` terms; where that is long, Arb's incomplete beta function gives it.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from flint import arb, ctx, fmpq, fmpz

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import LimitExceeded

MAX_EXACT = 4_000
"""Up to so many signs, counts are integers."""

SHORT_SUM, LONG_SUM = 20_000, 5_000_000
MAX_BITS = 256
"""With more, the beta function takes minutes; who is patient has a long sum instead."""

STRIDE = 32


@lru_cache(maxsize=4096)
def count(size: int, first: int, last: int) -> int:
    """How many of the `2^size` choices of signs have from `first` to `last` that are +1."""
    if first > last:
        return 0
    if last - first > size // 2:
        return (1 << size) - count(size, 0, first - 1) - count(size, last + 1, size)
    spend(last - first + 1)
    term = total = comb(size, first)
    for r in range(first, last):
        term = term * (size - r) // (r + 1)
        total += term
    return total


def share(size: int, first: int, last: int, patient: bool = False) -> arb:
    """The probability of that, at the working precision or, where that takes long, a lower one."""
    return _share(size, max(first, 0), min(last, size), ctx.prec, patient)


@lru_cache(maxsize=4096)
def _share(size: int, first: int, last: int, bits: int, patient: bool) -> arb:
    if first > last or (first, last) == (0, size):
        return arb(0 if first > last else 1)
    if size <= MAX_EXACT:
        return arb(fmpz(count(size, first, last))) * arb(2) ** -size
    if 2 * last < size:
        return _share(size, size - last, size - first, bits, patient)
    if (2 * first, last) == (size + 1, size):
        return arb(1) / 2
    with ctx.workprec(bits + 2 * size.bit_length() + 32):
        if 2 * first >= size:
            return _tail(size, first, last, bits, patient)
        outside = (0, first - 1), (last + 1, size)
        return 1 - sum((_share(size, *run, bits, patient) for run in outside), arb(0))


def _tail(size: int, first: int, last: int, bits: int, patient: bool) -> arb:
    """From `first >= size/2` to `last`, where the terms decrease, as `exp(-2 x^2/size)` does at
    distance `x` from the middle."""
    start = arb(first - size // 2)
    reach = (start**2 + arb(size) * bits * arb(2).log() / 2).sqrt() - start
    longest = LONG_SUM if patient and bits > MAX_BITS else SHORT_SUM
    if last - first < longest or reach < longest:
        return _sum(size, first, last, bits)
    with ctx.workprec(min(bits, MAX_BITS) + 2 * size.bit_length() + 32):
        found = _from(size, first) - (_from(size, last + 1) if last < size else 0)
    if not found.is_finite():
        raise LimitExceeded(f"a sum over {size} signs takes too long: there are too many of them")
    return found


def _from(size: int, first: int) -> arb:
    """The probability that at least `first > 0` are +1."""
    spend(5_000)
    return arb(fmpq(1, 2)).beta_lower(arb(first), arb(size - first + 1), regularized=True)


def _sum(size: int, first: int, last: int, bits: int) -> arb:
    log = arb(size + 1).lgamma() - arb(first + 1).lgamma() - arb(size - first + 1).lgamma()
    term = (log - size * arb(2).log()).exp()  # C(size, first)/2^size
    total, enough, r = arb(0), arb(2) ** -bits, first
    while r <= last:
        spend(STRIDE / 4)
        for _ in range(min(STRIDE, last - r + 1)):
            total += term
            term = term * (size - r) / (r + 1)
            r += 1
        # Each term is at most (size - r)/(r + 1) < 1 times the one before it.
        left = term * (r + 1) / (2 * r + 1 - size)
        if r > last or left < total * enough:
            break
    return total + arb(0).union(left) if r <= last else total


def some_of(many: int, chance: arb) -> arb:
    """`1 - (1 - chance)^many`, with all digits even where its exponent is a huge number: for
    `y >= 0`, `1 - exp(-y)` lies between `y - y^2/2` and `y`."""
    if many < 2:
        return chance * many
    if not 2 * chance < 1:
        rest = 1 - chance
        return 1 - (rest**many if rest > 0 else arb(0).union(rest.upper() ** many))
    y = -many * (-chance).log1p()
    return y * (1 - arb(0).union(y / 2)) if y < arb(2) ** -ctx.prec else -(-y).expm1()
