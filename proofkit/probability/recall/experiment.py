"""The whole experiment as a job: recall against the number of pairs, then the noisy read-out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from math import sqrt
from typing import Any

import mpmath

from proofkit.foundations.exact import integer
from proofkit.jobs import HERE, Place
from proofkit.probability import confidence
from proofkit.probability.recall import noisy, trials
from proofkit.probability.recall.noisy import Noisy
from proofkit.probability.recall.trials import Cell

TRIALS, VALUES, SEEDS, SAMPLES = 10, 256, 5, 200
COLUMNS = (16, 32, 64)
PAIRS = (4, 8, 16, 32, 64, 128, 256, 512)
TOKENS = (32, 64, 128, 256, 512)
NOISE = ("0", "0.05", "0.1")
MOST_TRIALS, LEAST_TRIALS = 10_000, 2


@dataclass(frozen=True)
class Share:
    """A share of right answers with its 99% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class RecallPoint:
    """What was found for so many columns and pairs: the share each reader gets right, the
    weight of the right key beside its bound, and the best linear error beside `N - rank`."""

    cell: Cell
    right: dict[str, Share]
    weight: float
    bound: float
    error: float
    rank: int


@dataclass(frozen=True)
class Told:
    """What the read-out tells right at so many tokens and so much noise, over all seeds."""

    tokens: int
    noise: str
    right: dict[str, Share]


@dataclass(frozen=True)
class Recall:
    """What `recall` reports."""

    trials: int
    seed: int
    seeds: int
    points: tuple[RecallPoint, ...]
    told: tuple[Told, ...]

    def along(self, columns: int) -> tuple[RecallPoint, ...]:
        return tuple(point for point in self.points if point.cell.columns == columns)


@dataclass(frozen=True)
class Course:
    """The experiment as a job: a chunk is a cell of recall, or one seed of the read-out."""

    trials: int
    seed: int
    seeds: int = SEEDS

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell(d, pairs, VALUES) for d in COLUMNS for pairs in PAIRS)

    @property
    def samples(self) -> tuple[Noisy, ...]:
        return tuple(
            Noisy(n, noise, SAMPLES) for n in TOKENS for noise in NOISE for _ in range(self.seeds)
        )

    @property
    def chunks(self) -> int:
        return len(self.cells) + len(self.samples)

    def key(self) -> dict[str, Any]:
        """What the results depend on; NumPy draws and multiplies."""
        return {
            "kind": "recall",
            "columns": list(COLUMNS),
            "pairs": list(PAIRS),
            "values": VALUES,
            "tokens": list(TOKENS),
            "noise": list(NOISE),
            "samples": SAMPLES,
            "seeds": self.seeds,
            "trials": self.trials,
            "seed": str(self.seed),
            "numpy": version("numpy"),
        }

    def name(self, index: int) -> str:
        """What a chunk is about, in words."""
        if index < len(self.cells):
            return f"d = {self.cells[index].columns}, {self.cells[index].pairs} pairs"
        cell = self.samples[index - len(self.cells)]
        return f"n = {cell.tokens}, noise {cell.noise}"

    def compute(self, index: int) -> bytes:
        """The counts of one chunk."""
        if index < len(self.cells):
            found: Any = trials.measure(self.cells[index], self.trials, self.seed, index)
        else:
            found = noisy.measure(self.samples[index - len(self.cells)], self.seed, index)
        return json.dumps(found).encode()


def plan(trials: object = TRIALS, seed: object = 0, seeds: object = SEEDS) -> Course:
    """The experiment that a person asks for; an interval needs two trials, or seeds."""
    several = (LEAST_TRIALS, MOST_TRIALS)
    return Course(
        integer(trials, "--trials", several),
        integer(seed, "--seed", (0, 2**128 - 1)),
        integer(seeds, "--seeds", several),
    )


def run(course: Course, place: Place = HERE) -> Recall:
    """Run everything; the same seed gives the same counts."""
    results = []
    ready = place.run(course)
    with closing(ready):
        for index, result in enumerate(ready):
            results.append(json.loads(result))
            if place.progress:
                place.progress(len(results), course.chunks, course.name(index))
    split = len(course.cells)
    pairs = zip(course.cells, results[:split], strict=True)
    points = tuple(_point(cell, found) for cell, found in pairs)
    return Recall(course.trials, course.seed, course.seeds, points, _told(course, results[split:]))


def _point(cell: Cell, found: dict[str, Any]) -> RecallPoint:
    count = len(found["weight"])
    return RecallPoint(
        cell,
        {name: clustered(hits, cell.pairs) for name, hits in found["right"].items()},
        sum(found["weight"]) / count,
        sum(found["bound"]) / count,
        sum(found["error"]) / count,
        found["rank"][0],
    )


def _told(course: Course, results: Sequence[dict[str, int]]) -> tuple[Told, ...]:
    told = []
    for start in range(0, len(results), course.seeds):
        cell, seeds = course.samples[start], results[start : start + course.seeds]
        right = {name: clustered([one[name] for one in seeds], cell.samples) for name in seeds[0]}
        told.append(Told(cell.tokens, cell.noise, right))
    return tuple(told)


def clustered(hits: Sequence[int], each: int) -> Share:
    """The share of right answers, in trials of `each` answers that are not independent.

    The interval is the wider of two at every end: Student's for the shares of the trials, which
    are independent of each other, and Clopper and Pearson's for all answers together.
    """
    count, total = len(hits), sum(hits)
    mean = total / (count * each)
    spread = sum((one / each - mean) ** 2 for one in hits)
    reach = student(count - 1) * sqrt(spread / (count - 1) / count)
    pooled = [_number(end) for end in confidence.interval(total, count * each).text()]
    return Share(mean, max(min(pooled[0], mean - reach), 0), min(max(pooled[1], mean + reach), 1))


@cache
def student(freedom: int) -> Any:
    """The two-sided 99% quantile of Student's distribution.

    >>> round(student(9), 3)
    3.25
    """

    def outside(t: Any) -> Any:
        share = freedom / (freedom + t**2)
        return mpmath.betainc(freedom / 2, 0.5, 0, share, regularized=True)

    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if outside(middle) > 0.01 else (low, middle)
    return high


def _number(text: str) -> Any:
    whole, _, part = text.partition(".")
    return int(whole + part) / 10 ** len(part)
