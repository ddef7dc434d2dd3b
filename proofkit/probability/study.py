"""A small study: one parameter varied at a time, softmax against linear attention, exact
curves with simulated points on them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from proofkit.attention.mechanisms import DEFAULT
from proofkit.jobs import HERE, Place
from proofkit.probability.experiment import Experiment, Plan, decode, encode, experiment
from proofkit.probability.model import Setting, setting
from proofkit.probability.separation import Separation, called

TRIALS = 20_000


@dataclass(frozen=True)
class StudyPoint:
    """One value of the parameter that is varied, and what was found there."""

    axis: str
    value: str
    found: Experiment


@dataclass(frozen=True)
class Study:
    separation: Separation
    trials: int
    seed: int
    points: tuple[StudyPoint, ...]
    mechanisms: tuple[str, ...] = DEFAULT

    def along(self, axis: str) -> tuple[StudyPoint, ...]:
        return tuple(point for point in self.points if point.axis == axis)


@dataclass(frozen=True)
class Course:
    """The study as a job: a chunk is a point."""

    name: str
    trials: int
    seed: int
    cells: tuple[tuple[str, str], ...]
    mechanisms: tuple[str, ...] = DEFAULT

    @property
    def separation(self) -> Separation:
        return called(self.name)

    @property
    def chunks(self) -> int:
        return len(self.cells)

    def key(self) -> dict[str, Any]:
        """What the points depend on; simulations draw with NumPy."""
        return {
            "kind": "study",
            "base": dict(self.separation.base),
            "points": [f"{axis} = {value}" for axis, value in self.cells],
            "mechanisms": list(self.mechanisms),
            "trials": self.trials,
            "seed": str(self.seed),
            "numpy": version("numpy"),
        }

    def compute(self, index: int) -> bytes:
        """The experiment at one point, which has its own seed."""
        plan = Plan(trials=self.trials, seed=self.seed + index + 1)
        done = experiment(
            self._given(index), plan, mechanisms=self.mechanisms, separation=self.name
        )
        if done.interrupted:
            raise KeyboardInterrupt
        return encode(done)

    def require_meaning(self, index: int) -> None:
        """Refuse what makes no sense at a point."""
        chosen = self._setting(index)
        for name in self.mechanisms:
            chosen.attentions(name, chosen.separation.data[1])

    def point(self, index: int, result: bytes) -> StudyPoint:
        """What `compute` found, to be reported."""
        axis, value = self.cells[index]
        return StudyPoint(axis, value, decode(result, self._setting(index)))

    def _setting(self, index: int) -> Setting:
        return setting(self._given(index), mechanisms=self.mechanisms, name=self.name)

    def _given(self, index: int) -> dict[str, str]:
        name, value = self.cells[index]
        axis = next(axis for axis in self.separation.axes if axis.name == name)
        base = {k: v for k, v in self.separation.base.items() if k != axis.instead}
        return {**base, name: value}


def study(
    trials: int = TRIALS,
    seed: int = 0,
    mechanisms: Sequence[str] = (),
    place: Place = HERE,
    name: str = "",
) -> Study:
    """Run everything; the same seed gives the same study. A window of a fixed number of
    tokens may not fit where `d` varies: such a mechanism is refused before anything is run."""
    chosen = called(name)
    cells = tuple((axis.name, value) for axis in chosen.axes for value in axis.values)
    names = setting({}, mechanisms=mechanisms, name=name).mechanisms
    course, points = Course(chosen.id, trials, seed, cells, names), []
    for index in range(course.chunks):
        course.require_meaning(index)
    ready = place.run(course)
    with closing(ready):
        for index, result in enumerate(ready):
            points.append(course.point(index, result))
            if place.progress:
                place.progress(len(points), len(cells), " = ".join(cells[index]))
    return Study(chosen, trials, seed, tuple(points), names)
