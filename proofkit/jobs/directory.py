"""Run directories: results stored so that nothing is lost or mixed up.

    job.json          the job, the version of proofkit, and a digest of both
    chunks/000000     one file a chunk: a line with a digest, then the bytes
    lock              held by the process that writes here

Every file is written under another name, flushed to the disk and then renamed: it is there
whole or not at all. A directory is ours when its `job.json` says so; until that is written there
is nothing but the lock in it. Nothing else is ever written to, and only what we wrote is removed.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import platform
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path

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
_JOB, _LOCK = "job.json", "lock"
_NEWBORN = {_LOCK, f"{_JOB}{_PART}"}
"""All that a run leaves behind that was killed before it had its `job.json`."""

_LEFT = re.compile(r"\d{6,8}" + re.escape(_PART), re.ASCII)
_HOLDER = re.compile(r"process \d+ on ", re.ASCII)


class Kept:
    """Where results are kept: nowhere, unless a subclass knows better."""

    def read(self, index: int) -> bytes | None:
        """A result that is kept already."""
        return None

    def write(self, index: int, result: bytes) -> None:
        """Keep a result."""


@contextmanager
def opened(
    directory: str | PathLike[str] | None, described: Description, notice: Notice | None = None
) -> Iterator[Kept]:
    """The place to keep the results of a job, new or from an earlier run of the same job."""
    if directory is None:
        yield Kept()
        return
    if described["chunks"] > MAX_CHUNKS:
        raise LimitExceeded(
            f"{described['chunks']} chunks are too many for a run directory (at most {MAX_CHUNKS})"
        )
    if not os.fspath(directory):
        raise InputError("--run: expected the name of a folder, got ''")
    path = Path(directory)
    _examine(path, described)  # before anything is written there
    with _complaining(path, "make"):
        path.mkdir(parents=True, exist_ok=True)
    with _locked(path) as refusal:
        if refusal is None:
            _settle(path, described)
        kept = RunDirectory(path, digest(described), notice)
        if refusal is not None and not kept.has_all(described["chunks"]):
            raise refusal
        yield kept


class RunDirectory(Kept):
    """The chunks of one job on disk; the lock is held by whoever made this."""

    def __init__(self, path: Path, job: str, notice: Notice | None = None) -> None:
        self._path = path
        self._job = job
        self._notice = notice

    def read(self, index: int) -> bytes | None:
        """The stored bytes, if they are there and exactly what was written."""
        place = self._place(index)
        with _complaining(place, "read"):
            content = _content(place)
        if content is None:
            return None
        first, newline, result = content.partition(b"\n")
        header = first + newline
        if header == self._header(index, result):
            return result
        if self._notice:
            self._notice(f"{_shown(place)} is damaged and computed again")
        return None

    def write(self, index: int, result: bytes) -> None:
        """Store a result, whole or not at all."""
        _replace(self._place(index), self._header(index, result) + result)

    def has_all(self, chunks: int) -> bool:
        """Is every chunk there? Whether they are sound is seen when they are read."""
        return all(self._place(index).is_file() for index in range(chunks))

    def _place(self, index: int) -> Path:
        return self._path / "chunks" / f"{index:06}"

    def _header(self, index: int, result: bytes) -> bytes:
        """Says what follows: of which job, which chunk, how long, and its checksum."""
        said = f"{_MAGIC} 1 {self._job} {index} {len(result)}"
        checksum = hashlib.sha256(said.encode() + b"\n" + result).hexdigest()
        return f"{said} {checksum}\n".encode()


def _content(place: Path, limit: int = -1) -> bytes | None:
    """What a file of ours has in it, up to a limit; None where there is none. Nothing else is
    opened: a pipe would never answer, and a device never end."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise InputError(f"{_shown(place)} is not a file that a run has written")
        return file.read(limit)


def _examine(path: Path, described: Description) -> bool:
    """Refuse a directory that is not this job's; is it known to be?"""
    with _complaining(path, "read"):
        try:
            names = {entry.name for entry in path.iterdir()}
        except FileNotFoundError:
            return False
        except NotADirectoryError as error:
            raise _cannot("make", path, error) from None
        if _JOB in names:
            _compare(path / _JOB, described)
            return True
        foreign = sorted(names - _NEWBORN)
        if not foreign and names and not _was_locked(path / _LOCK):
            foreign = sorted(names)
    if foreign:
        raise InputError(
            f"{_shown(path)} is not a run directory: it has {shorten(foreign[0])} in it, "
            f"and no {_JOB}"
        )
    return False


def _was_locked(lock: Path) -> bool:
    """Is that a lock of ours, perhaps of a run that was killed before it wrote into it?"""
    if not lock.is_file():
        return False
    content = (_content(lock, 200) or b"").decode(errors="replace")
    return not content or _HOLDER.match(content) is not None


def _settle(path: Path, described: Description) -> None:
    """Make the directory this job's own, or find that it is; remove what was half written."""
    known = _examine(path, described)
    chunks, part = path / "chunks", path / f"{_JOB}{_PART}"
    with _complaining(part, "write"):
        part.unlink(missing_ok=True)
    if not known:
        text = canonical({**described, "digest": digest(described)})
        _replace(path / _JOB, text.encode() + b"\n")
    with _complaining(chunks, "make"):
        chunks.mkdir(exist_ok=True)
    with _complaining(path, "write"):
        for left in [entry for entry in chunks.iterdir() if _LEFT.fullmatch(entry.name)]:
            left.unlink()


def _compare(file: Path, described: Description) -> None:
    where = _shown(file)
    with _complaining(file, "read"):
        data = _content(file, MAX_DESCRIPTION + 1) or b""
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
def _locked(path: Path) -> Iterator[InputError | None]:
    """The directory for us alone. The lock goes when the process does, however it ends. Where
    nothing can be written there is none, but the reason: a complete run can still be read."""
    lock, handle, refusal = path / _LOCK, -1, None
    with _complaining(lock, "write"):
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            if error.errno not in {errno.EROFS, errno.EACCES, errno.EPERM}:
                raise
            refusal = _cannot("write", lock, error)
    if handle < 0:
        yield refusal
        return
    try:
        _hold(handle, path)
        yield None
    finally:
        os.close(handle)


def _hold(handle: int, path: Path) -> None:
    """Lock the open file, and say in it who does."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(handle, 200, 0).decode(errors="replace")
        raise InputError(
            f"{_shown(path)} is in use by {shorten(holder) or 'another run'}"
        ) from None
    except OSError as error:
        raise _cannot("lock", path, error) from None
    with _complaining(path / _LOCK, "write"):
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()} on {platform.node()}".encode(), 0)


def _replace(place: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after a power cut."""
    part = place.with_name(place.name + _PART)
    with _complaining(place, "write"):
        try:
            with part.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(place)
        except FileExistsError:
            raise
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


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
