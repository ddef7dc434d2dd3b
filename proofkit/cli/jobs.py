"""Where long work runs, and where it is kept: options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import integer, shorten

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from proofkit.jobs.cluster import Certificates

Command = TypeVar("Command", bound=Callable[..., Any])

MAX_WORKERS = 256


def placement(command: Command) -> Command:
    """Where work is done, and `--run`, passed on as `directory`."""
    directory = click.option(
        "--run",
        "directory",
        metavar="DIR",
        help="Keep every finished chunk in DIR; the same command goes on from there.",
    )
    return processors(directory(command))


def processors(command: Command) -> Command:
    """`--workers` and `--scheduler`, for `executor`."""
    workers = click.option(
        "--workers",
        default="auto",
        show_default=True,
        metavar="N",
        help="Processes on this machine; auto starts one a processor when the work takes long.",
    )
    scheduler = click.option(
        "--scheduler",
        metavar="tcp://HOST:PORT",
        help="Run on a Dask cluster instead; tls://HOST:PORT is encrypted.",
    )
    for name, what in _TLS.items():
        command = click.option(
            name,
            metavar="FILE.pem",
            expose_value=False,
            callback=_remember,
            help=f"For tls://: {what}; else as Dask is configured.",
        )(command)
    return workers(scheduler(command))


_TLS = {
    "--tls-key": "our private key",
    "--tls-cert": "our certificate",
    "--tls-ca-file": "the authority's certificate",
}
_KEY = f"{__name__}.tls"


def _remember(context: click.Context, option: click.Parameter, value: str | None) -> None:
    """Kept beside the command's own arguments, since only `executor` has use for it."""
    context.meta.setdefault(_KEY, {})[option.name] = value


def _tls_files() -> dict[str, str]:
    """The files that were given."""
    context = click.get_current_context(silent=True)
    given = {} if context is None else context.meta.get(_KEY, {})
    return {name: path for name, path in given.items() if path is not None}


def _certificates() -> Certificates:
    from proofkit.jobs.cluster import Certificates

    given = _tls_files()
    return Certificates(given.get("tls_ca_file"), given.get("tls_cert"), given.get("tls_key"))


@contextmanager
def executor(workers: str, scheduler: str | None) -> Iterator[Executor | None]:
    """Where the chunks are to be computed; None is this process."""
    if scheduler is not None:
        if workers != "auto":
            raise InputError("--workers and --scheduler exclude each other")
        from proofkit.jobs.cluster import connected

        with connected(scheduler, _certificates()) as cluster:
            yield cluster
        return
    if _tls_files():
        raise InputError("--tls-ca-file, --tls-cert and --tls-key go with --scheduler tls://...")
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
