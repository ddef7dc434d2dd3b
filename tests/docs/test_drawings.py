"""Graphs that are drawn together look as they do when each is drawn alone."""

import re

import pytest

from proofkit.bridges.sphinx_ext.picture import Drawings
from proofkit.foundations.errors import ProofkitError
from proofkit.readers.report import graph

GOOD = ["digraph one { a -> b }", 'digraph two { a -> "</svg>" [URL="x"]; c }', "digraph three {}"]
BAD = "digraph four {"


def shown(svg):
    return re.sub(r' id="[^"]*"', "", svg)


def test_together_as_alone(monkeypatch):
    drawings = Drawings()
    drawings.wanted += GOOD
    drawings.of(GOOD[1])
    monkeypatch.setattr(graph, "_graphviz", None)
    made = [drawings.of(source) for source in GOOD]
    monkeypatch.undo()
    assert [shown(svg) for svg in made] == [shown(graph.drawn(source)) for source in GOOD]


def test_a_bad_graph_spoils_no_other():
    drawings = Drawings()
    drawings.wanted += [GOOD[0], BAD, GOOD[1]]
    assert drawings.of(GOOD[0]) == graph.drawn(GOOD[0])
    assert drawings.of(GOOD[1]) in graph.drawn_together([GOOD[1]])
    with pytest.raises(ProofkitError):
        drawings.of(BAD)
