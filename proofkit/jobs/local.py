"""Processes on this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

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

    With `patience` the first work is done here, and processes are started only when it takes
    longer than so many seconds.
    """

    def __init__(self, workers: int, patience: float = 0) -> None:
        self.ahead = 4 * workers + 2
        self._workers = workers
        self._patience = patience
        self._spent = 0.0
        self._pool: ProcessPoolExecutor | None = None
        self._heard, self._line = get_context("spawn").Pipe(duplex=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have the call made, in another process unless patience lasts."""
        if self._spent < self._patience:
            return self._here(fn, *args, **kwargs)
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """After an error, or Ctrl-C, nobody waits for work that is not wanted any more."""
        if kind is not None:
            self._hang_up()
        self.shutdown(cancel_futures=True)

    def _here(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        begun = time.monotonic()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        self._spent += time.monotonic() - begun
        return future

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, spawn, _settle_in, (self._heard,))
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
