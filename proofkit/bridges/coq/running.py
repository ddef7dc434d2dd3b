"""Run one of Coq's programs with a limit on its CPU time.

On a busy machine a clock on the wall says nothing of how hard a proof is. `coqc -time` tells after
each sentence what it took; from there the next sentence has its seconds.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SPENT = re.compile(
    r"^Chars (\d+) - (\d+) \[.*\] \S+ secs \((\d*\.?\d*)u,(\d*\.?\d*)s\)", re.MULTILINE
)
"""What is told of a sentence: where it begins and ends, and its seconds, own and the system's."""

_MEMORY = "s=1M,o=1000"
"""For OCaml: to look for garbage seldom, which takes a tenth of a proof's time. More memory than
this takes longer to come by than it saves."""

_FREE = 3
"""Seconds for what a program does before its first sentence, and for rounding."""


@dataclass(frozen=True)
class Run:
    """How a program ended: what it printed, what it complained of, and was it stopped?"""

    output: str
    complaint: str
    good: bool
    stopped: bool


def run(command: Sequence[str], place: Path, each: int, whole: int) -> Run:
    """Run a program in a folder; it is stopped after `whole` seconds of processor time, or when a
    sentence takes more than `each`."""
    lines, spent = [], 0
    with (
        tempfile.TemporaryFile() as complaint,
        subprocess.Popen(
            command, cwd=place, env=environment(), stdout=subprocess.PIPE, stderr=complaint
        ) as process,
    ):
        _limit(process.pid, min(each, whole))
        for raw in process.stdout or ():
            line = raw.decode(errors="replace")
            lines.append(line)
            found = SPENT.match(line)
            if found is not None:
                spent += milliseconds(found)
                _limit(process.pid, min(spent // 1000 + each, whole))
        code = process.wait()
        complaint.seek(0)
        said = complaint.read().decode(errors="replace")
    said = said or (f"ended by signal {-code}" if code < 0 else "")
    return Run("".join(lines), said, code == 0, code == -signal.SIGXCPU)


def environment() -> dict[str, str]:
    """What a program of Coq's is to know besides its options; what the user has set counts."""
    return {"OCAMLRUNPARAM": _MEMORY, **os.environ}


def milliseconds(found: re.Match[str]) -> int:
    """The processor time of a sentence."""
    return sum(map(_thousandths, found.groups()[2:]))


def _thousandths(seconds: str) -> int:
    whole, _, part = seconds.partition(".")
    return int(whole or 0) * 1000 + int((part + "000")[:3])


def _limit(process: int, seconds: int) -> None:
    with suppress(ProcessLookupError):  # it has ended
        _, most = resource.prlimit(process, resource.RLIMIT_CPU)
        wanted = seconds + _FREE
        limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.prlimit(process, resource.RLIMIT_CPU, (limit, most))
