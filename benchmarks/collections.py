"""Collections of 10 to 10,000 generated claims: what the commands cost as a collection grows.

Every claim is a template with numbers of its own, proved by a chain of two steps; a hundred make
a lemma, which is a module. *Cold* searches every proof, *warm* replays those in the user's cache.
Beside each stands the same command on ten claims, so that the ratio says how it grows; the peak
of memory is that of the whole process. Seconds are the clock's, since searches take all
processors.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Row

SIZES = (10, 100, 1_000, 10_000)
EACH = 100
MODULE = '''"""Generated: {count} claims."""

from sympy import Symbol

from proofkit.claims import Hypothesis, at_least
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x = Symbol("x", positive=True)
lemma = Lemma(
    "{name}",
    title="Generated",
    source="a template",
    provenance="O",
    section="Template",
    parameters=(Parameter("x", "3", "a number"),),
    hypotheses=(Hypothesis("x-range", at_least(x, 1)),),
)
for k in range({first}, {first} + {count}):
    left = (k + 1) * x**2 + k
    lemma.claim(
        f"c{{k}}",
        at_least(left, k + 1 + k * x),
        Chain(left)
        .at_least((k + 1) * x + k, "x >= 1, so x^2 >= x")
        .at_least(k + 1 + k * x, "x >= 1"),
    )
'''
COMMANDS = {
    "list": ("list",),
    "check": ("check",),
    "prove, cold": ("prove",),
    "prove, warm": ("prove",),
    "graph": ("graph",),
    "pages": ("pages", "-o", "{folder}/pages"),
}


def generate(folder: Path, claims: int) -> None:
    """A collection of its own, as installing it would leave it."""
    package = folder / "many"
    package.mkdir()
    (package / "__init__.py").touch()
    for number, first in enumerate(range(0, claims, EACH)):
        text = MODULE.format(count=min(EACH, claims - first), name=f"part-{number}", first=first)
        (package / f"part_{number}.py").write_text(text, encoding="utf-8")
    info = folder / "many-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: many\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[proofkit.lemmas]\nmany = many\n")


_ALONE = """
import sys
from importlib import metadata
from proofkit.language import registry
entries = [e for e in metadata.entry_points(group=registry.GROUP) if e.name == "many"]
registry._entries = lambda: entries
from proofkit.cli import main
main()
"""
"""The command line with the generated collection alone."""


def _run(folder: Path, arguments: tuple[str, ...]) -> tuple[float, str]:
    """Seconds on the clock, and the peak of memory; with the exit code, if it is not 0."""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{folder}{os.pathsep}{Path(__file__).parent.parent}",
        "PROOFKIT_CACHE": str(folder / "cache"),
    }
    given = [part.format(folder=folder) for part in arguments]
    started, peak = time.perf_counter(), 0
    with subprocess.Popen(
        [sys.executable, "-c", _ALONE, *given], env=environment, stdout=subprocess.DEVNULL
    ) as running:
        while running.poll() is None:
            peak = max(peak, _peak(running.pid))
            time.sleep(0.005)
    seconds, code = time.perf_counter() - started, running.returncode
    return seconds, f"{peak // 1024} MB" + (f"; exit code {code}" if code else "")


def _peak(process: int) -> int:
    """The most memory that a process had so far, in kB; what `wait4` tells is at least as much as
    the process that started it had."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found[1]) if found else 0


def measure(quick: bool = False) -> Iterator[Row]:
    """Each command at each size, beside itself at the least size."""
    least: dict[str, float] = {}
    for size in SIZES[:2] if quick else SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            generate(folder, size)
            for work, arguments in COMMANDS.items():
                seconds, said = _run(folder, arguments)
                base = least.setdefault(work, seconds)
                note = f"{said}; {1000 * seconds / size:.1f} ms a claim"
                yield Row(work, "proofkit", seconds, "on ten claims", base, note, "claims", size)
