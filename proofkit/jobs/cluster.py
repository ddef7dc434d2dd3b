"""A Dask cluster that is already running."""

from __future__ import annotations

import asyncio
import logging
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, ParamSpec, TypeVar

from proofkit.foundations.errors import InputError, MissingProgram, WorkersLost
from proofkit.foundations.exact import shorten
from proofkit.jobs.remote import CALL

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 10
"""Seconds to reach the scheduler, and again for a first worker to be there."""

AHEAD = 4
"""Chunks under way for every thread of the cluster."""

_LOGGERS = {"distributed", "tornado", "asyncio"}
_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[^\s:/@\[\]]+):(?P<port>\d{1,5})", re.ASCII)


class Cluster(Executor):
    """The workers of a Dask scheduler. Dask gives the work of a lost worker to another one."""

    def __init__(self, client: Any, threads: int) -> None:
        self.ahead = max(AHEAD * threads, 16)
        self._client = client

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have the call made by some worker. Gathering asks again for a result that was lost
        after it was there, which Dask's own executor takes for an error. It must not be cut
        short, or it complains of what it never heard.

        The function travels by its name, in a call that needs nothing but Python: a worker that
        does not have it then says so, where Dask would drop the connection and try others."""

        async def result() -> T:
            gathering = self._client.gather(theirs, asynchronous=True)
            found: T = await asyncio.shield(gathering)
            return found

        what = {"module": fn.__module__, "name": fn.__qualname__, "args": args, "kwargs": kwargs}
        theirs = self._client.submit(eval, CALL, what, pure=False)
        return asyncio.run_coroutine_threadsafe(result(), self._client.loop.asyncio_loop)


@contextmanager
def connected(address: str, files: Mapping[str, str] | None = None) -> Iterator[Cluster]:
    """The cluster at `tcp://HOST:PORT` or `tls://HOST:PORT`. What goes wrong with it inside the
    block is raised as one of our own errors.

    `files` for `tls://` have Dask's names: the authority that signed both sides, `tls_ca_file`, and
    our own certificate and key, `tls_client_cert` and `tls_client_key`. What is not given is taken
    from Dask's configuration, `distributed.comm.tls`."""
    checked(address)
    distributed = _library()
    security = _security(distributed, address, files or {})
    with _quiet():
        client = _client(distributed, address, security)
        try:
            yield Cluster(client, _threads(client, address))
        except InputError:
            raise
        except distributed.KilledWorker as error:
            raise _lost(address, error) from None
        except ImportError as error:
            raise InputError(
                f"{shorten(str(error), 200)}; install the same proofkit and lemmas there"
            ) from None
        except Exception as error:
            if not _answers(distributed, address, security):
                raise WorkersLost(
                    f"the scheduler at {address} is gone; start it again and repeat the command "
                    "(with --run, what is done so far is kept)"
                ) from None
            if isinstance(error, WorkersLost) and address not in str(error):
                raise _lost(address, error) from None
            raise
        finally:
            with suppress(Exception):  # of a scheduler that is gone
                client.close(timeout=PATIENCE)


def checked(address: str) -> None:
    """Refuse what is not the address of a scheduler."""
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match["port"]) < 1 << 16:
        raise InputError(
            "--scheduler: expected tcp://HOST:PORT or tls://HOST:PORT, "
            f"got {shorten(repr(address))}"
        )


def _library() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import distributed
    except ImportError:
        raise MissingProgram("--scheduler needs Dask: pip install dask distributed") from None
    return distributed


def _security(distributed: Any, address: str, files: Mapping[str, str]) -> Any:
    """How to speak with the scheduler; for `tcp://` without certificates."""
    if not address.startswith("tls:"):
        if files:
            raise InputError("certificates are for a scheduler at tls://HOST:PORT")
        return distributed.Security()
    try:
        security = distributed.Security(require_encryption=True, **files)
        if security.get_connection_args("client")["ssl_context"] is None:
            raise ValueError("expected --tls-ca-file, --tls-cert and --tls-key")
    except Exception as error:
        said = shorten(" ".join(str(error).split()), 100)
        raise InputError(f"--scheduler: these certificates cannot be used: {said}") from None
    return security


def _client(distributed: Any, address: str, security: Any) -> Any:
    """A client of a scheduler that has shown within bounded time that it is one: left to
    itself, a client waits for ever for a server that says nothing, or something else."""
    try:
        kind = _kind(distributed, address, security)
        if kind != "Scheduler":
            raise ValueError(f"it is a {kind}")
        return distributed.Client(
            address, timeout=PATIENCE, set_as_default=False, security=security
        )
    except Exception as error:
        reason = shorten(" ".join(str(error).split()) or f"{PATIENCE} s have passed", 100)
        raise InputError(f"--scheduler: no Dask scheduler answers at {address}: {reason}") from None


def _kind(distributed: Any, address: str, security: Any) -> str:
    """What the server at the address says it is."""

    async def ask() -> str:
        speaking = security.get_connection_args("client")
        server = distributed.rpc(address, connection_args=speaking)
        async with asyncio.timeout(PATIENCE), server:
            return str((await server.identity())["type"])

    with ThreadPoolExecutor(1) as beside:  # whose event loop is nobody else's
        return beside.submit(asyncio.run, ask()).result()


def _answers(distributed: Any, address: str, security: Any) -> bool:
    """Is the scheduler still there?"""
    try:
        return _kind(distributed, address, security) == "Scheduler"
    except Exception:
        return False


def _threads(client: Any, address: str) -> int:
    """How many threads all workers have together, once there is a worker."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise WorkersLost(f"the scheduler at {address} has no workers") from None
    return int(sum(client.nthreads().values()))


def _lost(address: str, reason: object) -> WorkersLost:
    return WorkersLost(f"the cluster at {address} lost the work: {shorten(str(reason), 160)}")


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask warns and logs where one line of ours says what happened."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _LOGGERS]
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.level for logger in loggers]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        try:
            yield
        finally:
            for logger, level in zip(loggers, before, strict=True):
                logger.setLevel(level)
