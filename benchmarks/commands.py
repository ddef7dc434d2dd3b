"""What the commands cost beside importing SymPy, in the same run on the same machine.

python benchmarks/commands.py [RUNS]

Each time is the least of several runs, warm: the first one, which byte-compiles, does not
count.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PYTHON = sys.executable
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def least(command: list[str], runs: int) -> float:
    """The shortest wall-clock time of a command, in seconds."""
    times = []
    for _ in range(runs + 1):
        started = time.perf_counter()
        subprocess.run(command, check=True, env=ENVIRONMENT, capture_output=True)
        times.append(time.perf_counter() - started)
    return min(times[1:])


def main(runs: int = 5) -> None:
    """Print one line a command: seconds, and the ratio to `import sympy`."""
    with tempfile.TemporaryDirectory() as folder:
        certificates = str(Path(folder) / "certificates.json")
        proofkit = [PYTHON, "-m", "proofkit"]
        rows = {
            "import sympy": [PYTHON, "-c", "import sympy"],
            "proofkit --help": [*proofkit, "--help"],
            "check, one lemma": [*proofkit, "check", "softmax-d1-weights"],
            "check, all lemmas": [*proofkit, "check"],
            "prove, all lemmas": [*proofkit, "prove", "-o", certificates],
            "verify, all lemmas": [*proofkit, "verify", certificates],
        }
        base = 0.0
        for name, command in rows.items():
            seconds = least(command, 1 if name.startswith("prove") else runs)
            base = base or seconds
            print(f"{name:20}  {seconds:7.3f} s  {seconds / base:6.2f} x import sympy")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
