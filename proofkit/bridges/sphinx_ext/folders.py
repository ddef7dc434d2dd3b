"""Folders of generated pages. A page is made again when one of its inputs has changed, the
verdicts of this build included. A record beside the pages stores the inputs and the digest of
each page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sphinx.errors import ConfigError

from proofkit.bridges.sphinx_ext.knowledge import digest, engine

MARKER = ".made-by-proofkit"
"""The file by which a generated folder is known, and which has the record."""


@dataclass(frozen=True)
class Page:
    """How a page or a picture is made, and of what, beside proofkit itself."""

    make: Callable[[], str | bytes]
    of: Any


Content: TypeAlias = str | bytes | Page


def update(folder: Path, written: Mapping[str, Content]) -> None:
    """Make the folder hold these files and no other; a folder that was not made here is left
    alone."""
    marker = folder / MARKER
    if folder.exists() and any(folder.iterdir()) and not marker.exists():
        raise ConfigError(f"proofkit: {folder} has files of its own; name a folder to be made")
    folder.mkdir(parents=True, exist_ok=True)
    before = _record(marker)
    marker.touch()
    now = {name: _write(folder / name, page, before.get(name)) for name, page in written.items()}
    marker.write_text(json.dumps(now), encoding="utf-8")
    for path in folder.rglob("*"):
        if path.is_file() and path != marker and path.relative_to(folder).as_posix() not in written:
            path.unlink()


def _record(marker: Path) -> dict[str, Any]:
    """What was written when the folder was made last; nothing if that cannot be read."""
    try:
        found = json.loads(marker.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(path: Path, page: Content, before: Any) -> list[str]:
    """Bring one file up to date, and only if it is not; what it is made of, and its digest."""
    there = path.read_bytes() if path.is_file() else None
    of = ""
    if isinstance(page, Page):
        of = digest([engine(), page.of])
        if there is not None and before == [of, _sha256(there)]:
            return [of, before[1]]
        page = page.make()
    data = page.encode() if isinstance(page, str) else page
    if data != there:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return [of, _sha256(data)]


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
