"""Rows as segments: formulas between commas, wide spaces and words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proofkit.latex.nodes import Node, Nodes, tight
from proofkit.latex.tokens import NotRead, Token

IF = re.compile(
    r"(?i)^\W*(for|if|when|whenever|where|with|provided|assuming|as long as|given|since|as|"
    r"because|for (all|any|every|each|some))\b"
)
HARMLESS = re.compile(
    r"(?i)^\W*((and|but|so|so that|thus|hence|therefore|then|which|i\.e\.|that is|while|also|we|"
    r"have|we have|we get|which gives|it follows that|implies)\W*)*$|"
    r"^[\s(\[]*(by|using|from|see|due to|eq|cf)\b[^$]*$"
)


@dataclass
class Segment:
    """What stands between commas, wide spaces and words."""

    head: str
    nodes: list[Node]


def has_content(nodes: Nodes) -> bool:
    return any(n.kind not in ("text", "space", "comma", "stop") for n in nodes)


def unread(reason: str, token: Token) -> Node:
    return Node("bad", token, problem=NotRead(reason, token))


def without_words(nodes: Sequence[Node]) -> tuple[Nodes, str, str]:
    """A formula without the words before and after it, and these. Words that touch the formula,
    as in `2\\text{OPT}`, are part of it."""
    inside = [node for node in nodes if node.kind != "space" or _beside_words(node, nodes)]
    before = after = ""
    while inside and inside[0].kind in ("text", "space"):
        before += " " + inside.pop(0).text
    while inside and (
        inside[-1].kind in ("comma", "space")
        or (inside[-1].kind == "text" and (len(inside) == 1 or is_aside(inside[-1], inside[-2])))
    ):
        last = inside.pop()
        after = (last.text if last.kind == "text" else "") + " " + after
    return tight(inside), before, after


def _beside_words(space: Node, nodes: Sequence[Node]) -> bool:
    place = next(k for k, node in enumerate(nodes) if node is space)
    return any(n.kind == "text" for n in (*nodes[place - 1 : place], *nodes[place + 1 : place + 2]))


def is_aside(words: Node, before: Node | None) -> bool:
    """Are words beside a formula, and no name or function in it?"""
    if before is None or before.kind in ("space", "comma", "text", "amp"):
        return True
    apart = words.text[:1] in " ~([,;.-"
    return apart or bool(IF.match(words.text)) or bool(HARMLESS.match(words.text))


def segments_of(nodes: Nodes) -> Iterator[Segment]:
    """At commas, and after a relation at wide spaces, words and quantifiers."""
    found = Segment("", [])
    for k, node in enumerate(nodes):
        related = any(n.kind in ("relation", "arrow") for n in found.nodes)
        after = nodes[k + 1] if k + 1 < len(nodes) else None
        if node.kind in ("comma", "colon"):
            if after is not None and after.glued and _between_digits(nodes[k - 1 : k], after):
                found.nodes.append(unread("a comma between digits", node.token))
            yield found
            found = Segment(",", [])
        elif (
            node.kind == "space"
            and related
            and after is not None
            and after.kind not in ("relation", "operator", "space", "arrow")
        ):
            yield found
            found = Segment("space", [])
        elif (node.kind == "forall" and found.nodes) or (
            node.kind == "text"
            and related
            and has_content(nodes[k + 1 :])
            and is_aside(node, nodes[k - 1] if k else None)
        ):
            yield found
            found = Segment(node.kind, [node])
        else:
            found.nodes.append(node)
    yield found


def _between_digits(before: Sequence[Node], after: Node) -> bool:
    """`1,000` and `0,5` are one number or two."""
    return after.kind == "number" and bool(before) and before[0].kind == "number"
