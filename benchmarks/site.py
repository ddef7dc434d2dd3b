"""The documentation built a first time, again, and again after one claim was changed.

Each is a process of its own; processor time. Whatever the pages say is decided in every build and
every proof is replayed by the kernel, so that a build that changes nothing costs that much; no
page is read or written again.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.commands import processor_time
from benchmarks.table import Row

ROOT = Path(__file__).parent.parent
COPIED = ("docs", "lemmas", "proofkit")
CHANGED = Path("lemmas", "separation", "softmax_d1_weights.py")
BEFORE, AFTER = "the others' terms are >= 0", "no term of the others is negative"


def measure(quick: bool = False) -> Iterator[Row]:
    """The first build, and the others beside it; a quick run builds once."""
    import sphinx  # noqa: F401 (its absence is told before anything is copied)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in COPIED:
            ours = shutil.ignore_patterns("__pycache__", "_build", "generated")
            shutil.copytree(ROOT / part, folder / part, ignore=ours)
        first = _built(folder)
        note = "a whole process each"
        if quick:
            yield Row("the site, once", "sphinx", first, "itself", first, note)
            return
        yield Row("the site, nothing changed", "again", _built(folder), "first", first, note)
        text = (folder / CHANGED).read_text(encoding="utf-8")
        if text.count(BEFORE) != 1:
            raise RuntimeError(f"{CHANGED} has changed: expected {BEFORE!r} in it once")
        (folder / CHANGED).write_text(text.replace(BEFORE, AFTER), encoding="utf-8")
        yield Row("the site, one claim changed", "again", _built(folder), "first", first, note)


def _built(folder: Path) -> float:
    """Processor time of a build in this folder, with a cache of its own."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PROOFKIT_CACHE": str(folder / "cache"),
    }
    build = ["-m", "sphinx", "-q", "-W", "-n", "-b", "html", "docs", "docs/_build/html"]
    return processor_time([sys.executable, *build], environment, folder, answers={0})
