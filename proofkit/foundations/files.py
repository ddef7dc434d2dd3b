"""Files from strangers: read within limits, written whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import shorten

MAX_CERTIFICATES = 100_000_000
"""Largest certificate file, in bytes; `proofkit.questions.verification` may be stricter."""


def read(path: str, limit: int) -> str:
    """The text of a file, or of standard input for `-`."""
    with _complaining("read", path):
        if path == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(limit + 1)
    if len(data) > limit:
        raise LimitExceeded(f"{shorten(path)}: larger than the limit of {limit} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{shorten(path)}: expected text in UTF-8") from None


def require_writable(path: str) -> None:
    """Refuse a name that cannot be written before the work is done, not after it."""
    target = Path(path)
    with _complaining("write", path):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.is_file() or not target.exists():
            with tempfile.TemporaryFile(dir=target.resolve().parent):
                pass


def write(path: str, text: str) -> None:
    """Write a file whole: a reader never sees half of it."""
    write_pieces(path, [text.encode("utf-8")])


def write_pieces(path: str, pieces: Iterable[bytes]) -> None:
    """The same for bytes, which may come in pieces."""
    target = Path(path)
    with _complaining("write", path):
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                file.writelines(pieces)
            return
        target = target.resolve()
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", dir=target.parent)
        try:
            with open(handle, "wb") as file:
                file.writelines(pieces)
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def folder(path: str) -> None:
    """Make a folder, with those above it, unless it is there."""
    with _complaining("make the folder", path):
        Path(path).mkdir(parents=True, exist_ok=True)


@contextmanager
def _complaining(verb: str, path: str) -> Iterator[None]:
    """No name is not the name of the folder one is in, as `pathlib` has it."""
    if not path:
        raise InputError(f"cannot {verb} '': expected a name")
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise InputError(f"cannot {verb} {shorten(path)}: {reason or error}") from None


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
