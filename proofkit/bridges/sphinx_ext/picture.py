"""The dependency graph on a page: an inline picture whose nodes link to the lemmas' pages.

Its colours of nodes are their own; everything else takes the text's colour, so that it is
readable on light and dark pages.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, unquote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from proofkit.foundations.errors import ProofkitError
from proofkit.questions.graph import AXIOM, Graph
from proofkit.readers.report import graph as report
from proofkit.readers.report.style import Style

_SCHEME = "proofkit:"
_WIDE = 450
"""Pictures wider than this many points scroll on a phone rather than shrink."""

_LEGEND = (
    ("holds", "border: holds"),
    ("fails", "border: fails"),
    ("undecided", "border: undecided"),
    ("open", "fill: open"),
    ("refuted", "fill: refuted"),
    ("proved", "fill: proved"),
    ("grounded", "fill: proved, and so is all it uses"),
    ("axiom", "axiom"),
)
logger = logging.getLogger(__name__)


class dependency_graph(nodes.General, nodes.Element):  # type: ignore[misc]
    """A graph to be drawn: `dot` with links to names, `text` for formats without pictures."""


class Drawings:
    """The pictures of one build: those of all pages that were read are drawn in one go, with the
    first that is written."""

    def __init__(self) -> None:
        self.wanted: list[str] = []
        self.made: dict[str, str] = {}

    def of(self, source: str) -> str:
        """What Graphviz makes of a graph in its language."""
        if source not in self.made:
            together = list(dict.fromkeys([source, *self.wanted]))
            self.wanted.clear()
            try:
                self.made.update(zip(together, report.drawn_together(together), strict=True))
            except ProofkitError:  # perhaps of another graph
                self.made[source] = report.drawn(source)
        return self.made[source]


def node(graph: Graph, drawings: Drawings) -> dependency_graph:
    """The node of a graph."""
    names = [node.name for node in graph.nodes if node.kind != AXIOM]
    links = {name: _SCHEME + quote(name) for name in names}
    made = dependency_graph("", dot=report.dot(graph, links))
    drawings.wanted.append(made["dot"])
    made["text"] = report.text(graph, Style())
    made["label"] = f"Dependency graph of {len(names)} nodes"
    return made


def setup(app: Sphinx) -> None:
    """Tell Sphinx how to write the node."""
    app.add_node(dependency_graph, html=(_visit, _depart))
    app.add_post_transform(AsText)


class AsText(SphinxPostTransform):
    """Formats other than HTML get the graph as text."""

    default_priority = 200
    formats = ("text", "latex", "man", "texinfo", "xml", "pseudoxml")

    def run(self, **kwargs: Any) -> None:
        """Sphinx's hook."""
        for found in list(self.document.findall(dependency_graph)):
            found.replace_self(nodes.literal_block("", found["text"]))


def _visit(translator: Any, found: dependency_graph) -> None:
    builder = translator.builder
    domain = builder.env.get_domain("proofkit")

    def link(match: re.Match[str]) -> str:
        place = domain.find(unquote(match[1]))
        if place is None:
            return ""
        page = builder.get_relative_uri(builder.current_docname, place[0])
        return f'xlink:href="{page}#{place[1]}"'

    try:
        svg = domain.drawings.of(found["dot"])
    except ProofkitError as error:
        logger.warning("%s", error, location=found)
        translator.body.append(f"<pre>{translator.encode(found['text'])}</pre>")
        return
    svg = re.sub(rf'xlink:href="{_SCHEME}([^"]*)"', link, svg[svg.index("<svg") :])
    width = re.search(r'<svg width="(\d+)', svg)
    wide = ' class="proofkit-wide"' if width and int(width[1]) > _WIDE else ""
    svg = re.sub(r' id="[^"]*"', "", svg)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{found["label"]}"{wide} ', 1)
    legend = "".join(f'<li class="proofkit-key-{key}">{said}</li>' for key, said in _LEGEND)
    translator.body.append(
        f'<div class="proofkit-graph"><div class="proofkit-scroll" tabindex="0">{svg}</div>'
        f'<ul class="proofkit-legend">{legend}</ul></div>\n'
    )


def _depart(translator: Any, found: dependency_graph) -> None:
    """Nothing is left open."""
