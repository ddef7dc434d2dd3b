"""A reader's position, as a small JSON text. A text that cannot be read counts as no position."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from proofkit.readers.walkthrough.document import Walkthrough

SCHEMA = 1
MAX_LENGTH = 1_000_000
"""Longest state file, in bytes."""


@dataclass(frozen=True)
class Place:
    """The block to go on with, of a walkthrough with this digest; the questions answered."""

    block: int
    digest: str
    solved: tuple[str, ...] = ()


@dataclass
class Places:
    """The place in every walkthrough that was begun."""

    by_name: dict[str, Place] = field(default_factory=dict)

    def of(self, walkthrough: Walkthrough) -> Place | None:
        """Where to go on, unless it was never begun or the walkthrough has changed since."""
        place = self.by_name.get(walkthrough.name)
        if place is None or place.digest != walkthrough.digest:
            return None
        return place if place.block <= len(walkthrough.blocks) else None

    def text(self) -> str:
        """What to write to the state file."""
        places = {name: vars(place) for name, place in sorted(self.by_name.items())}
        return json.dumps({"schema": SCHEMA, "places": places}, indent=1) + "\n"


def read_places(text: str) -> Places | None:
    """The places in a state file, or None when it is none."""
    try:
        document = json.loads(text)
        if document["schema"] != SCHEMA:
            return None
        return Places({str(name): _place(item) for name, item in document["places"].items()})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _place(item: Mapping[str, object]) -> Place:
    block, digest, solved = item["block"], item["digest"], item["solved"]
    if isinstance(block, bool) or not isinstance(block, int) or block < 0:
        raise ValueError("block")
    if not isinstance(digest, str) or not isinstance(solved, list):
        raise ValueError("digest or solved")
    return Place(block, digest, tuple(map(str, solved)))


def state_file() -> Path:
    """Where the state is kept, as the XDG directories say."""
    home = os.environ.get("XDG_STATE_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "state"
    return base / "proofkit" / "walkthroughs.json"
