"""`--watch`: the same command again, in a process of its own, whenever a file changes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from proofkit.cli import terminal
from proofkit.language import registry

PAUSE = 0.3
"""Seconds between two looks at the files."""


def again_and_again(watched: Callable[[], Iterable[Path]] | None = None) -> int:
    """Run until interrupted; the answer is the exit code of the last run. Without `watched`, the
    files of the collections are watched."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--watch"]
    files = watched or _of_collections
    while True:
        before = _times(files())
        code = subprocess.run(
            [sys.executable, "-m", "proofkit", *arguments], check=False
        ).returncode
        terminal.remark(f"exit code {code}; waiting for a change, Ctrl-C ends")
        try:
            while _times(files()) == before:
                time.sleep(PAUSE)
        except KeyboardInterrupt:
            return code


def _of_collections() -> list[Path]:
    return [*registry.files(), *Path().glob("*.toml")]


def _times(watched: Iterable[Path]) -> dict[Path, int]:
    """When each file was last written."""
    return {path: path.stat().st_mtime_ns for path in watched if path.exists()}
