"""The installed mechanisms: those of this package, and those of other packages.

An entry point of the group `proofkit.mechanisms` names a module that defines `mechanism`, or
a package of such modules.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, lru_cache
from importlib.metadata import entry_points
from types import ModuleType

from proofkit.attention.mechanisms.mechanism import Chosen, Mechanism, chosen
from proofkit.foundations.errors import LemmaError, UnknownName
from proofkit.foundations.exact import shorten

GROUP = "proofkit.mechanisms"
HERE = __name__.rpartition(".")[0]
DEFAULT = ("softmax", "linear")
"""The two mechanisms of the paper, which come first everywhere."""

OURS = (
    *DEFAULT,
    "unnormalised",
    "power",
    "relu",
    "elu",
    "taylor",
    "sigmoid",
    "window",
    "sparsemax",
    "entmax",
    "hard",
)
"""The modules here that are mechanisms, in the order of tables."""


@cache
def known() -> dict[str, Mechanism]:
    """All installed mechanisms by name."""
    found: dict[str, tuple[Mechanism, str]] = {}
    for module in (*(f"{HERE}.{name}" for name in OURS), *_elsewhere()):
        mechanism = getattr(_import(module), "mechanism", None)
        if mechanism is None:
            continue
        if not isinstance(mechanism, Mechanism):
            raise LemmaError(
                f"{module}: `mechanism` is a {type(mechanism).__name__}, not a Mechanism"
            )
        if mechanism.name in found:
            other = found[mechanism.name][1]
            raise LemmaError(f"mechanism {mechanism.name} is defined in {other} and in {module}")
        if not mechanism.name.isidentifier():
            raise LemmaError(
                f"{module}: {shorten(repr(mechanism.name))} is not a valid name; use letters"
            )
        for text in (mechanism.title, mechanism.about, mechanism.cost, mechanism.source):
            if not text.isprintable():
                raise LemmaError(f"{module}: characters that are not text: {shorten(repr(text))}")
        found[mechanism.name] = mechanism, module
    return {name: mechanism for name, (mechanism, _) in found.items()}


def shown(values: Mapping[str, Fraction]) -> tuple[str, ...]:
    """Every installed mechanism, with an example of an argument where it needs one."""
    names = []
    for name, mechanism in known().items():
        argument = mechanism.argument
        if argument is None or argument.default is not None:
            names.append(name)
        elif argument.example is not None:
            names.append(f"{name}:{argument.example(values)}")
    return tuple(names)


@lru_cache(maxsize=64)
def find(name: str) -> Chosen:
    """The mechanism that `NAME` or `NAME:ARGUMENT` asks for."""
    word = name.partition(":")[0]
    mechanisms = known()
    if word not in mechanisms:
        close = get_close_matches(word[:100].lower(), mechanisms, n=2)
        hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(mechanisms)}"
        raise UnknownName(f"unknown mechanism {shorten(repr(word))}; {hint}")
    return chosen(name, mechanisms[word])


def _elsewhere() -> Iterator[str]:
    """The modules that entry points name, and those of the packages they name."""
    named = dict.fromkeys(e.value for e in sorted(entry_points(group=GROUP), key=lambda e: e.name))
    for name in named:
        yield name
        for child in pkgutil.iter_modules(getattr(_import(name), "__path__", ())):
            yield f"{name}.{child.name}"


def _import(module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise LemmaError(f"mechanism {module}: cannot be loaded: {shorten(why, 200)}") from error
