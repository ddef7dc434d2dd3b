"""Fast against faithful simulation: the same networks' worth of signs, in one run."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.table import Row
from proofkit.probability.answers import networks
from proofkit.probability.model import setting
from proofkit.probability.simulation import FAITHFUL, FAST, Task, table
from proofkit.probability.trials import simulate

TRIALS = 512
SETTINGS = ({}, {"m": 15, "d": 12, "t": 100}, {"d": 1002, "t": 1})
WIDTHS = (12, 27, 52, 102, 202, 502)


def seconds(task: Task, trials: int) -> float:
    """Time for so many trials, without the first ones, which set things up."""
    simulate(task, 1)
    start = time.perf_counter()
    simulate(task, trials)
    return time.perf_counter() - start


def measure(quick: bool = False) -> Iterator[Row]:
    """The same number of trials both ways, at some settings and as `d` grows."""
    trials = 16 if quick else TRIALS
    for given in SETTINGS:
        name = ", ".join(f"{key} = {value}" for key, value in given.items()) or "defaults"
        yield _row(f"simulate {trials} networks, {name}", given, trials)
    for width in WIDTHS[: 2 if quick else None]:
        row = _row(f"simulate {trials} networks, t = 2", {"d": width, "t": 2}, trials)
        yield Row(**{**vars(row), "over": "d", "size": width})


def _row(work: str, given: dict[str, int], trials: int) -> Row:
    chosen = setting(given)
    events = [event for net, _ in networks(chosen).values() if net for event in net.events]
    tasks = [Task(chosen, table(events), method, 0) for method in (FAITHFUL, FAST)]
    slow, quick = (seconds(task, trials) for task in tasks)
    return Row(work, "fast simulation", quick, "faithful simulation", slow)
