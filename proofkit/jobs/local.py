"""Processes on this machine.

Each has a line of its own to this process and shares nothing with the others, so that one that
dies at any moment, also in the middle of an answer, takes only its own call with it.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from multiprocessing import spawn
from multiprocessing.connection import Connection, Pipe
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

from proofkit.foundations.errors import InternalError, ProofkitError

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 1.0
"""Seconds of work in this process before others are started: they have to import first."""

_FAREWELL = 5.0
"""Seconds to wait for a line whose process is killed. It takes none, unless a signal has come
while a lock was taken that the line needs; then there is nothing to wait for."""

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
_starting = threading.Lock()
_imported = threading.Event()
_imported.set()

_BEGIN = """
import sys
from multiprocessing.connection import Connection
line = Connection(int(sys.argv[1]))
try:
    sys.path[:] = line.recv()
except (EOFError, OSError):
    sys.exit(1)
from proofkit.jobs.local import serve
serve(line)
"""
"""What a new process runs. The processes of the standard library would do, but for what they say
when the one that starts them is killed at that moment, and that it waits for them at its end."""


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
        self._calls = SimpleQueue[tuple[Future[Any], Any] | None]()
        self._lines: list[_Line] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have the call made in another process."""
        future = Future[T]()
        self._calls.put((future, (fn, args, kwargs)))
        if len(self._lines) < self._workers:
            self.patience = 0
            self._lines.append(_Line(self._calls))  # before it is started: one knows to end it
            self._lines[-1].start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when their work is done."""
        if cancel_futures:
            with suppress(Empty):
                while True:
                    if (waiting := self._calls.get_nowait()) is not None:
                        waiting[0].cancel()
        for _ in self._lines:
            self._calls.put(None)
        for line in self._lines if wait else ():
            line.join()

    def __exit__(self, *error: object) -> None:
        """Leave at once, after an error or Ctrl-C too: results that nobody has taken inside
        the block are not wanted, and nobody waits for them."""
        for line in self._lines:
            line.hang_up()
        self.shutdown(wait=False, cancel_futures=True)
        for line in self._lines:
            if line.is_alive():
                line.join(_FAREWELL)


class _Line(threading.Thread):
    """A thread that hands calls to a process, which it starts, and starts again when it dies."""

    def __init__(self, calls: SimpleQueue[tuple[Future[Any], Any] | None]) -> None:
        super().__init__(daemon=True)
        self._calls = calls
        self._over = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Connection | None = None

    def run(self) -> None:
        while (call := self._calls.get()) is not None:
            future, what = call
            if future.set_running_or_notify_cancel():
                self._make(future, what)
        self._stop()

    def hang_up(self) -> None:
        """Let the process go, whatever it does; no other is started."""
        with _starting:
            self._over.set()
            if (process := self._process) is not None:
                process.kill()

    def _make(self, future: Future[Any], what: object) -> None:
        """Have one call made; the future tells what became of it."""
        try:
            result, raised = self._asked(pickle.dumps(what))
        except (EOFError, OSError):
            self._stop()
            future.set_exception(BrokenExecutor("the process died"))
        except Exception as error:  # of what cannot travel
            future.set_exception(error)
        else:
            if raised is None:
                future.set_result(result)
            else:
                future.set_exception(raised)

    def _asked(self, call: bytes) -> tuple[Any, Exception | None]:
        end = self._end or self._start_process()
        end.send_bytes(call)
        answer: tuple[Any, Exception | None] = pickle.loads(end.recv_bytes())
        return answer

    def _start_process(self) -> Connection:
        """Processes started here never see Ctrl-C, not even while they import."""
        if not _imported.is_set():
            raise ProofkitError(
                "a script that starts processes is imported by each of them: "
                "it needs `if __name__ == '__main__':` before it does"
            )
        ours, theirs = Pipe()
        with _starting, theirs:  # closed here, so that the line is dead when the process is
            if self._over.is_set():
                raise EOFError
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _BEGIN, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
            self._end = ours
        about = spawn.get_preparation_data(self.name)
        del about["authkey"]  # which does not travel
        ours.send(about["sys_path"])
        ours.send((about, gc.get_threshold()))
        return ours

    def _stop(self) -> None:
        if self._end is not None and self._process is not None:
            self._end.close()
            self._process.kill()
            self._process.wait()
            self._end = self._process = None


def serve(line: Connection) -> None:
    """In a new process: one thread for arithmetic unless told otherwise; rubbish is looked for as
    often as where it was started; calls, one by one."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # who started this may be ending just now
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    try:
        about, collect = line.recv()
    except (EOFError, OSError):  # nobody is there any more
        return
    gc.set_threshold(*collect)
    _imported.clear()
    spawn.prepare(about)
    _imported.set()
    calls = SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(line, calls), daemon=True).start()
    with suppress(OSError):
        while True:
            line.send_bytes(_answer(calls.get()))


def _listen(line: Connection, calls: SimpleQueue[bytes]) -> None:
    """Hear calls, and the end of the process that started this one, however that ends."""
    with suppress(EOFError, OSError):
        while True:
            calls.put(line.recv_bytes())
    os._exit(1)


def _answer(call: bytes) -> bytes:
    try:
        fn, args, kwargs = pickle.loads(call)
        return pickle.dumps((fn(*args, **kwargs), None))
    except Exception as error:
        with suppress(Exception):  # of errors that cannot travel either
            said = pickle.dumps((None, error))
            pickle.loads(said)
            return said
        return pickle.dumps((None, InternalError(f"{type(error).__name__}: {error}")))
