"""A small study: one parameter varied at a time, softmax against linear attention, exact
curves with simulated points on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from proofkit.probability.experiment import Experiment, Plan, experiment
from proofkit.probability.simulation import Progress

BASE: Mapping[str, str] = {"n": "1000", "d": "102", "m": "15"}
"""Where every curve starts; all other parameters have their default values."""

AXES: Mapping[str, tuple[str, ...]] = {
    "n": ("100", "200", "500", "1e3", "2e3", "5e3", "1e4", "1e5", "1e6", "1e9", "1e12", "1e18"),
    "d": ("3", "4", "6", "7", "10", "12", "22", "27", "42", "52", "102", "202", "502", "1002"),
    "m": ("1", "2", "4", "8", "15", "32", "64", "128", "1024", "8192"),
    "a0": ("0", "1/100", "1/10", "3/10", "1/2", "6/10", "7/10", "8/10", "9/10", "1"),
    "a1": ("1/10", "3/10", "1/2", "7/10", "6/5", "2", "3", "4", "5", "6", "8", "10", "30"),
    "c": ("1/10", "2/10", "3/10", "4/10", "1/2", "6/10", "7/10", "8/10", "9/10"),
}
MEANING: Mapping[str, str] = {
    "n": "tokens, with d = 102",
    "d": "columns, with n = 1000",
    "m": "hidden neurons",
    "a0": "strength of the needle in D0",
    "a1": "strength of the needle in D1",
    "c": "strength of the bias column, b = 1 - c",
}
TRIALS = 20_000


@dataclass(frozen=True)
class Point:
    """One value of the parameter that is varied, and what was found there."""

    axis: str
    value: str
    found: Experiment


@dataclass(frozen=True)
class Study:
    trials: int
    seed: int
    points: tuple[Point, ...]

    def along(self, axis: str) -> tuple[Point, ...]:
        return tuple(point for point in self.points if point.axis == axis)


def study(trials: int = TRIALS, seed: int = 0, progress: Progress | None = None) -> Study:
    """Run everything; the same seed gives the same study. Every point has its own seed."""
    cells, points = list(_cells()), []
    for done, (axis, value) in enumerate(cells, 1):
        plan = Plan(trials=trials, seed=seed + done)
        points.append(Point(axis, value, experiment({**BASE, axis: value}, plan)))
        if progress:
            progress(done, len(cells), f"{axis} = {value}")
    return Study(trials, seed, tuple(points))


def _cells() -> Iterator[tuple[str, str]]:
    return ((axis, value) for axis, values in AXES.items() for value in values)
