"""A progress bar on standard error, on terminals only, for work that takes longer than a second."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 1.0
"""Seconds before a bar appears."""

_REDRAW = 0.1
_ALIVE = 1.0
"""Seconds after which a bar is drawn again, with the time, though nothing was done meanwhile."""

_CELLS = 24


class Bar:
    """Called as `bar(done, total, name)`; silent when standard error is not a terminal."""

    def __init__(self, name: str = "") -> None:
        self._visible = sys.stderr is not None and sys.stderr.isatty()
        self._begun = time.monotonic()
        self._next = self._begun + PATIENCE
        self._drawn = False
        self._state = (0, 0, name)
        self._lock = threading.Lock()
        self._over = threading.Event()

    def __call__(self, done: int, total: int, name: str) -> None:
        first, self._state = not self._state[1], (done, total, name)
        due = self._begun + PATIENCE if first else self._next
        if self._visible and time.monotonic() >= due:
            self._draw()

    def _draw(self) -> None:
        with self._lock:
            if self._over.is_set():
                return
            now = time.monotonic()
            self._next, self._drawn = now + _REDRAW, True
            done, total, name = self._state
            said = f"{done}/{total} {name[:40]}" if total else name[:40]
            full = _CELLS * done // max(total, 1)
            bar = "#" * full + "." * (_CELLS - full)
            seconds = f" {now - self._begun:.0f} s" if now - self._begun >= 2 * _ALIVE else ""
            with suppress(OSError):
                sys.stderr.write(f"\r\033[K[{bar}] {said}{seconds}")
                sys.stderr.flush()

    def watch(self) -> None:
        """Show that there is work also while nobody calls: one hard proof may take long."""
        if not self._visible or self._over.wait(PATIENCE):
            return
        while not self._over.wait(_ALIVE if self._drawn else 0):
            self._draw()

    def clear(self) -> None:
        """Leave no trace on the terminal."""
        self._over.set()
        with self._lock, suppress(OSError):
            if self._drawn:
                sys.stderr.write("\r\033[K")
                sys.stderr.flush()


@contextmanager
def bar(name: str = "working") -> Iterator[Bar]:
    """A bar that is gone when the work ends, however it ends; `name` is shown until something
    is done."""
    shown = Bar(name)
    threading.Thread(target=shown.watch, daemon=True).start()
    try:
        yield shown
    finally:
        shown.clear()
