"""`--watch`: the same command again, in a process of its own, whenever a file changes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from proofkit.cli import terminal
from proofkit.language import registry

PAUSE = 0.3
"""Seconds between two looks at the files."""


def again_and_again() -> int:
    """Run until interrupted; the answer is the exit code of the last run."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--watch"]
    while True:
        before = _times()
        code = subprocess.run(
            [sys.executable, "-m", "proofkit", *arguments], check=False
        ).returncode
        terminal.remark(f"exit code {code}; waiting for a change, Ctrl-C ends")
        try:
            while _times() == before:
                time.sleep(PAUSE)
        except KeyboardInterrupt:
            return code


def _times() -> dict[Path, int]:
    """When each file of the collections was last written."""
    watched = [*registry.files(), *Path().glob("*.toml")]
    return {path: path.stat().st_mtime_ns for path in watched if path.exists()}
