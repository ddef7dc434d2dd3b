"""The runner of jobs: against a bare loop over the same chunks, and processes against one.

python -m benchmarks.jobs
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator

from benchmarks.table import Row
from proofkit.jobs import Job, LocalProcesses, run
from proofkit.jobs.local import processors
from proofkit.probability.answers import networks
from proofkit.probability.model import setting
from proofkit.probability.simulation import FAST, Task, table
from proofkit.probability.trials import Trials

CHUNKS = 150
RUNS = 3


def simulation() -> Trials:
    """A simulation of so many chunks at the default parameters."""
    chosen = setting({"m": 15})
    events = [event for net, _ in networks(chosen).values() if net for event in net.events]
    task = Task(chosen, table(events), FAST, 0)
    return Trials(task, CHUNKS * task.chunk, 1)


def least(ways: dict[str, Callable[[], Iterable[bytes]]]) -> dict[str, float]:
    """The shortest of several times to take all results, the ways taking turns."""
    times = dict.fromkeys(ways, float("inf"))
    for _ in range(RUNS):
        for name, work in ways.items():
            started = time.perf_counter()
            for _result in work():
                pass
            times[name] = min(times[name], time.perf_counter() - started)
    return times


def bare(job: Job) -> Iterator[bytes]:
    """The chunks and nothing else."""
    return (job.compute(index) for index in range(job.chunks))


def kept(job: Job) -> Iterator[bytes]:
    """A run with a directory of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield from run(job, directory=folder)


def measure() -> Iterator[Row]:
    """One row for each way to run the same chunks."""
    job = simulation()
    with LocalProcesses(processors()) as pool:
        started = time.perf_counter()
        for _result in run(job, executor=pool):
            pass
        first = time.perf_counter() - started
        times = least(
            {
                "a bare loop": lambda: bare(job),
                "run": lambda: run(job),
                "run with a directory": lambda: kept(job),
                "local processes": lambda: run(job, executor=pool),
            }
        )
    work, loop = f"{CHUNKS} chunks of a simulation", times.pop("a bare loop")
    spread, note = times.pop("local processes"), f"{first:.2f} s with the start of the processes"
    for name, seconds in times.items():
        each = (seconds - loop) / CHUNKS * 1000
        yield Row(work, name, seconds, "a bare loop", loop, f"{each:+.2f} ms a chunk")
    name = f"{processors()} local processes"
    yield Row(work, name, spread, "run in one process", times["run"], note)


if __name__ == "__main__":
    for row in measure():
        print(
            f"{row.work:34} {row.ours:22} {row.seconds:8.3f} s  {row.alternative:20}"
            f"{row.alternative_seconds:8.3f} s  x{row.ratio:.2f}  {row.note}"
        )
