"""Indices of a proof by short names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import count
from typing import Any

from proofkit.language.binding import LETTERS, put
from proofkit.language.terms import Term, variable
from proofkit.search.nodes import Node


def shortly(node: Node, taken: Collection[str]) -> Node:
    """The proof with `i`, `j`, ... for its own indices, which are called by nobody else's name."""
    letters = (f"{letter}{k or ''}" for k in count() for letter in LETTERS)
    free = (letter for letter in letters if letter not in taken)
    names = {name: next(free) for name in dict.fromkeys(_indices(node))}
    values = {old: variable(new) for old, new in names.items()}
    found: Node = _renamed(node, names, values)
    return found


def _indices(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if node.get("rule") == "climb":
            yield node["variable"]
        if isinstance(node.get("index"), str):
            yield node["index"]
        for key in ("for", "over"):
            yield from (entry[0] for entry in node.get(key, ()))
        node = list(node.values())
    for part in node if isinstance(node, list | tuple) else ():
        yield from _indices(part)


def _renamed(part: Any, names: Mapping[str, str], values: Mapping[str, Term]) -> Any:
    if isinstance(part, Term):
        return put(part, values)
    if isinstance(part, dict):
        return {key: _renamed(value, names, values) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return [_renamed(value, names, values) for value in part]
    if isinstance(part, str):
        stem, dash, tail = part.partition("-")
        return (
            f"{names[stem]}{dash}{tail}" if stem in names and tail in ("", "low", "high") else part
        )
    return part
