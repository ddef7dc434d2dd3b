"""Which of an author's code runs just now, and what a module has made while it ran."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import FrameType, ModuleType
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from proofkit.language.claims import SourceLine

T = TypeVar("T")
OURS = "proofkit."


class Made(Generic[T]):
    """What modules have made, in order. A module that is loaded anew starts with nothing."""

    def __init__(self) -> None:
        self._by_module: WeakKeyDictionary[ModuleType, dict[T, None]] = WeakKeyDictionary()

    def note(self, frame: FrameType, thing: T) -> None:
        """Something is made by the module of a frame."""
        if (module := _module(frame)) is not None:
            self._by_module.setdefault(module, {})[thing] = None

    def by(self, module: FrameType | ModuleType) -> list[T]:
        """What a module has made, or that of a frame."""
        found = _module(module) if isinstance(module, FrameType) else module
        return [] if found is None else list(self._by_module.get(found, ()))


def _module(frame: FrameType) -> ModuleType | None:
    return sys.modules.get(name_of(frame))


def name_of(frame: FrameType) -> str:
    """The module whose code a frame runs."""
    return str(frame.f_globals.get("__name__", ""))


def frames() -> list[FrameType]:
    """From the code that calls proofkit to the module whose body runs, which is the last; where
    that is a program, such as pytest, the caller alone."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and name_of(frame).startswith(OURS):
        frame = frame.f_back
    found: list[FrameType] = []
    while frame is not None and "importlib" not in frame.f_code.co_filename:
        found.append(frame)
        if frame.f_code.co_name == "<module>":
            name, spec = (frame.f_globals.get(f"__{what}__") for what in ("name", "spec"))
            program = name == "__main__" or spec is None  # such as pytest and its workers
            return found[:1] if program else found
        frame = frame.f_back
    return found[:1]


def line_of(found: Sequence[FrameType]) -> SourceLine | None:
    """The line of the lemma's module that runs, past functions that help it."""
    return SourceLine(found[-1].f_code.co_filename, found[-1].f_lineno) if found else None
