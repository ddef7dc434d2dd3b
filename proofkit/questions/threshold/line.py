"""A certified picture of one question along an axis: stretches, changes, what is unsettled."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from math import isqrt

from proofkit.language.results import FAILS, HOLDS, UNDECIDED
from proofkit.questions.threshold.axis_prover import AxisProver

MAX_PIECES = 2_500
MAX_PIECES_OF_CHANCES = 600
MAX_DECIDED = 300
FINER = 3


@dataclass(frozen=True)
class Side:
    """A value next to a change, and what the kernel decides there."""

    value: Fraction
    verdict: str
    bits: int


@dataclass(frozen=True)
class Change:
    """The verdicts differ at two values, and the change is between them. `exact` is the very
    point, with the verdict there, where the two sides of the claim are certainly equal."""

    below: Side
    above: Side
    exact: Side | None = None


@dataclass(frozen=True)
class Stretch:
    """All values from `low` to `high`: holds or fails throughout, or undecided."""

    low: Fraction
    high: Fraction
    verdict: str


@dataclass(frozen=True)
class Line:
    """What is certain along the axis, in order; every value is in a stretch or in a change."""

    stretches: tuple[Stretch, ...]
    changes: tuple[Change, ...]

    @property
    def unsettled(self) -> tuple[Stretch, ...]:
        return tuple(s for s in self.stretches if s.verdict == UNDECIDED)

    def everywhere(self) -> str:
        """The verdict of the whole range, where it is one and the same; else ""."""
        verdicts = {s.verdict for s in self.stretches}
        alone = next(iter(verdicts), "")
        return alone if len(verdicts) == 1 and not self.changes and alone != UNDECIDED else ""


# Real parameters ------------------------------------------------------------------------


def real_line(question: AxisProver, digits: int) -> Line:
    """Certify pieces, the widest first, until what is left is narrower than the digits."""
    axis, width = question.axis, Fraction(1, 10 ** (digits + 2))
    question.bits = 64 + 4 * digits
    pieces = _pieces(question, axis.low, axis.high, width)
    stretches: list[Stretch] = []
    changes: list[Change] = []
    for piece in _merged(pieces):
        if piece.verdict != UNDECIDED:
            stretches.append(piece)
            continue
        change = _bracketed(question, piece, digits)
        left, right = _decimals(question, piece, digits)
        if change is None:
            stretches.append(Stretch(left, right, UNDECIDED))
            continue
        changes.append(change)
        low, high = change.below.value, change.above.value
        if piece.high - piece.low > Fraction(1, 10**digits):  # the rest of it is not settled
            rest = Stretch(left, low, UNDECIDED), Stretch(high, right, UNDECIDED)
            stretches += [stretch for stretch in rest if stretch.low < stretch.high]
    return Line(tuple(_clipped(_apart(stretches), changes)), tuple(changes))


def _apart(stretches: list[Stretch]) -> list[Stretch]:
    """What is settled ends where decimals around what is not begin."""
    ends = [s.high for s in stretches if s.verdict == UNDECIDED]
    starts = [s.low for s in stretches if s.verdict == UNDECIDED]
    apart = []
    for stretch in stretches:
        low, high = stretch.low, stretch.high
        if stretch.verdict != UNDECIDED:
            low = max([low, *(end for end in ends if end < high)])
            high = min([high, *(start for start in starts if start > low)])
        apart.append(Stretch(low, high, stretch.verdict))
    return apart


def _pieces(question: AxisProver, low: Fraction, high: Fraction, width: Fraction) -> list[Stretch]:
    most = MAX_PIECES_OF_CHANCES if question.about_chances else MAX_PIECES
    pending = [(low - high, low, high)]
    found: list[Stretch] = []
    for _ in range(most):
        if not pending:
            break
        _, start, stop = heapq.heappop(pending)
        verdict = question.over(start, stop)
        if verdict or stop - start <= width:
            found.append(Stretch(start, stop, verdict or UNDECIDED))
            continue
        middle = (start + stop) / 2
        for piece in ((start, middle), (middle, stop)):
            heapq.heappush(pending, (piece[0] - piece[1], *piece))
    found += [Stretch(start, stop, UNDECIDED) for _, start, stop in pending]
    return sorted(found, key=lambda piece: piece.low)


def _merged(pieces: list[Stretch]) -> list[Stretch]:
    groups = (list(group) for _, group in groupby(pieces, key=lambda piece: piece.verdict))
    return [Stretch(group[0].low, group[-1].high, group[0].verdict) for group in groups]


def _bracketed(question: AxisProver, piece: Stretch, digits: int) -> Change | None:
    """The change inside an unsettled piece, between decimals where the kernel decides."""
    if piece.high - piece.low <= Fraction(1, 10**digits):
        return _change(question, *_decimals(question, piece, digits))
    found = _bisected(question, piece, digits)
    if found is None:
        return None
    change = _change(question, *_decimals(question, found, digits))
    return change or _change(question, found.low, found.high)


def _decimals(question: AxisProver, piece: Stretch, digits: int) -> tuple[Fraction, Fraction]:
    """The narrowest decimals around a piece."""
    for extra in range(FINER):  # a decimal inside the piece itself: try with more of them
        grid = 10 ** (digits + extra)
        low = max(piece.low * grid // 1 / Fraction(grid), question.axis.low)
        high = min(-(-piece.high * grid // 1) / Fraction(grid), question.axis.high)
        if high - low <= Fraction(1, 10**digits):
            break
    return low, high


def _change(question: AxisProver, low: Fraction, high: Fraction) -> Change | None:
    below, above = _side(question, low), _side(question, high)
    if {below.verdict, above.verdict} != {HOLDS, FAILS}:
        return None
    simple = simplest(low, high)
    return Change(below, above, _side(question, simple) if question.equal_at(simple) else None)


def _side(question: AxisProver, value: Fraction) -> Side:
    found = question.at(value)
    return Side(value, found.verdict, found.bits)


def _bisected(question: AxisProver, piece: Stretch, digits: int) -> Stretch | None:
    """A narrow piece, with some change in it, of one that enclosures do not settle."""
    low, high = piece.low, piece.high
    first, last = question.at(low).verdict, question.at(high).verdict
    if {first, last} != {HOLDS, FAILS}:
        return None
    while high - low > Fraction(1, 10 ** (digits + 2)):
        middle = (low + high) / 2
        verdict = question.at(middle).verdict
        if verdict not in (HOLDS, FAILS):
            return None
        low, high = (middle, high) if verdict == first else (low, middle)
    return Stretch(low, high, UNDECIDED)


def _clipped(stretches: list[Stretch], changes: list[Change]) -> list[Stretch]:
    """Stretches end where the values beside a change begin."""
    clipped = []
    for stretch in stretches:
        low, high = stretch.low, stretch.high
        for change in changes:
            if low < change.above.value <= high and low >= change.below.value:
                low = change.above.value
            if low <= change.below.value < high and high <= change.above.value:
                high = change.below.value
        if low < high or stretch.low == stretch.high:
            clipped.append(Stretch(low, high, stretch.verdict))
    return clipped


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the least denominator from low to high.

    >>> simplest(Fraction(333, 1000), Fraction(334, 1000))
    Fraction(1, 3)
    """
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole if low > 0 or high < 0 else 0)
    part = Fraction(whole - 1)
    return part + 1 / simplest(1 / (high - part), 1 / (low - part))


# Integers -------------------------------------------------------------------------------


def integer_line(question: AxisProver) -> Line:
    """Every admissible value is decided, on its own or within a certified piece."""
    values = question.axis.values
    if question.convex and len(values) > MAX_DECIDED:
        known = _convex(question)
    else:
        known = _indices(question)
    stretches = _runs(question, known)
    changes = []
    for one, two in pairwise(stretches):
        if {one.verdict, two.verdict} == {HOLDS, FAILS}:
            changes.append(Change(_side(question, one.high), _side(question, two.low)))
    return Line(tuple(stretches), tuple(changes))


Runs = list[tuple[int, int, str]]


def _runs(question: AxisProver, known: Runs) -> list[Stretch]:
    values, joined = question.axis.values, list[Stretch]()
    groups = (list(g) for _, g in groupby(sorted(known), key=lambda run: run[2]))
    for group in groups:
        low, high = Fraction(values[group[0][0]]), Fraction(values[group[-1][1]])
        joined.append(Stretch(low, high, group[0][2]))
    return joined


def _indices(question: AxisProver) -> Runs:
    """Certify ranges of admissible values, the longest first, down to single ones."""
    values, known = question.axis.values, list[tuple[int, int, str]]()
    decided, most = 0, MAX_PIECES_OF_CHANCES if question.about_chances else MAX_PIECES
    pending = [(1 - len(values), 0, len(values) - 1)]
    for _ in range(most):
        if not pending:
            break
        _, first, last = heapq.heappop(pending)
        verdict = ""
        if first == last:
            decided += 1
            verdict = question.at(Fraction(values[first])).verdict
            if verdict == UNDECIDED:
                verdict = question.over(*[Fraction(values[first])] * 2) or UNDECIDED
        else:
            verdict = question.over(Fraction(values[first]), Fraction(values[last]))
        if verdict or decided > MAX_DECIDED:
            known.append((first, last, verdict or UNDECIDED))
            continue
        middle = _between(first, last)
        for piece in ((first, middle), (middle + 1, last)):
            heapq.heappush(pending, (piece[0] - piece[1], *piece))
    return known + [(first, last, UNDECIDED) for _, first, last in pending]


def _between(first: int, last: int) -> int:
    """Where to cut a range: long ones by size, not by length."""
    if last > 16 * (first + 1):
        return min(isqrt((first + 1) * last), last - 1)
    return (first + last) // 2


def _convex(question: AxisProver) -> Runs:
    """Doubling from the least value, then bisection: where it holds is one run."""
    count = len(question.axis.values)
    tried = [0]
    while tried[-1] < count - 1:
        tried.append(min(2 * tried[-1] + 1, count - 1))

    def verdict(index: int) -> str:
        return question.at(Fraction(question.axis.values[index])).verdict

    good = [k for k in tried if verdict(k) == HOLDS]
    if not good:
        return [
            *((k, k, verdict(k)) for k in tried),
            *((k + 1, j - 1, UNDECIDED) for k, j in pairwise(tried) if j > k + 1),
        ]

    def edge(inside: int, outside: int) -> int:
        """The last index that holds, going from `inside` towards `outside`."""
        while abs(inside - outside) > 1:
            middle = (inside + outside) // 2
            if verdict(middle) == HOLDS:
                inside = middle
            else:
                outside = middle
        return inside

    first, last = good[0], good[-1]
    if first > 0:
        first = edge(first, max(k for k in tried if k < first))
    if last < count - 1:
        last = edge(last, min(k for k in tried if k > last))
    known = [(first, last, HOLDS)]
    if first > 0:
        known.append((0, first - 1, _beyond(verdict(first - 1))))
    if last < count - 1:
        known.append((last + 1, count - 1, _beyond(verdict(last + 1))))
    return known


def _beyond(verdict: str) -> str:
    """Beyond a value next to the run that fails, all fail."""
    return FAILS if verdict == FAILS else UNDECIDED
