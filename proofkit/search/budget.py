"""How long a search may run. Every loop of a search spends from its budget, so that a deadline
reaches all of them."""

from __future__ import annotations

import time
from dataclasses import dataclass


class OutOfBudget(Exception):
    """The search has used up its time."""


@dataclass(frozen=True)
class Budget:
    """A moment by which to be done, on the clock of `time.monotonic`."""

    deadline: float

    @classmethod
    def seconds(cls, seconds: float) -> Budget:
        return cls(time.monotonic() + seconds)

    @property
    def left(self) -> float:
        return self.deadline - time.monotonic()

    def part(self, seconds: float) -> Budget:
        """At most so much of what is left."""
        return Budget(min(self.deadline, time.monotonic() + seconds))

    def spend(self) -> None:
        if self.left < 0:
            raise OutOfBudget
