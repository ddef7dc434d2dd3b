"""What the commands cost beside importing SymPy, in the same run on the same machine.

Each time is the least of several runs, warm: the first one, which byte-compiles, does not
count. Here it is the processor's time of the whole process, which other work on the machine
changes little.

`check` of all lemmas takes many times the import of SymPy: it imports the other engines too,
derives the lemmas' terms, decides each comparison, asks for second opinions, and writes the
statements out; none of them has most of it. `prove` replays the certificates that the
collection ships, and searches nothing.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Row

PYTHON = sys.executable
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
RUNS = 3


def seconds(command: list[str], runs: int) -> float:
    """The least processor time of a command."""

    def run() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, env=ENVIRONMENT, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    run()
    return min(run() for _ in range(runs))


def measure(quick: bool = False) -> Iterator[Row]:
    """`--help`, `check`, `prove` and `verify` beside `import sympy`."""
    runs = 1 if quick else RUNS
    base = seconds([PYTHON, "-c", "import sympy"], runs)
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
