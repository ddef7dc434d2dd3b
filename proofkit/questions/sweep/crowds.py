"""Exact probabilities of sign events at many points, by Arb alone.

The kernel finds by exact decisions from which count of +1 in the large group on an event holds.
Here that count is solved for: `threshold <= single signs + (2j - size)*weight` says that j is at
least a certain number, which Arb encloses; if no integer is that close, the least j is certain.
Else nothing is said, and the kernel is asked. The binomial tails are the kernel's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import arb, ctx

from proofkit.foundations.errors import LimitExceeded, ProofkitError
from proofkit.kernel.binomial import share, some_of
from proofkit.kernel.signs import MAX_COUNT, MAX_SINGLES
from proofkit.language.terms import SUMS, Term

MAX_KEPT = 20_000
UNKNOWN = arb.nan()

Patterns = tuple[int, tuple[int, ...]]
"""The size of the large group, and a least count of +1 for every pattern of the single signs."""


class Uncertain(ProofkitError):
    """Not to be said with so many bits."""


@dataclass(frozen=True)
class _Sum:
    """One event about a sum of signs: where its numbers are among those of the whole event."""

    strict: bool
    threshold: int
    groups: tuple[tuple[int, int], ...]  # of the weight, and of the count


@dataclass(frozen=True)
class _Crowd:
    """`some` or `none` of so many neurons."""

    op: str
    count: int
    sums: tuple[_Sum, ...]


class Chance:
    """The probability of one event, as a function of the numbers in it."""

    def __init__(self, event: Term) -> None:
        self._places = 0
        self._kept: dict[object, arb] = {}
        inner = event.args if event.op == "both" else (event,)
        if any(e.op not in ("some", "none", *SUMS) for e in inner):
            raise LimitExceeded(f"no program for {event.op}")
        if event.op == "both" and (inner[0].args[0] != inner[1].args[0]):
            raise LimitExceeded("no program for neurons of two kinds")
        self.parts = tuple(self._crowd(e) for e in inner)
        if event.op == "both" and {part.op for part in self.parts} == {"some"}:
            raise LimitExceeded("no program for two events that happen")

    def _place(self) -> int:
        self._places += 1
        return self._places - 1

    def _crowd(self, event: Term) -> _Crowd:
        if event.op in SUMS:
            return _Crowd("one", -1, (self._sum(event),))
        count = self._place()
        return _Crowd(event.op, count, tuple(self._sum(e) for e in event.args[1:]))

    def _sum(self, event: Term) -> _Sum:
        places = [self._place() for _ in event.args]
        groups = tuple(zip(places[1::2], places[2::2], strict=True))
        return _Sum(event.op == "above", places[0], groups)

    def __call__(self, *numbers: arb) -> arb:
        """An enclosure of the probability; not a number where it is not certain."""
        try:
            if not all(value.is_finite() for value in numbers):
                return UNKNOWN
            return self._chance(numbers)
        except (Uncertain, LimitExceeded):
            return UNKNOWN

    def _chance(self, numbers: Sequence[arb]) -> arb:
        if len(self.parts) == 2:
            return self._both(numbers)
        (part,) = self.parts
        patterns = _patterns(part.sums, numbers)
        many = 1 if part.op == "one" else _whole(numbers[part.count])
        return self._known("none" if part.op == "none" else "some", many, patterns)

    def _both(self, numbers: Sequence[arb]) -> arb:
        """With one neuron's signs: some(A) and none(B) is none(B) without none(A or B)."""
        first, second = self.parts
        many = _whole(numbers[first.count])
        if _whole(numbers[second.count]) != many:
            raise Uncertain("neurons of two kinds")
        either = _patterns(first.sums + second.sums, numbers)
        if first.op == second.op:
            return self._known("none", many, either)
        silent = _patterns((first if first.op == "none" else second).sums, numbers)
        if silent == either:
            return arb(0)
        return self._known("none", many, silent) - self._known("none", many, either)

    def _known(self, op: str, many: int, patterns: Patterns) -> arb:
        """`(1 - p)^m`, or what is left of 1; points of a grid share it."""
        key = (op, many, patterns, ctx.prec)
        if key not in self._kept:
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[key] = _of_neurons(op, many, patterns)
        return self._kept[key]


def _of_neurons(op: str, many: int, patterns: Patterns) -> arb:
    size, leasts = patterns
    loud = sum((share(size, least, size) for least in leasts), arb(0)) / len(leasts)
    if op == "some" and many == 1:
        return loud
    if op == "some" and loud < 1:
        return some_of(many, loud)
    silent = (1 - loud) ** many
    return silent if op == "none" else 1 - silent


def _whole(value: arb) -> int:
    """A number >= 0 of signs or neurons, which is certainly an integer."""
    found = value.unique_fmpz() if value.is_exact() else None
    if found is None or found < 0:
        raise Uncertain("not a number of signs or neurons")
    return int(found)


def _patterns(sums: Sequence[_Sum], numbers: Sequence[arb]) -> Patterns:
    counts = [[_whole(numbers[at]) for _, at in one.groups] for one in sums]
    if any(other != counts[0] for other in counts):
        raise Uncertain("the events do not speak of the same signs")
    large = max(range(len(counts[0])), key=counts[0].__getitem__)
    size = counts[0][large]
    if not 0 < size <= MAX_COUNT or sum(counts[0]) - size > MAX_SINGLES:
        raise Uncertain("no large group, or too many single signs")
    found = [list(_leasts(one, numbers, counts[0], large)) for one in sums]
    return size, tuple(map(min, zip(*found, strict=True)))


def _leasts(one: _Sum, numbers: Sequence[arb], counts: list[int], large: int) -> Iterator[int]:
    """For every pattern of the single signs, the least count of +1 in the large group."""
    weight, size = numbers[one.groups[large][0]], counts[large]
    if not weight > 0:
        raise Uncertain("the large group's weight is not certainly positive")
    ends = [(numbers[one.threshold] / weight + size) / 2]
    for k, (place, _) in enumerate(one.groups):
        for _ in range(0 if k == large else counts[k]):
            half = numbers[place] / weight / 2
            ends = [end for before in ends for end in (before - half, before + half)]
    for end in ends:
        if end > size:
            yield size + 1
        elif end < 0:
            yield 0
        else:
            whole = (end.floor() + 1 if one.strict else end.ceil()).unique_fmpz()
            if whole is None:
                raise Uncertain("a tie")
            yield min(max(int(whole), 0), size + 1)
