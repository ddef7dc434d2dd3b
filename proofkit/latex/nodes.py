"""Formulas as nodes: numbers, letters, scripts, brackets, relations. Braces that are only for TeX
are gone, brackets are paired, and what is not known is a node that says so, so that the rest of
the display can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proofkit.latex import words
from proofkit.latex.tokens import NotRead, Token

MAX_BRACKETS = 40
"""Brackets within each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """`kind` as in `words.py`; `text` is its value, `inner` what is in it, `source` its LaTeX.
    `glued` says that no space stands before it."""

    kind: str
    token: Token
    text: str = ""
    inner: tuple[tuple[Node, ...], ...] = ()
    source: str = ""
    glued: bool = False
    problem: NotRead | None = None

    @property
    def body(self) -> tuple[Node, ...]:
        return self.inner[0] if self.inner else ()


Nodes = tuple[Node, ...]


def source(nodes: Sequence[Node]) -> str:
    """The LaTeX of nodes, in which equal things are written the same."""
    return "".join(node.source for node in nodes)


def deep(nodes: Sequence[Node]) -> Iterator[Node]:
    """All nodes, and all that is in them."""
    for node in nodes:
        yield node
        for inner in node.inner:
            yield from deep(inner)


def split(nodes: Sequence[Node], kinds: Sequence[str]) -> tuple[list[Nodes], list[Node]]:
    """The nodes between nodes of these kinds, and those."""
    parts: list[list[Node]] = [[]]
    between = []
    for node in nodes:
        if node.kind in kinds:
            parts.append([])
            between.append(node)
        else:
            parts[-1].append(node)
    return [tuple(part) for part in parts], between


def tight(nodes: Sequence[Node]) -> Nodes:
    """The nodes without wide spaces."""
    return tuple(node for node in nodes if node.kind != "space")


# Brackets.


def paired(nodes: list[Node]) -> Nodes:
    """Brackets with what is in them as one node. Rows within brackets are one line."""
    stack: list[tuple[Node | None, list[Node]]] = [(None, [])]
    for node in nodes:
        if node.kind == "open" and len(stack) > MAX_BRACKETS:
            stack[-1][1].append(_lonely(node))
        elif node.kind == "open":
            stack.append((node, []))
        elif node.kind == "close" and len(stack) > 1:
            opener, inner = stack.pop()
            if opener is not None:
                stack[-1][1].append(_bracket(opener, node, inner))
        elif node.kind == "close":
            stack[-1][1].append(_lonely(node))
        else:
            stack[-1][1].append(node)
    while len(stack) > 1:
        opener, inner = stack.pop()
        if opener is not None:
            stack[-1][1].extend([_lonely(opener), *inner])
    return tuple(stack[0][1])


def _bracket(opener: Node, closer: Node, inner: list[Node]) -> Node:
    kept = tuple(node for node in inner if node.kind not in ("row", "amp"))
    kind = opener.text if opener.text == closer.text else "interval"
    left, right = words.FENCES[opener.text][0], words.FENCES[closer.text][1]
    written = f"{left}{source(kept)}{right}"
    return Node("bracket", opener.token, kind, (kept,), written, opener.glued)


def _lonely(node: Node) -> Node:
    problem = NotRead("a bracket without its partner", node.token)
    return Node("bad", node.token, "", (), node.source, node.glued, problem)
