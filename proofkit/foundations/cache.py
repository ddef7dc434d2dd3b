"""The cache folder of the user: files with results that could be computed again.

A file is there whole or not at all, whichever processes write at the same time, and the oldest
go when there are too many. Nothing that is read here may be believed: what cannot be used costs
the time to work it out anew, and leaves a note for whoever talks to the user.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from proofkit.foundations import files
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten

VARIABLE = "PROOFKIT_CACHE"
OFF = "off"
MAX_BYTES = 200_000_000
MAX_ENTRY = 5_000_000
_OURS = re.compile(r"[0-9a-f]{64}\.json|\.[0-9a-f]{50}\..*")
"""An entry, or a draft of one whose writer was killed."""


class Cache:
    """Texts by key, a key being a SHA-256 in hexadecimal. Without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.notes: dict[str, int] = {}
        self._bytes: int | None = None

    def get(self, key: str) -> str | None:
        """What was kept under this key."""
        if self.folder is None:
            return None
        path = self._path(self.folder, key)
        if not path.is_file():
            return None
        try:
            text = files.read(str(path), MAX_ENTRY)
        except InputError as problem:
            self._failed("read", problem)
            return None
        with suppress(OSError):
            os.utime(path)  # the least used go first
        return text

    def put(self, key: str, text: str) -> None:
        """Keep a text; what cannot be written is not kept."""
        if self.folder is None or len(text) > MAX_ENTRY:
            return
        try:
            files.folder(str(self.folder))
            files.write(str(self._path(self.folder, key)), text)
        except InputError as problem:
            self._failed("write", problem)
            return
        self._bytes = self.size()[1] if self._bytes is None else self._bytes + len(text)
        if self._bytes > MAX_BYTES:
            self._shrink(MAX_BYTES * 4 // 5)

    def _failed(self, verb: str, problem: InputError) -> None:
        """The folder and the reason, and not each file: a full disk is one thing."""
        reason = str(problem).rpartition(": ")[2]
        self.note(f"cannot {verb} in {shorten(str(self.folder))}: {reason}")

    def note(self, text: str) -> None:
        """Remember that something was not as it should be."""
        self.notes[text] = self.notes.get(text, 0) + 1

    def size(self) -> tuple[int, int]:
        """How many files there are, and their bytes."""
        sizes = [size for _, size, _ in self._entries()]
        return len(sizes), sum(sizes)

    def clear(self) -> int:
        """Remove every file that was kept here, and nothing else; how many there were."""
        found = self._entries()
        for _, _, path in found:
            try:
                path.unlink(missing_ok=True)
            except OSError as problem:
                raise InputError(f"cannot remove {path}: {problem.strerror}") from None
        self._bytes = None
        return len(found)

    def _shrink(self, limit: int) -> None:
        entries = sorted(self._entries())
        total = sum(size for _, size, _ in entries)
        for _, size, path in entries:
            if total <= limit:
                break
            with suppress(OSError):
                path.unlink(missing_ok=True)
                total -= size
        self._bytes = total

    def _entries(self) -> list[tuple[int, int, Path]]:
        """When it was last used, its bytes and its place, for each file."""
        found = []
        with suppress(OSError):
            for path in self.folder.iterdir() if self.folder else ():
                if _OURS.fullmatch(path.name):
                    with suppress(OSError):  # another process may remove it
                        about = path.stat()
                        found.append((about.st_mtime_ns, about.st_size, path))
        return found

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / f"{key}.json"


def is_off() -> bool:
    """Is everything to be worked out anew?"""
    return os.environ.get(VARIABLE) == OFF


def current() -> Cache:
    """The cache of this user, as the environment says at this moment."""
    return _at(os.environ.get(VARIABLE, ""), os.environ.get("XDG_CACHE_HOME", ""))


@lru_cache(maxsize=16)
def _at(chosen: str, home: str) -> Cache:
    if chosen == OFF:
        return Cache(None)
    try:
        base = Path(home) if os.path.isabs(home) else Path.home() / ".cache"
    except RuntimeError:  # nobody knows where this user is at home
        return Cache(Path(chosen).absolute() / "proofs" if chosen else None)
    return Cache((Path(chosen).absolute() if chosen else base / "proofkit") / "proofs")


@contextmanager
def off() -> Iterator[None]:
    """Within, nothing is read from a cache or kept in one, in processes that are started too."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = OFF
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
