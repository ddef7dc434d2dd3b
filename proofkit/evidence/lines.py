"""The lines in which a proof is told, without those that say nothing new."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from proofkit.language.words import FLIP

LONG = 30
"""A statement of so many characters is not said again in the reason of the next line."""


@dataclass(frozen=True)
class Line:
    """A line of a proof; what it rests on stands before it, indented."""

    depth: int
    statement: str
    reason: str


def distinct(told: Iterable[Line]) -> list[Line]:
    """The lines that say something new, without the long words of the line right above."""
    kept = pruned(told)
    return [*kept[:1], *(_shortened(line, above) for above, line in pairwise(kept))]


def pruned(told: Iterable[Line]) -> list[Line]:
    """The lines without those that were told before, in the same case, in the same place, that
    turn round the line above, or that are given."""
    kept: list[Line] = []
    scope: dict[int, set[Line]] = {}
    told = [*told]
    for line in told:
        above = kept[-1] if kept else None
        if line.reason == f"because {line.statement}":
            line = replace(line, reason="given")
        if line.reason == "given" and line is not told[-1] and line.statement != told[-1].statement:
            continue
        scope = {depth: seen for depth, seen in scope.items() if depth <= line.depth}
        seen = scope.setdefault(line.depth, set())
        if above and above.depth <= line.depth and line in seen and line.reason:
            continue
        again = line.reason in ("given", f"because {above.statement}") if above else False
        if above and again and above.depth >= line.depth and _alike(line, above):
            if above.depth == line.depth:
                kept[-1] = replace(above, statement=line.statement)
            continue
        seen.add(line)
        kept.append(line)
    return kept


def _alike(line: Line, above: Line) -> bool:
    """Do both say the same, if need be from the other side?"""
    left, relation, right = line.statement.partition(_relation(line.statement))
    turned = f"{right} {FLIP[relation.strip()]} {left}" if relation else ""
    return above.statement in (line.statement, turned)


def _relation(statement: str) -> str:
    return next((f" {r} " for r in FLIP if f" {r} " in statement), "\0")


def _shortened(line: Line, above: Line) -> Line:
    said = above.statement
    for word in ("because ", "this is "):
        if len(said) >= LONG and above.depth >= line.depth and line.reason.endswith(word + said):
            return replace(line, reason=line.reason.removesuffix(said) + "the line above")
    return line
