"""Run all chunks of a job, in order, on an executor or in this process."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import closing
from dataclasses import dataclass
from os import PathLike

from proofkit.foundations import memory
from proofkit.foundations.errors import WorkersLost
from proofkit.foundations.progress import Notice, Progress
from proofkit.jobs import worker
from proofkit.jobs.directory import Kept, opened
from proofkit.jobs.job import Description, Job, describe

RETRIES = 3
"""How often a chunk is sent out again when its worker is lost."""

AHEAD = 64
"""Most chunks under way or waiting for their turn, unless the executor says otherwise."""


@dataclass(frozen=True)
class Place:
    """Where work is done and kept, and who is told of it; by default this process, nowhere and
    nobody."""

    executor: Executor | None = None
    directory: str | PathLike[str] | None = None
    progress: Progress | None = None
    notice: Notice | None = None

    def run(self, job: Job) -> Generator[bytes]:
        """The results of all chunks, in order; of progress the caller tells in its own words."""
        return run(job, executor=self.executor, directory=self.directory, notice=self.notice)


HERE = Place()


def run(
    job: Job,
    *,
    executor: Executor | None = None,
    directory: str | PathLike[str] | None = None,
    progress: Progress | None = None,
    notice: Notice | None = None,
) -> Generator[bytes]:
    """The results of all chunks, in order.

    They are computed on the executor, or in this process when there is none. With a directory
    every result is stored there as soon as it is known, and those already there are not
    computed again; the directory is locked until the iterator ends or is closed. `notice` is
    told in a sentence when a stored chunk is damaged and computed again.

    An executor may have an attribute `ahead`, how many chunks to hand it before the first is
    back, and `patience`, for how many seconds to compute here before it is used at all.
    """
    described = describe(job)
    with (
        opened(directory, described, notice) as kept,
        closing(_results(job, kept, executor, described)) as results,
    ):
        for done, result in enumerate(results, 1):
            if progress:
                progress(done, job.chunks, "chunks")
            yield result


def _results(
    job: Job, kept: Kept, executor: Executor | None, described: Description
) -> Generator[bytes]:
    """Here, as long as the executor has patience, and then there."""
    memory.keep()
    patience, spent, index = getattr(executor, "patience", 0), 0.0, 0
    while index < job.chunks and (executor is None or spent < patience):
        result = kept.read(index)
        if result is None:
            begun = time.monotonic()
            result = job.compute(index)
            spent += time.monotonic() - begun
            kept.write(index, result)
        yield result
        index += 1
    if executor is not None and index < job.chunks:
        flight = _Flight(job.chunks, executor, kept, worker.pack(job, described))
        yield from flight.results(index)


class _Flight:
    """Chunks under way, and those that came back before their turn."""

    def __init__(self, chunks: int, executor: Executor, kept: Kept, packed: bytes) -> None:
        self._chunks = chunks
        self._executor = executor
        self._kept = kept
        self._packed = packed
        self._ahead: int = getattr(executor, "ahead", AHEAD)
        self._started = 0
        self._waiting: dict[Future[bytes], int] = {}
        self._back: dict[int, bytes] = {}
        self._lost: Counter[int] = Counter()

    def results(self, first: int) -> Generator[bytes]:
        """The results in order, from the first one on. Two chunks are started for each that
        is handed out, until there are enough: nobody waits until all are started."""
        self._started = first
        try:
            for index in range(first, self._chunks):
                self._start(index)
                while index not in self._back:
                    self._start(index)
                    self._land(index)
                yield self._back.pop(index)
        finally:
            for future in self._waiting:
                future.cancel()

    def _start(self, turn: int) -> None:
        """Start one more chunk, if there is room."""
        index = self._started
        if index >= min(self._chunks, turn + self._ahead):
            return
        self._started += 1
        stored = self._kept.read(index)
        if stored is None:
            self._send(index)
        else:
            self._back[index] = stored

    def _send(self, index: int) -> None:
        try:
            future = self._executor.submit(worker.compute, self._packed, index)
        except BrokenExecutor:
            raise WorkersLost(f"chunk {index} cannot be computed: the executor is broken") from None
        self._waiting[future] = index

    def _land(self, turn: int) -> None:
        """Store what is back; wait for something when no more may be started."""
        full = self._started >= min(self._chunks, turn + self._ahead)
        if full and turn not in self._back:
            wait(self._waiting, return_when=FIRST_COMPLETED)
        for future in [future for future in self._waiting if future.done()]:
            self._take(self._waiting.pop(future), future)

    def _take(self, index: int, future: Future[bytes]) -> None:
        try:
            result = future.result()
        except BrokenExecutor:
            self._lost[index] += 1
            if self._lost[index] > RETRIES:
                raise WorkersLost(
                    f"chunk {index} lost its worker {self._lost[index]} times; "
                    "was there too little memory?"
                ) from None
            self._send(index)
            return
        except CancelledError:
            raise WorkersLost(f"the executor gave up chunk {index}: it is gone") from None
        self._kept.write(index, result)
        self._back[index] = result
