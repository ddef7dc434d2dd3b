"""Processes on this machine."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 1.0
"""Seconds of work in this process before others are started: they have to import first."""

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


class LocalProcesses(Executor):
    """So many processes of our own. Those that die are replaced; none outlives this one.

    With `patience` a run does the first work itself, and processes are started only when it
    takes longer than so many seconds; once they are there, no run waits.
    """

    def __init__(self, workers: int, patience: float = 0) -> None:
        self.ahead = 4 * workers + 2
        self.patience = patience
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._heard, self._line = get_context("spawn").Pipe(duplex=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have the call made in another process."""
        with _interruptions_wait():
            try:
                return self._started().submit(fn, *args, **kwargs)
            except BrokenExecutor:
                self._pool = None
                return self._started().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when their work is done."""
        if self._pool is not None:
            self._pool.shutdown(wait, cancel_futures=cancel_futures)
        self._hang_up()

    def __exit__(self, *error: object) -> None:
        """Leave at once, after an error or Ctrl-C too: results that nobody has taken inside
        the block are not wanted, and nobody waits for them."""
        self._hang_up()
        self.shutdown(cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, spawn, _settle_in, (self._heard,))
            self.patience = 0
        return self._pool

    def _hang_up(self) -> None:
        """Close the line that every worker listens on: it leaves at once."""
        self._line.close()
        self._heard.close()


@contextmanager
def _interruptions_wait() -> Iterator[None]:
    """Processes started here never see Ctrl-C, not even while they import; this one sees it
    a moment later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle_in(line: Connection) -> None:
    """In a new worker: one thread for arithmetic unless told otherwise, and an ear for the
    process that started it, however that one ends."""
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    threading.Thread(target=_leave_when_alone, args=(line,), daemon=True).start()


def _leave_when_alone(line: Connection) -> None:
    line.poll(None)
    os._exit(1)
