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
    try:
        return read_bytes(path, limit).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{shorten(path)}: expected text in UTF-8") from None


def read_bytes(path: str, limit: int) -> bytes:
    """The same without an encoding."""
    with _complaining("read", path):
        if path == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(limit + 1)
    if len(data) > limit:
        raise LimitExceeded(f"{shorten(path)}: larger than the limit of {limit} bytes")
    return data


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
        if _NAMELESS:
            try:
                handle = os.open(target.parent, _NAMELESS | os.O_WRONLY | os.O_CLOEXEC, 0o666)
            except OSError as error:
                if error.errno not in _CANNOT:
                    raise
            else:
                _write_nameless(handle, target, pieces)
                return
        _write_draft(target, pieces)


_PROCESS_FILES = "/proc/self/fd"
_NAMELESS = getattr(os, "O_TMPFILE", 0) if os.path.isdir(_PROCESS_FILES) else 0
"""How to open a file that is nowhere until it is given a name; 0 where there are none."""

_CANNOT = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL}
"""What file systems say that have no such files."""


def _write_nameless(handle: int, target: Path, pieces: Iterable[bytes]) -> None:
    """The file has its name when it is whole: of a writer that is killed nothing is left."""
    with open(handle, "wb") as file:
        file.writelines(pieces)
        file.flush()
        whole = f"{_PROCESS_FILES}/{handle}"
        try:
            _link(whole, target)
        except FileExistsError:
            with _replacing(target) as draft:
                _link(whole, draft)


def _link(whole: str, name: Path) -> None:
    os.link(whole, name, src_dir_fd=0)  # of no use but that links are followed then


def _write_draft(target: Path, pieces: Iterable[bytes]) -> None:
    """The same where every file has a name: a writer that is killed leaves it behind."""
    with _replacing(target) as draft, open(draft, "xb") as file:
        file.writelines(pieces)


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """A name that nobody has taken, for a file that is to stand in the place of the target."""
    draft = target.with_name(f".{target.name[:50]}.{os.urandom(8).hex()}")
    try:
        yield draft
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
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
