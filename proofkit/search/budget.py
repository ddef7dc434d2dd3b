"""How long a search may take."""

from __future__ import annotations

import time

from proofkit.foundations.errors import ProofkitError


class OutOfBudget(ProofkitError):
    """A search was given up: its time is over."""


class Budget:
    """A deadline, asked for by whoever could run on."""

    def __init__(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds until the deadline."""
        return self.deadline - time.monotonic()

    def spend(self) -> None:
        """Go on, or raise `OutOfBudget`."""
        if self.left() < 0:
            raise OutOfBudget("the search takes longer than it may")

    def part(self, seconds: float) -> Budget:
        """A budget for one attempt: so many seconds, but no more than are left here."""
        return Budget(min(seconds, max(self.left(), 0.0)))
