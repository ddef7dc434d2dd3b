"""How long a search may take."""

from __future__ import annotations

import time
from math import inf

from proofkit.foundations.errors import ProofkitError


class OutOfBudget(ProofkitError):
    """A search was given up: its time is over."""


class Budget:
    """A deadline in processor time, asked for by whoever could run on: a search waits for nobody,
    and what else the machine does changes nothing in what is found, unless there is somebody who
    waits: `latest` is when to end by the clock on the wall."""

    def __init__(self, seconds: float, latest: float = inf) -> None:
        self.deadline, self.latest = time.thread_time() + seconds, latest

    def left(self) -> float:
        """Seconds until the deadline."""
        return min(self.deadline - time.thread_time(), self.latest - time.monotonic())

    def spend(self) -> None:
        """Go on, or raise `OutOfBudget`."""
        if self.left() < 0:
            raise OutOfBudget("the search takes longer than it may")

    def part(self, seconds: float) -> Budget:
        """A budget for one attempt: so many seconds, but no more than are left here."""
        return Budget(min(seconds, max(self.left(), 0.0)), self.latest)
