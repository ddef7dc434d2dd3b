"""The installed walkthroughs: the Markdown files in the folders `walkthroughs` of collections."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import resources

from proofkit.foundations.errors import UnknownName, WalkthroughError
from proofkit.foundations.exact import shorten
from proofkit.language import registry
from proofkit.readers.walkthrough.document import Walkthrough
from proofkit.readers.walkthrough.reading import read

FOLDER = "walkthroughs"


def load_all() -> list[Walkthrough]:
    """Every walkthrough, collection by collection, each in its own order."""
    found: dict[str, Walkthrough] = {}
    for package in registry.packages():
        inside = [read(name, text, place) for name, text, place in _files(package)]
        for walkthrough in sorted(inside, key=lambda w: (w.order, w.name)):
            if walkthrough.name in found:
                other = found[walkthrough.name].file
                raise WalkthroughError(walkthrough.where(1), f"there is one of this name: {other}")
            found[walkthrough.name] = walkthrough
    return list(found.values())


def find(name: str) -> Walkthrough:
    """The walkthrough of this name."""
    everything = {walkthrough.name: walkthrough for walkthrough in load_all()}
    if name not in everything:
        close = get_close_matches(name[:100], everything, n=3)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise UnknownName(f"unknown walkthrough {shorten(repr(name))}{hint}")
    return everything[name]


def _files(package: str) -> list[tuple[str, str, str]]:
    """Name, text and place of each file in a collection's folder, if it has one."""
    folder = resources.files(package) / FOLDER
    if not folder.is_dir():
        return []
    found = []
    for item in folder.iterdir():
        stem, dot, ending = item.name.rpartition(".")
        if dot and ending == "md" and item.is_file():
            place = f"{package.replace('.', '/')}/{FOLDER}/{item.name}"
            try:
                found.append((stem, item.read_text(encoding="utf-8"), place))
            except UnicodeDecodeError:
                raise WalkthroughError(f"{place}:1", "expected text in UTF-8") from None
    return found
