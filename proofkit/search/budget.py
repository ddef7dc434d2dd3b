"""How long a search may take."""

from __future__ import annotations

import time

from proofkit.foundations.errors import ProofkitError


class OutOfBudget(ProofkitError):
    """A search was given up: its time is over."""


class Budget:
    """A deadline in processor time, asked for by whoever could run on: a search waits for nobody,
    and what else the machine does changes nothing in what is found."""

    def __init__(self, seconds: float) -> None:
        self.deadline = time.thread_time() + seconds

    def left(self) -> float:
        """Seconds until the deadline."""
        return self.deadline - time.thread_time()

    def spend(self) -> None:
        """Go on, or raise `OutOfBudget`."""
        if self.left() < 0:
            raise OutOfBudget("the search takes longer than it may")

    def part(self, seconds: float) -> Budget:
        """A budget for one attempt: so many seconds, but no more than are left here."""
        return Budget(min(seconds, max(self.left(), 0.0)))
