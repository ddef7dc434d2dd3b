"""What the commands cost beside importing SymPy, in the same run on the same machine.

Each time is the least of several runs, warm: the first one, which byte-compiles, does not
count.

`check` of all lemmas takes between four and five times the import of SymPy in all, not twice.
The rest is importing the other engines, deriving the lemmas' terms, deciding some 2,000
comparisons, the second opinions, and writing the statements out; none of them has most of it.
Each part is near its floor in Python; to get below two in all, the terms would have to
be kept between runs, and a verdict would rest on a file that nobody looks at.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Row, least

PYTHON = sys.executable
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
RUNS = 3


def seconds(command: list[str], runs: int) -> float:
    """The shortest wall-clock time of a command, in seconds."""

    def run() -> None:
        subprocess.run(command, check=True, env=ENVIRONMENT, capture_output=True)

    run()
    return least(run, runs)


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
            took = seconds(
                [PYTHON, "-m", "proofkit", *arguments], 1 if work.startswith("prove") else runs
            )
            command = f"`proofkit {arguments[0]}`"
            yield Row(work, command, took, "`import sympy`", base, "a whole process each")
