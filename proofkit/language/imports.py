"""The import graph of collections, read from their source without importing anything.

A claim can only cite another one that its module has imported, directly or in turn. So the users
of a lemma are found without loading what has nothing to do with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<of>\.*[\w.]*)[ \t]+import[ \t]*(?P<names>\([^)]*\)|[^\n]*)"
    r"|import[ \t]+(?P<whole>[^\n]*))",
    re.MULTILINE,
)
_CONTINUED = re.compile(r"\\\n")
_BY_OTHER_MEANS = re.compile(r"\b(?:import_module|__import__|registry|pkgutil|entry_points|exec)\b")
_NAME = re.compile(r"[A-Za-z_][\w.]*")


class Modules:
    """All modules below some folders or files, by name."""

    def __init__(self, places: Iterable[tuple[str, Path]]) -> None:
        """Each place is a package with its folder, or a module with its file."""
        self._files: dict[str, Path] = {}
        for name, place in places:
            if place.is_dir():
                for file in place.rglob("*.py"):
                    parts = file.relative_to(place).with_suffix("").parts
                    inner = parts[:-1] if parts[-1] == "__init__" else parts
                    self._files[".".join((name, *inner))] = file
            else:
                self._files[name] = place

    def importing(self, wanted: Iterable[str]) -> set[str]:
        """These modules, and all that import one of them, directly or in turn. A module that
        imports by other means than a statement may import anything."""
        imports = {name: self._imports(name) for name in self._files}
        found = set(wanted)
        more = True
        while more:
            new = {n for n, used in imports.items() if used is None or used & found} - found
            more = bool(new)
            found |= new
        return found

    def _imports(self, module: str) -> set[str] | None:
        text = self._files[module].read_text(encoding="utf-8", errors="replace")
        if _BY_OTHER_MEANS.search(text):
            return None
        return set(self._named(module, _CONTINUED.sub(" ", text)))

    def _named(self, module: str, text: str) -> Iterator[str]:
        for found in _IMPORT.finditer(text):
            if found["whole"] is not None:
                for part in found["whole"].split(","):
                    if name := _NAME.match(part.strip()):
                        yield from self._below(name[0])
                continue
            package = self._absolute(module, found["of"])
            yield package
            for part in re.sub(r"#[^\n]*", "", found["names"]).strip("() \n").split(","):
                if name := _NAME.match(part.strip()):
                    yield f"{package}.{name[0]}"

    def _below(self, name: str) -> Iterator[str]:
        """A package that is imported whole gives all that is in it, once somebody has loaded it."""
        yield from (other for other in self._files if f"{other}.".startswith(f"{name}."))

    def _absolute(self, module: str, of: str) -> str:
        dots = len(of) - len(of.lstrip("."))
        if not dots:
            return of
        base = module.split(".")
        up = dots - 1 if self._files[module].name == "__init__.py" else dots
        return ".".join([*base[: len(base) - up], *filter(None, [of[dots:]])])
