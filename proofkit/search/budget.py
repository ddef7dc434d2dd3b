"""How long a search may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from math import inf
from typing import TypeVar

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import LimitExceeded, ProofkitError

T = TypeVar("T")


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

    def limiting(self) -> AbstractContextManager[None]:
        """A block in which the kernel and machine numbers keep to the time, too."""
        return limited(seconds=max(0.0, self.deadline - time.thread_time()), latest=self.latest)

    def within(self, seconds: float, attempt: Callable[[Budget], T]) -> T | None:
        """What an attempt finds in a part of the time, if anything; `OutOfBudget` if all is
        over."""
        part = self.part(seconds)
        try:
            with part.limiting():
                return attempt(part)
        except (OutOfBudget, LimitExceeded):
            self.spend()
            return None
