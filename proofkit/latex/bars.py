"""Bars: which of them open, and which close."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from proofkit.latex.nodes import Node, Nodes, source

MAX_BARS = 8


def is_typed_double(node: Node) -> bool:
    return node.kind == "bars" and node.token.is_character("|")


def with_single_bars(nodes: Nodes) -> Nodes:
    """The nodes with each `||` as two bars."""
    found: list[Node] = []
    for node in nodes:
        single = Node("bar", node.token, "|", (), "|")
        found += [single, single] if is_typed_double(node) else [node]
    return tuple(found)


def pairings(nodes: Nodes) -> Iterator[Nodes]:
    """The nodes with bars as brackets, in every way that pairs them."""
    places = [k for k, node in enumerate(nodes) if node.kind in ("bar", "bars")]
    if len(places) % 2 or len(places) > MAX_BARS:
        return
    for opens in itertools.product((True, False), repeat=len(places)):
        paired = _paired(nodes, dict(zip(places, opens, strict=True)))
        if paired is not None:
            yield paired


def _paired(nodes: Nodes, opens: dict[int, bool]) -> Nodes | None:
    stack: list[tuple[Node | None, list[Node]]] = [(None, [])]
    for k, node in enumerate(nodes):
        if k not in opens:
            stack[-1][1].append(node)
        elif opens[k]:
            stack.append((node, []))
        else:
            opener, inner = stack.pop()
            if opener is None or opener.text != node.text or not inner:
                return None
            fence = {"|": "|", "‖": "\\|"}[node.text]
            written = f"{fence}{source(inner)}{fence}"
            paired = Node("bracket", opener.token, node.text, (tuple(inner),), written)
            stack[-1][1].append(paired)
    return tuple(stack[0][1]) if len(stack) == 1 else None
