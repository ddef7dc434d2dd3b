"""Run directories: what was computed, kept so that nothing is lost or mixed up.

    job.json          the job, the version of proofkit, and a digest of both
    chunks/000000     one file a chunk: a line with a digest, then the bytes
    lock              held by the process that writes here

Every file is written under another name, flushed to the disk and then renamed: it is there
whole or not at all.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import IO, Protocol

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import shorten
from proofkit.foundations.progress import Notice
from proofkit.jobs.job import Description, canonical, difference, digest

MAX_CHUNKS = 10_000_000
"""Most chunks of a run directory: a file each."""

MAX_DESCRIPTION = 1_000_000
"""Longest `job.json` that is read, in bytes."""

_SHOWN = 60
_PART = ".part"
_MAGIC = "proofkit-chunk"
_MAX_HEADER = 256
_OURS = {"lock", "chunks", "job.json", f"job.json{_PART}"}


class Kept(Protocol):
    """Where results are kept."""

    def read(self, index: int) -> bytes | None:
        """A result that is kept already."""
        ...

    def write(self, index: int, result: bytes) -> None:
        """Keep a result."""
        ...


class Nowhere:
    """Keeps nothing."""

    def read(self, index: int) -> bytes | None:
        return None

    def write(self, index: int, result: bytes) -> None:
        pass


@contextmanager
def opened(
    directory: str | PathLike[str] | None,
    described: Description,
    notice: Notice | None = None,
) -> Iterator[Kept]:
    """The place to keep the results of a job, new or from an earlier run of the same job."""
    if directory is None:
        yield Nowhere()
        return
    if described["chunks"] > MAX_CHUNKS:
        raise LimitExceeded(
            f"{described['chunks']} chunks are too many for a run directory (at most {MAX_CHUNKS})"
        )
    path = Path(directory)
    with _complaining(path, "make"):
        (path / "chunks").mkdir(parents=True, exist_ok=True)
    with _locked(path):
        _settle(path, described)
        yield RunDirectory(path, digest(described), notice)


class RunDirectory:
    """The chunks of one job on disk; the lock is held by whoever made this."""

    def __init__(self, path: Path, job: str, notice: Notice | None = None) -> None:
        self._path = path
        self._job = job
        self._notice = notice

    def read(self, index: int) -> bytes | None:
        """The stored bytes, if they are there and exactly what was written."""
        place = self._place(index)
        with _complaining(place, "read"):
            try:
                with place.open("rb") as file:
                    header, result = file.readline(_MAX_HEADER), file.read()
            except FileNotFoundError:
                return None
        if header == self._header(index, result):
            return result
        if self._notice:
            self._notice(f"{_shown(place)} is damaged and computed again")
        return None

    def write(self, index: int, result: bytes) -> None:
        """Store a result, whole or not at all."""
        _replace(self._place(index), self._header(index, result) + result)

    def _place(self, index: int) -> Path:
        return self._path / "chunks" / f"{index:06}"

    def _header(self, index: int, result: bytes) -> bytes:
        """Says what follows: of which job, which chunk, how long, and its checksum."""
        said = f"{_MAGIC} 1 {self._job} {index} {len(result)}"
        checksum = hashlib.sha256(said.encode() + b"\n" + result).hexdigest()
        return f"{said} {checksum}\n".encode()


def _settle(path: Path, described: Description) -> None:
    """Make the directory this job's own, or find that it is."""
    with _complaining(path, "read"):
        foreign = [entry.name for entry in path.iterdir() if entry.name not in _OURS]
        known = (path / "job.json").exists()
    if not known and foreign:
        raise InputError(
            f"{_shown(path)} is not a run directory: it has {shorten(foreign[0])} in it, "
            "and no job.json"
        )
    if known:
        _compare(path / "job.json", described)
    with _complaining(path, "write"):
        for part in [*path.glob(f"job.json{_PART}"), *(path / "chunks").glob(f"*{_PART}")]:
            part.unlink()
    if not known:
        text = canonical({**described, "digest": digest(described)})
        _replace(path / "job.json", text.encode() + b"\n")


def _compare(file: Path, described: Description) -> None:
    where = _shown(file)
    with _complaining(file, "read"), file.open("rb") as opened:
        data = opened.read(MAX_DESCRIPTION + 1)
    try:
        there = json.loads(data) if len(data) <= MAX_DESCRIPTION else None
    except (ValueError, RecursionError):
        there = None
    if not isinstance(there, dict) or "digest" not in there:
        raise InputError(f"{where} does not describe a run")
    stated = there.pop("digest")
    if found := difference(there, described):
        raise InputError(f"{_shown(file.parent)} holds another run: {found}")
    if stated != digest(described):
        raise InputError(f"{where} was changed: its digest does not fit")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """The directory for us alone. The lock goes when the process does, however it ends."""
    with _complaining(path / "lock", "write"):
        file = (path / "lock").open("a+")
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise InputError(
                f"{_shown(path)} is in use by {shorten(file.read(200)) or 'another run'}"
            ) from None
        except OSError as error:
            raise _cannot("lock", path, error) from None
        with _complaining(path / "lock", "write"):
            file.truncate(0)
            file.write(f"process {os.getpid()} on {platform.node()}")
            file.flush()
        yield


def _replace(place: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after a power cut."""
    part = place.with_name(place.name + _PART)
    with _complaining(place, "write"):
        try:
            with part.open("wb") as file:
                file.write(content)
                _flush(file)
            part.replace(place)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _flush(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _complaining(path: Path, verb: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _cannot(verb, path, error) from None
    except ValueError as error:  # a null byte in a path
        raise InputError(f"cannot {verb} {_shown(path)}: {shorten(str(error))}") from None


def _cannot(verb: str, path: Path, error: OSError) -> InputError:
    reason = error.strerror or str(error)
    full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    advice = "; what is done so far is kept" if full else ""
    return InputError(f"cannot {verb} {_shown(path)}: {reason}{advice}")


def _shown(path: Path) -> str:
    """A path for a message; of a long one, its end."""
    text = str(path)
    return shorten(text if len(text) <= _SHOWN else f"...{text[3 - _SHOWN :]}", _SHOWN)
