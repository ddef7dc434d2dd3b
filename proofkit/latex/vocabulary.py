"""What is known of the names of a formula while it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from proofkit.latex.nodes import Node, source


@dataclass
class Words:
    """What is known of the names of a formula: which are bound as numbers, which of them the author
    says so to proofkit, which are functions or vectors, and which stand alone somewhere in the
    display, so that they are no part of a word."""

    numbers: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    vectors: set[str] = field(default_factory=set)
    alone: set[str] = field(default_factory=set)
    powers: dict[str, set[str]] = field(default_factory=dict)
    log_base: str = ""
    notes: list[str] = field(default_factory=list)

    def survey(self, nodes: Sequence[Node]) -> None:
        """Look for names that stand alone, and for what each name is raised to."""
        for k, node in enumerate(nodes):
            before = nodes[k - 1] if k else None
            after = nodes[k + 1] if k + 1 < len(nodes) else None
            if node.kind == "letter" and not _in_a_word(before, node, after):
                self.alone.add(node.text)
            if node.kind == "sup" and (base := _base_of(nodes[:k])) is not None:
                self.powers.setdefault(base.source, set()).add(source(node.body))
            lone_exponent = node.kind == "sup" and len(node.body) == 1
            for inner in node.inner if not lone_exponent and node.kind != "sub" else ():
                self.survey(inner)

    def is_number(self, letter: str) -> bool:
        return letter in self.numbers or letter in self.alone


def _base_of(before: Sequence[Node]) -> Node | None:
    """What a superscript is on, past subscripts and primes."""
    return next((n for n in reversed(before) if n.kind not in ("sub", "prime")), None)


def _in_a_word(before: Node | None, node: Node, after: Node | None) -> bool:
    """Beside another letter without a space, or before a bracket."""
    if after is not None and after.kind == "bracket":
        return True
    left = before is not None and before.kind == "letter" and node.glued
    right = after is not None and after.kind == "letter" and after.glued
    plain = len(node.text) == 1
    return plain and (
        (left and before is not None and len(before.text) == 1)
        or (right and after is not None and len(after.text) == 1)
    )
