"""The page of a graph: every claim in the box of its lemma, with what it says and uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.questions.graph import AXIOM, CLAIM, Graph, Node, collapsed
from proofkit.readers import alone
from proofkit.readers.graph.layout import Placed, box, place
from proofkit.readers.report import mathml, wording
from proofkit.readers.report.mathematics import UNICODE

PROGRAMS = ("words", "graph/view", "graph/graph")


def page(graph: Graph, links: Mapping[str, str] | None = None) -> str:
    """The page; `links` says where a lemma or claim is explained, if anywhere."""
    data = content(graph, links or {})
    return alone.document("The dependency graph", "graph/graph", data, PROGRAMS)


def content(graph: Graph, links: Mapping[str, str]) -> dict[str, Any]:
    """What the page shows, as data: boxes with their claims, and who uses what. Nodes are the
    axioms, then the claims; edges name their places."""
    axioms = [node for node in graph.nodes if node.kind == AXIOM]
    claims = [node for node in graph.nodes if node.kind == CLAIM]
    boxes = _boxes(axioms, claims)
    small = [(edge.user, edge.used) for edge in collapsed(graph).edges]
    width, height = place(boxes, [pair for pair in small if not pair[1].startswith(AXIOM)])
    boxed = {each.name: k for k, each in enumerate(boxes)}
    nodes = {node.name: k for k, node in enumerate([*axioms, *claims])}
    return {
        "width": width,
        "height": height,
        "parameters": {name: str(value) for name, value in graph.parameters.items()},
        "boxes": [_box(each, links) for each in boxes],
        "links": [[boxed[user], boxed[used]] for user, used in small],
        "nodes": [_node(node, boxed, links) for node in [*axioms, *claims]],
        "edges": [[nodes[e.user], nodes[e.used], e.found] for e in graph.edges],
    }


def _boxes(axioms: list[Node], claims: list[Node]) -> list[Placed]:
    """One an axiom and one a lemma, also where they have the same name."""
    groups: dict[str, list[str]] = {}
    for node in claims:
        groups.setdefault(node.lemma, []).append(node.name.partition("/")[2])
    found = registry.find(list(groups)) if groups else ()
    titles = {lemma.id: wording.lowered(lemma.title) for lemma, _ in found}
    return [
        *(box(node.name, f"axiom: {node.name.partition(':')[2]}", ()) for node in axioms),
        *(box(id, titles[id], names) for id, names in groups.items()),
    ]


def _box(each: Placed, links: Mapping[str, str]) -> dict[str, Any]:
    return {
        "name": each.name,
        "title": each.title,
        "axiom": each.name.startswith(f"{AXIOM}:"),
        "place": [each.x, each.y, each.width, each.height],
        "fields": [list(found) for found in each.fields],
        "link": links.get(each.name, ""),
    }


def _node(node: Node, boxed: Mapping[str, int], links: Mapping[str, str]) -> dict[str, Any]:
    """A claim with its statement, or an axiom."""
    said = {"name": node.name, "box": boxed[node.lemma or node.name], "proof": node.proof}
    if not isinstance(node.content, Claim):
        return {**said, "proof": "assumed", "status": "", "parts": [], "grounded": True}
    parts = [
        {
            "label": part.label,
            "says": UNICODE.statement(part.statement),
            **mathml.rows(part.statement),
        }
        for part in node.content.parts
    ]
    more = {"status": node.status, "grounded": node.grounded, "coq": node.coq, "parts": parts}
    return {**said, **more, "link": links.get(node.name, "")}
