"""Where long work runs, and where it is kept: options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import integer, shorten

Command = TypeVar("Command", bound=Callable[..., Any])

MAX_WORKERS = 256


def placement(command: Command) -> Command:
    """`--workers` and `--scheduler`, for `executor`, and `--run`, passed on as `directory`."""
    workers = click.option(
        "--workers",
        default="auto",
        show_default=True,
        metavar="N",
        help="Processes on this machine; auto starts one a processor when the work takes long.",
    )
    scheduler = click.option(
        "--scheduler", metavar="tcp://HOST:PORT", help="Run on a Dask cluster instead."
    )
    directory = click.option(
        "--run",
        "directory",
        metavar="DIR",
        help="Keep every finished chunk in DIR; the same command goes on from there.",
    )
    return workers(scheduler(directory(command)))


@contextmanager
def executor(workers: str, scheduler: str | None) -> Iterator[Executor | None]:
    """Where the chunks are to be computed; None is this process."""
    if scheduler is not None:
        if workers != "auto":
            raise InputError("--workers and --scheduler exclude each other")
        from proofkit.jobs.cluster import connected

        with connected(scheduler) as cluster:
            yield cluster
        return
    from proofkit.jobs import local

    count = local.processors() if workers == "auto" else _count(workers)
    if count == 1:
        yield None
        return
    patience = local.PATIENCE if workers == "auto" else 0
    with local.LocalProcesses(count, patience) as processes:
        yield processes


def notice(sentence: str) -> None:
    """Tell the person at the terminal something that is no error."""
    sys.stderr.write(f"proofkit: note: {shorten(sentence, 200)}\n")


def _count(workers: str) -> int:
    count = integer(workers, "--workers")
    if not 1 <= count <= MAX_WORKERS:
        raise InputError(f"--workers: expected 1 to {MAX_WORKERS}, got {shorten(str(count))}")
    return count
