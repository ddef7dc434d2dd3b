"""Options of several commands about where long work runs and where it is stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from proofkit.cli import beside, progress, terminal
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import integer, shorten

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from proofkit.cli.beside import Command
    from proofkit.jobs import Place

MAX_WORKERS = 256


def placement(command: Command) -> Command:
    """Where work is done, and `--run`, for `place`."""
    directory = beside.option(
        "--run",
        metavar="DIR",
        help="Store finished chunks in DIR; the same command continues from there.",
    )
    return processors(directory(command))


def processors(command: Command) -> Command:
    """`--workers` and `--scheduler`, for `executor`."""
    workers = beside.option(
        "--workers",
        default="auto",
        show_default=True,
        metavar="N",
        help="Processes on this machine; auto: one per processor for long jobs.",
    )
    scheduler = beside.option(
        "--scheduler",
        metavar="tcp://HOST:PORT",
        help="Run on a Dask cluster instead; tls://HOST:PORT is encrypted.",
    )
    for name, what in _TLS.items():
        help = f"For tls://: {what}; else as Dask is configured."
        command = beside.option(name, metavar="FILE.pem", help=help)(command)
    return workers(scheduler(command))


_TLS = {
    "--tls-key": "our private key",
    "--tls-cert": "our certificate",
    "--tls-ca-file": "the authority's certificate",
}
_DASK = {"tls_ca_file": "tls_ca_file", "tls_cert": "tls_client_cert", "tls_key": "tls_client_key"}
"""What Dask calls them."""


@contextmanager
def executor() -> Iterator[Executor | None]:
    """Where the chunks are to be computed; None is this process."""
    workers, scheduler = beside.chosen("workers") or "auto", beside.chosen("scheduler")
    auto = workers == "auto"
    chosen = {dask: beside.chosen(option) for option, dask in _DASK.items()}
    tls = {name: file for name, file in chosen.items() if file is not None}
    if scheduler is not None:
        if not auto:
            raise InputError("--workers and --scheduler exclude each other")
        from proofkit.jobs.cluster import connected

        with connected(scheduler, tls) as cluster:
            yield cluster
        return
    if tls:
        raise InputError("--tls-ca-file, --tls-cert and --tls-key go with --scheduler tls://...")
    from proofkit.jobs import local

    count = local.processors() if auto else integer(workers, "--workers", (1, MAX_WORKERS))
    if count == 1:
        yield None
        return
    patience = local.PATIENCE if auto else 0
    with local.LocalProcesses(count, patience) as processes:
        yield processes


@contextmanager
def place() -> Iterator[Place]:
    """Where long work is done and kept, as the options say, and a bar that shows how far it is."""
    from proofkit.jobs import Place

    with progress.bar() as bar, executor() as processes:
        yield Place(processes, beside.chosen("run"), bar, _notice)


def _notice(sentence: str) -> None:
    """Tell the person at the terminal something that is no error."""
    terminal.remark(f"note: {shorten(sentence, 200)}")
