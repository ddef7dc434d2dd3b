"""What a mechanism does at the points of a grid over two parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.progress import Progress
from proofkit.questions.regions.plane import Range, check_two
from proofkit.questions.separating.question import Question
from proofkit.questions.threshold.axis import axis

POINTS, MAX_POINTS = 400, 40_000


@dataclass(frozen=True)
class SeparationMap:
    """The verdict at every point of a grid: `verdicts[row][column]` at `values` of the second
    and of the first parameter. Nothing is said of what lies between the points."""

    question: Question
    over: tuple[str, str]
    values: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
    verdicts: tuple[tuple[str, ...], ...]

    def count(self, verdict: str) -> int:
        return sum(row.count(verdict) for row in self.verdicts)


def regions(
    question: Question,
    ranges: Sequence[Range],
    points: int | None = None,
    progress: Progress | None = None,
) -> SeparationMap:
    """Decide a grid of about so many points."""
    wanted = POINTS if points is None else points
    if not 4 <= wanted <= MAX_POINTS:
        raise LimitExceeded(f"--boxes: expected 4 to {MAX_POINTS} points, got {wanted}")
    check_two(ranges)
    first, second = (_values(question, one, isqrt(wanted)) for one in ranges)
    names = ranges[0].name, ranges[1].name
    rows: list[tuple[str, ...]] = []
    total = len(first) * len(second)
    for y in second:
        row = []
        for x in first:
            row.append(question.verdict({names[0]: x, names[1]: y}))
            if progress:
                progress(len(rows) * len(first) + len(row), total, "points")
        rows.append(tuple(row))
    return SeparationMap(question, names, (first, second), tuple(rows))


def _values(question: Question, one: Range, count: int) -> tuple[Fraction, ...]:
    """Evenly spaced values of a range: admissible whole numbers, or the middles of steps."""
    if one.high is None:
        raise InputError(f"--over: {one.name}: a grid of points needs an end, not oo")
    line = axis(one.name, question.given, question.parameters, one.low, one.high)
    if line.integer:
        places = sorted({(len(line.values) - 1) * k // max(count - 1, 1) for k in range(count)})
        return tuple(Fraction(line.values[place]) for place in places)
    step = (line.high - line.low) / count
    return tuple(line.low + (2 * k + 1) * step / 2 for k in range(count))
