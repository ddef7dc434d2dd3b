"""Fast against faithful simulation: the same networks' worth of signs, in one run.

python benchmarks/simulation.py [TRIALS]
"""

from __future__ import annotations

import sys
import time

from proofkit.probability.answers import networks
from proofkit.probability.model import setting
from proofkit.probability.simulation import FAITHFUL, FAST, Task, simulate, table

TRIALS = 512
SETTINGS = ({}, {"m": 15, "d": 12, "t": 100}, {"d": 1002, "t": 1})


def seconds(task: Task, trials: int) -> float:
    """Time for so many trials, without the first ones, which set things up."""
    simulate(task, 1)
    start = time.perf_counter()
    simulate(task, trials)
    return time.perf_counter() - start


def main() -> None:
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    print(f"{'setting':<24}{'trials':>8}{'faithful':>12}{'fast':>12}{'ratio':>10}")
    for given in SETTINGS:
        chosen = setting(given)
        events = [event for net, _ in networks(chosen).values() if net for event in net.events]
        tasks = [Task(chosen, table(events), method, 0) for method in (FAITHFUL, FAST)]
        slow, quick = (seconds(task, trials) for task in tasks)
        name = ", ".join(f"{key}={value}" for key, value in given.items()) or "defaults"
        print(f"{name:<24}{trials:>8}{slow:>10.3f} s{quick:>10.5f} s{slow / quick:>10.0f}")


if __name__ == "__main__":
    main()
