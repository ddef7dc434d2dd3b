"""A small study: one parameter varied at a time, softmax against linear attention, exact
curves with simulated points on them."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from proofkit import jobs
from proofkit.foundations.progress import Notice, Progress
from proofkit.probability.experiment import Experiment, Plan, decode, encode, experiment
from proofkit.probability.model import setting

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


@dataclass(frozen=True)
class Course:
    """The study as a job: a chunk is a point."""

    trials: int
    seed: int
    cells: tuple[tuple[str, str], ...]

    @property
    def chunks(self) -> int:
        return len(self.cells)

    def key(self) -> dict[str, Any]:
        """What the points depend on; simulations draw with NumPy."""
        return {
            "kind": "study",
            "base": dict(BASE),
            "points": [f"{axis} = {value}" for axis, value in self.cells],
            "trials": self.trials,
            "seed": str(self.seed),
            "numpy": version("numpy"),
        }

    def compute(self, index: int) -> bytes:
        """The experiment at one point, which has its own seed."""
        plan = Plan(trials=self.trials, seed=self.seed + index + 1)
        done = experiment(self._given(index), plan)
        if done.interrupted:
            raise KeyboardInterrupt
        return encode(done)

    def point(self, index: int, result: bytes) -> Point:
        """What `compute` found, to be reported."""
        axis, value = self.cells[index]
        return Point(axis, value, decode(result, setting(self._given(index))))

    def _given(self, index: int) -> dict[str, str]:
        axis, value = self.cells[index]
        return {**BASE, axis: value}


def study(
    trials: int = TRIALS,
    seed: int = 0,
    executor: Executor | None = None,
    directory: str | None = None,
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> Study:
    """Run everything; the same seed gives the same study."""
    cells = tuple((axis, value) for axis, values in AXES.items() for value in values)
    course, points = Course(trials, seed, cells), []
    ready = jobs.run(course, executor=executor, directory=directory, notice=notice)
    with closing(ready):
        for index, result in enumerate(ready):
            points.append(course.point(index, result))
            if progress:
                progress(len(points), len(cells), " = ".join(cells[index]))
    return Study(trials, seed, tuple(points))
