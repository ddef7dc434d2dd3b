"""What the commands cost beside importing SymPy, in the same run on the same machine.

Each time is the least of several runs, warm: the first one, which byte-compiles, does not
count. Here it is the processor's time of the whole process, which other work on the machine
changes little.

`check` goes by what the collection keeps of its lemmas, and imports no SymPy; the rows that begin
with `of check` say what it takes its time for. What is left is Python, NumPy, Arb and mpmath
themselves, deciding, and the two second opinions.

`prove` replays the certificates that the collection ships, and searches nothing: beside `verify`,
which does the same without the collection. The limit of `verify` is reading its file as JSON. The
last row is on the clock: all proofs searched anew, by a process for each processor, and by one.
"""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Container, Iterator
from pathlib import Path

from benchmarks.table import Row

PYTHON = sys.executable
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
RUNS = 5
ANSWERS = (0, 1, 3)
"""Exit codes of a command that did its work, whatever it found."""


def processor_time(
    command: list[str],
    environment: dict[str, str],
    folder: Path | None = None,
    answers: Container[int] = ANSWERS,
) -> float:
    """The processor time of a command, with that of the processes it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=False, env=environment, cwd=folder, capture_output=True)
    if done.returncode not in answers:
        raise RuntimeError(f"{command}: {done.stderr.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(commands: dict[str, list[str]], runs: int) -> dict[str, float]:
    """The least processor time of each command, warm; they take turns, so that other work on the
    machine meets all of them."""
    for command in commands.values():
        processor_time(command, ENVIRONMENT)
    rounds = [
        {work: processor_time(command, ENVIRONMENT) for work, command in commands.items()}
        for _ in range(runs)
    ]
    return {work: min(took[work] for took in rounds) for work in commands}


def measure(quick: bool = False) -> Iterator[Row]:
    """`--help`, `check`, `prove` and `verify` beside `import sympy`."""
    with tempfile.TemporaryDirectory() as folder:
        certificates = str(Path(folder) / "certificates.json")
        rows = {
            "help": ["--help"],
            "check one lemma": ["check", "softmax-d1-weights"],
            "check all lemmas": ["check"],
            "prove all lemmas": ["prove", "-o", certificates],
            "verify all lemmas": ["verify", certificates],
        }
        commands = {work: [PYTHON, "-m", "proofkit", *given] for work, given in rows.items()}
        commands["import"] = [PYTHON, "-c", "import sympy"]
        commands["reading"] = [PYTHON, "-c", _READ, certificates]
        took = least(commands, 1 if quick else RUNS)
    base = took["import"]
    for work, arguments in rows.items():
        note = f"a whole process each; {took[work] / base:.1f} imports"
        yield Row(work, f"`proofkit {arguments[0]}`", took[work], "`import sympy`", base, note)
        if work == "check all lemmas":
            yield from _stages()
    warm, verify, note = took["prove all lemmas"], took["verify all lemmas"], "the limit: the file "
    note += "is read as JSON, and nothing is checked"
    yield Row("verify all lemmas", "`proofkit verify`", verify, "reading", took["reading"], note)
    note = f"{warm / verify:.2f} of it"
    yield Row("prove all lemmas, warm", "`proofkit prove`", warm, "verify", verify, note)
    if not quick:
        yield _cold()


_STAGES = """
import gc, os, time
ENGINES = "numpy", "flint", "mpmath"
from proofkit.cli import COLLECT, LOOK_OUT
gc.set_threshold(*COLLECT)
os.environ.setdefault(*LOOK_OUT)

def timed(name, work):
    def run(*given, **named):
        started = time.process_time()
        try:
            return work(*given, **named)
        finally:
            took[name] = took.get(name, 0) + time.process_time() - started
    return run

took = {}
timed("importing NumPy, Arb and mpmath", lambda: [__import__(m) for m in ENGINES])()
def parts():
    import proofkit.attention.crowds, proofkit.attention.dense, proofkit.attention.quantity_cache
    import proofkit.attention.queries, proofkit.cli.commands.check, proofkit.probability.opinion
    from proofkit.questions import pipeline
    from proofkit.readers.report import text
timed("importing proofkit", parts)()
from proofkit.language import registry
from proofkit.kernel.points import Point
from proofkit.questions import crosscheck, pipeline
from proofkit.readers.report import style, text
timed("reading what the lemmas say", registry.find)((), kept=True)
Point.decide = timed("deciding, in the kernel", Point.decide)
crosscheck.Mpmath.opinion = timed("second opinions, mpmath", crosscheck.Mpmath.opinion)
crosscheck.numpy_opinion = timed("second opinions, NumPy", crosscheck.numpy_opinion)
report = timed("all of the questions", pipeline.check)((), {}, kept=True)
timed("writing", text.check)(report, style.Style())
timed("importing SymPy", __import__)("sympy")
print(took)
"""


def _stages() -> Iterator[Row]:
    """What `check` of all lemmas takes its time for, in one process."""
    done = subprocess.run(
        [PYTHON, "-c", _STAGES], check=True, env=ENVIRONMENT, capture_output=True, text=True
    )
    took: dict[str, float] = ast.literal_eval(done.stdout)
    base = took.pop("importing SymPy")
    whole = took.pop("all of the questions")
    asked = sum(seconds for name, seconds in took.items() if name.startswith(("dec", "sec")))
    took["what else the questions take: reading terms, margins"] = whole - asked
    for name, seconds_ in took.items():
        note = f"{seconds_ / base:.1f} imports"
        yield Row(f"of check: {name}", "in one process", seconds_, "`import sympy`", base, note)


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
