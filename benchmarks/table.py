"""What every benchmark yields: one piece of work, done here and done another way."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """Seconds for the same work, by proofkit and by a named alternative, in the same run.

    Rows that differ in `size` only, the value of the parameter `over`, make a plot of growth.
    """

    work: str
    ours: str
    seconds: float
    alternative: str
    alternative_seconds: float
    note: str = ""
    over: str = ""
    size: float = 0

    @property
    def ratio(self) -> float:
        """How many times faster than the alternative."""
        return self.alternative_seconds / self.seconds


HEAD = (
    "| work | ours | seconds | alternative | seconds | speed-up | note |\n"
    "|---|---|---:|---|---:|---:|---|"
)


def speed_up(ratio: float) -> str:
    """A ratio in words that cannot be misread: 0.27 is a slow-down."""
    return f"{ratio:.3g}×" if ratio >= 1 else f"{ratio:.3g}× (slower)"


def line(row: Row) -> str:
    """A row of the Markdown table."""
    work = f"{row.work}, {row.over} = {row.size:g}" if row.over else row.work
    times = (f"{seconds:.3g}" for seconds in (row.seconds, row.alternative_seconds))
    ours, other = times
    cells = (work, row.ours, ours, row.alternative, other, speed_up(row.ratio), row.note)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def least(work: Callable[[], object], runs: int = 3) -> float:
    """The shortest wall-clock time of several runs, in seconds."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)
