"""A whole simulation: its chunks as a job, and their sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from proofkit.jobs import HERE, Place
from proofkit.probability.model import QUANTITIES
from proofkit.probability.simulation import Counts, Task, TrialChunk, run, run_slice, tally


@dataclass(frozen=True)
class Trials:
    """The chunks of all repetitions, in order, as a job. A result is the counts and, last,
    how many comparisons were near ties, as eight-byte integers; of a slice of a trial it is what
    was heard, and the near ties."""

    task: Task
    trials: int
    repeats: int

    @property
    def chunks(self) -> int:
        return self.repeats * self._in_a_repeat

    @property
    def _in_a_repeat(self) -> int:
        return -(-self.trials // self.task.chunk) * self.task.slices

    def piece(self, number: int) -> TrialChunk:
        """Which trials a chunk has, or which slice of a trial."""
        repeat, place = divmod(number, self._in_a_repeat)
        index, part = divmod(place, self.task.slices)
        start = index * self.task.chunk
        return TrialChunk(repeat, index, min(self.task.chunk, self.trials - start), part)

    def key(self) -> dict[str, Any]:
        """What the counts depend on, NumPy's version too: it may draw other numbers."""
        chosen = self.task.setting
        return {
            "kind": "simulation",
            "parameters": {name: str(value) for name, value in chosen.values.items()},
            "weights": chosen.weights.value,
            "mechanisms": list(chosen.mechanisms),
            "method": self.task.method,
            "seed": str(self.task.seed),
            "trials": self.trials,
            "repeats": self.repeats,
            "chunk": self.task.chunk,
            "slices": self.task.slices,
            "numpy": np.__version__,
        }

    def compute(self, index: int) -> bytes:
        """The counts of one chunk."""
        if self.task.slices > 1:
            return np.array(run_slice(self.task, self.piece(index)), "<u8").tobytes()
        counts, near = run(self.task, self.piece(index))
        return np.append(counts.ravel(), near).astype("<i8").tobytes()


# Whole runs -----------------------------------------------------------------------------


@dataclass
class Simulation:
    """What was counted so far: `counts[repeat, mechanism, quantity]` in `done[repeat]` trials."""

    task: Task
    trials: int
    counts: Counts
    done: Counts
    near: int = 0
    interrupted: bool = False
    heard: int = 0  # in the slices so far of a trial that is not done

    def take(self, piece: TrialChunk, numbers: Counts) -> None:
        """One chunk, as `Trials.compute` gives it."""
        if self.task.slices == 1:
            self.add(piece, numbers[:-1].reshape(self.counts.shape[1:]), int(numbers[-1]))
            return
        self.heard |= int(numbers.view("<u8")[0])
        if piece.part < self.task.slices - 1:
            self.near += int(numbers[1])
            return
        heard = np.array([self.heard], self.task.table.codes.dtype)
        self.add(piece, tally(heard)[: len(self.counts[0])], int(numbers[1]))
        self.heard = 0

    def add(self, piece: TrialChunk, counts: Counts, near: int) -> None:
        self.counts[piece.repeat] += counts
        self.done[piece.repeat] += piece.trials
        self.near += near

    def hits(self, mechanism: str, quantity: str, repeat: int | None = None) -> int:
        """How often a quantity's event happened, in one repetition or in all."""
        counted = self.counts.sum(axis=0) if repeat is None else self.counts[repeat]
        place = self.task.setting.mechanisms.index(mechanism)
        return int(counted[place, QUANTITIES.index(quantity)])


def simulate(task: Task, trials: int, repeats: int = 1, place: Place = HERE) -> Simulation:
    """Run all chunks, here or on an executor. An interruption (Ctrl-C) ends the run early
    with what was done so far."""
    shape = (repeats, len(task.setting.mechanisms), len(QUANTITIES))
    result = Simulation(task, trials, np.zeros(shape, np.int64), np.zeros(repeats, np.int64))
    job = Trials(task, trials, repeats)
    ready = place.run(job)
    try:
        for index, chunk in enumerate(ready):
            result.take(job.piece(index), np.frombuffer(chunk, "<i8"))
            if place.progress and task.slices == 1:
                place.progress(int(result.done.sum()), repeats * trials, "trials")
            elif place.progress:
                place.progress(index + 1, job.chunks, "slices of trials")
    except KeyboardInterrupt:
        result.interrupted = True
    finally:
        ready.close()
    return result
