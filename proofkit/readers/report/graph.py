"""The dependency graph as DOT, SVG, JSON and text, with a legend.

Border: the status at the parameters. Fill: the proof; darker when all that a claim rests on
is proved too. Line styles repeat what the colours say.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from proofkit.foundations.errors import MissingProgram, ProofkitError
from proofkit.foundations.exact import shorten
from proofkit.language.claims import Claim
from proofkit.questions.graph import AXIOM, CLAIM, LEMMA, Graph, Node
from proofkit.readers.report import wording
from proofkit.readers.report.json import dump
from proofkit.readers.report.mathematics import UNICODE
from proofkit.readers.report.style import Style

COQ_MARK = "accepted by Coq"
SECONDS = 60
"""Longest time that drawing may take."""

CAPTION = 90
"""Widest line of the caption, in characters."""

NARROW = 26
"""Widest line of a title in its box."""

ROOM = 25
"""Columns beside the names of claims, for the gaps and both statuses."""

_BORDERS = {
    "holds": ("#1a7f37", "solid"),
    "fails": ("#cf222e", "dashed"),
    "undecided": ("#9a6700", "dotted"),
    "": ("#57606a", "solid"),
}
_FILLS = {"proved": "#d8f5de", "refuted": "#ffd3d0", "open": "#ffffff"}
_GROUNDED, _AXIOM = "#8bd8a0", "#d3e9ff"

_LEGEND = (
    ("border: holds", "holds", "open", False),
    ("border: fails", "fails", "open", False),
    ("border: undecided", "undecided", "open", False),
    ("fill: open", "", "open", False),
    ("fill: refuted", "", "refuted", False),
    ("fill: proved", "", "proved", False),
    ("fill: proved, and so\nis all it rests on", "", "proved", True),
)


def dot(graph: Graph, links: Mapping[str, str] | None = None) -> str:
    """The graph in Graphviz's language; the same graph always gives the same text. For a page,
    `links` says where each node leads, and the page has the legend and the parameters."""
    lines = [
        "digraph proofs {",
        '  graph [rankdir=LR, fontname="sans-serif", fontsize=11, compound=true, nodesep=0.15];',
        '  node [shape=box, fontname="sans-serif", fontsize=10, penwidth=2, margin="0.1,0.05"];',
        '  edge [color="#57606a", arrowsize=0.7];',
    ]
    if links is not None:
        lines.append("  graph [ranksep=0.25]; node [height=0.3];")
    for lemma, nodes in _grouped(graph):
        inner = [f"{_quoted(node.name)} [{_attributes(node, links or {})}];" for node in nodes]
        if lemma:
            lines.append(f"  subgraph {_quoted('cluster ' + lemma)} {{")
            lines += [f'    label={_quoted(lemma)}; color="#d0d7de";']
            lines += [*("    " + line for line in inner), "  }"]
        else:
            lines += ["  " + line for line in inner]
    for edge in graph.edges:
        dashed = "" if edge.found else " [style=dashed]"
        lines.append(f"  {_quoted(edge.used)} -> {_quoted(edge.user)}{dashed};")
    if links is not None:
        return "\n".join([*lines, "}"])
    if graph.parameters:
        here = textwrap.fill(f"here: {_parameters(graph)}", CAPTION)
        lines.append(f"  label={_quoted(here)}; labelloc=b; labeljust=l;")
    return "\n".join([*lines, *_legend(graph), "}"])


def joined(graph: Graph) -> Graph:
    """What rests on something, or has something resting on it."""
    names = {name for edge in graph.edges for name in (edge.user, edge.used)}
    return replace(graph, nodes=tuple(node for node in graph.nodes if node.name in names))


def svg(graph: Graph) -> str:
    """The picture, drawn by Graphviz."""
    return drawn(dot(graph))


def drawn(source: str) -> str:
    """What Graphviz makes of a graph in its language."""
    return _graphviz(source).rstrip("\n")


def drawn_together(sources: Sequence[str]) -> list[str]:
    """The same for several: to start Graphviz takes longer than to draw. The identifiers in each
    begin with its place among them."""
    pictures = _graphviz("\n".join(sources)).split("</svg>\n")
    if len(pictures) != len(sources) + 1:
        raise ProofkitError("dot has not drawn one picture for each graph")
    return [f"{picture}</svg>" for picture in pictures[:-1]]


def _graphviz(source: str) -> str:
    program = shutil.which("dot")
    if program is None:
        raise MissingProgram(
            "an SVG graph is drawn by the program dot: install the Debian package graphviz, "
            "or use --format dot"
        )
    try:
        done = subprocess.run(
            [program, "-Tsvg"],
            input=source,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise ProofkitError(f"dot took longer than {SECONDS} seconds") from None
    if done.returncode:
        raise ProofkitError(f"dot failed: {shorten(done.stderr, 200)}")
    return done.stdout


def json(graph: Graph) -> str:
    """What `graph --format json` prints."""
    nodes = [
        {
            "id": node.name,
            "kind": node.kind,
            **({"lemma": node.lemma} if node.kind == CLAIM else {}),
            **({"status": node.status} if node.kind != AXIOM else {}),
            "proof": "assumed" if node.kind == AXIOM else node.proof,
            "grounded": node.grounded,
            **({"coq": node.coq} if node.kind != AXIOM else {}),
        }
        for node in graph.nodes
    ]
    links = [{"user": e.user, "used": e.used, "found": e.found} for e in graph.edges]
    return dump({"parameters": graph.parameters, "nodes": nodes, "edges": links})


def text(graph: Graph, style: Style) -> str:
    """What `graph` prints: each claim with both statuses and what it rests on."""
    lines = style.wrap(f"At {_parameters(graph)}", "  ", first="") if graph.parameters else []
    width = max((len(_label(node)) for node in graph.nodes), default=0)
    width = width if width + ROOM <= style.width else 0
    for lemma, nodes in _grouped(graph):
        lines += ["", *([style.paint(lemma, "strong")] if lemma else [])]
        for node in nodes:
            lines += _entry(graph, node, width, style)
    counted = [node for node in graph.nodes if node.kind != AXIOM]
    kind = counted[0].kind if counted else CLAIM
    grounded = sum(node.grounded for node in counted)
    lines += [
        "",
        f"{wording.count(len(counted), kind)}, "
        f"{wording.count(len(graph.edges), 'dependency', 'dependencies')}; {grounded} proved "
        "together with everything they rest on",
    ]
    return "\n".join(lines)


def _entry(graph: Graph, node: Node, width: int, style: Style) -> list[str]:
    name = f"  {_label(node).ljust(width)}  "
    if node.kind == AXIOM:
        return [name + AXIOM]
    status = style.paint(node.status.ljust(9), node.status)
    coq = f"  {COQ_MARK}" if node.coq else ""
    lines = [f"{name}{status}  {style.paint(node.proof, node.proof)}{coq}"]
    for found, word in ((True, "rests on"), (False, "its chain names")):
        used = [e.used for e in graph.edges if e.user == node.name and e.found is found]
        if used:
            lines += style.wrap(", ".join(used), " " * 8, first=f"      {word} ")
    return lines


def _label(node: Node) -> str:
    """A claim without its lemma, an axiom without the word."""
    return re.split("[/:]", node.name, maxsplit=1)[-1]


def _parameters(graph: Graph) -> str:
    return ", ".join(f"{name} = {shorten(str(v), 30)}" for name, v in graph.parameters.items())


def _grouped(graph: Graph) -> Iterator[tuple[str, Sequence[Node]]]:
    groups: dict[str, list[Node]] = {}
    for node in graph.nodes:
        groups.setdefault(node.lemma, []).append(node)
    yield from groups.items()


def _attributes(node: Node, links: Mapping[str, str]) -> str:
    label = _label(node)
    if links and node.kind == LEMMA:  # on a page it has room for its title
        label = textwrap.fill(wording.lowered(_says(node)), NARROW)
    if node.kind == AXIOM:
        return _written(label, "", _AXIOM, f"{label}: an axiom", shape="ellipse")
    fill = _GROUNDED if node.grounded else _FILLS[node.proof]
    coq = f", {COQ_MARK}" if node.coq else ""
    label = f"{label} ✓" if node.coq else label
    tooltip = f"{_says(node)} ({node.status}, {node.proof}{coq})"
    link = f", URL={_quoted(links[node.name])}" if node.name in links else ""
    return _written(label, node.status, fill, tooltip) + link


def _says(node: Node) -> str:
    if isinstance(node.content, Claim):
        return UNICODE.claim(node.content)
    return node.content.title if node.content else node.name


def _written(label: str, status: str, fill: str, tooltip: str, shape: str = "") -> str:
    color, line = _BORDERS[status]
    given = f"shape={shape}, " if shape else ""
    return (
        f'{given}label={_quoted(label)}, style="filled,{line}", color="{color}", '
        f'fillcolor="{fill}", tooltip={_quoted(tooltip)}'
    )


def _legend(graph: Graph) -> list[str]:
    lines = ['  subgraph "cluster legend" {', '    label="legend"; color="#d0d7de";']
    for label, status, proof, grounded in _LEGEND:
        name = _quoted(f"legend {label.partition(chr(10))[0]}")
        fill = _GROUNDED if grounded else _FILLS[proof]
        lines.append(f"    {name} [{_written(label, status, fill, label)}];")
    if any(node.coq for node in graph.nodes):
        mark = _written(f"✓ {COQ_MARK}", "", "open", COQ_MARK)
        lines.append(f'    "legend coq" [{mark}];')
    if any(node.kind == AXIOM for node in graph.nodes):
        axiom = _written("axiom", "", _AXIOM, "axiom", shape="ellipse")
        lines.append(f'    "legend axiom" [{axiom}];')
    return [*lines, "  }"]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
