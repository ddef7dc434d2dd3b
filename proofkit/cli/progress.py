"""A progress bar on standard error, for people only and only for work that takes a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds before a bar appears."""

_REDRAW = 0.1
_CELLS = 24


class Bar:
    """Called as `bar(done, total, name)`; silent when standard error is not a terminal."""

    def __init__(self) -> None:
        self._visible = sys.stderr.isatty()
        self._next = time.monotonic() + PATIENCE
        self._drawn = False

    def __call__(self, done: int, total: int, name: str) -> None:
        now = time.monotonic()
        if not self._visible or now < self._next:
            return
        self._next, self._drawn = now + _REDRAW, True
        full = _CELLS * done // max(total, 1)
        bar = "#" * full + "." * (_CELLS - full)
        sys.stderr.write(f"\r\033[K[{bar}] {done}/{total} {name[:40]}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Leave no trace on the terminal."""
        if self._drawn:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


@contextmanager
def bar() -> Iterator[Bar]:
    """A bar that is gone when the work ends, however it ends."""
    shown = Bar()
    try:
        yield shown
    finally:
        shown.clear()
