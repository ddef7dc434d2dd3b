"""What the commands cost beside importing SymPy, in the same run on the same machine.

Each time is the least of several runs, warm: the first one, which byte-compiles, does not
count. Here it is the processor's time of the whole process, which other work on the machine
changes little.

`check` of all lemmas takes many times the import of SymPy: it imports the other engines too,
derives the lemmas' terms, decides each comparison, asks for second opinions, and writes the
statements out; none of them has most of it. `prove` replays the certificates that the
collection ships, and searches nothing: beside `verify`, which does the same without SymPy and
without the collection. The limit of `verify` is reading its file as JSON. The last row is on the
clock: all proofs searched anew, by a process for each processor, and by one.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Row

PYTHON = sys.executable
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
RUNS = 3
ANSWERS = (0, 1, 3)
"""Exit codes of a command that did its work, whatever it found."""


def seconds(command: list[str], runs: int) -> float:
    """The least processor time of a command."""

    def run() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, check=False, env=ENVIRONMENT, capture_output=True)
        if done.returncode not in ANSWERS:
            raise RuntimeError(f"{command}: {done.stderr.decode()}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    run()
    return min(run() for _ in range(runs))


def measure(quick: bool = False) -> Iterator[Row]:
    """`--help`, `check`, `prove` and `verify` beside `import sympy`."""
    runs = 1 if quick else RUNS
    base, beside = seconds([PYTHON, "-c", "import sympy"], runs), dict[str, float]()
    with tempfile.TemporaryDirectory() as folder:
        certificates = str(Path(folder) / "certificates.json")
        rows = {
            "help": ["--help"],
            "check one lemma": ["check", "softmax-d1-weights"],
            "check all lemmas": ["check"],
            "prove all lemmas": ["prove", "-o", certificates],
            "verify all lemmas": ["verify", certificates],
        }
        for work, arguments in rows.items():
            took = seconds([PYTHON, "-m", "proofkit", *arguments], runs)
            command = f"`proofkit {arguments[0]}`"
            yield Row(work, command, took, "`import sympy`", base, "a whole process each")
            beside[work] = took
        reading = seconds([PYTHON, "-c", _READ, certificates], runs)
        verify = beside["verify all lemmas"]
        note = "the limit: the file is read as JSON, and nothing is checked"
        yield Row("verify all lemmas", "`proofkit verify`", verify, "reading", reading, note)
        warm, note = beside["prove all lemmas"], f"{beside['prove all lemmas'] / verify:.2f} of it"
        yield Row("prove all lemmas, warm", "`proofkit prove`", warm, "verify", verify, note)
    if not quick:
        yield _cold()


_READ = "import json, sys; json.load(open(sys.argv[1]))"


def _cold() -> Row:
    """All proofs searched anew."""
    prove = [PYTHON, "-m", "proofkit", "prove", "--no-cache"]

    def run(workers: str) -> tuple[float, int]:
        started = time.perf_counter()
        done = subprocess.run([*prove, "--workers", workers], check=False, capture_output=True)
        return time.perf_counter() - started, done.returncode

    (both, code), (one, other) = run("auto"), run("1")
    note = f"{os.cpu_count()} processors; seconds on the clock; exit codes {code} and {other}"
    return Row("prove all lemmas, cold", "all processors", both, "one process", one, note)
