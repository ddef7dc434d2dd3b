"""Edges come from proofs; statuses from the reports."""

import json
import shutil
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from proofkit.foundations.errors import MissingProgram
from proofkit.questions import graph
from proofkit.readers.report import graph as drawing
from proofkit.readers.report.style import Style

CITE = {"rule": "cite", "claim": "small-weights/f-NN"}
CITES = {"proofs": [{"steps": [{"reason": "as above", "because": CITE}]}]}


@pytest.fixture
def built(report, proofs):
    """f-NN rests on an axiom, u-NN on f-NN by its proof, pair on f-NN by its chain only."""
    first, second, third = proofs.claims
    claims = (
        replace(first, certificate={"proofs": []}),
        replace(second, verdict="proved", certificate=CITES, axioms=("hoeffding",), witness=None),
        third,
    )
    return graph.of(report, replace(proofs, replayed=claims))


def test_edges_are_those_of_the_proofs(built):
    assert {(e.user, e.used, e.found) for e in built.edges} == {
        ("small-weights/f-NN", "axiom:hoeffding", True),
        ("small-weights/u-NN", "small-weights/f-NN", True),
        ("small-weights/pair", "small-weights/f-NN", False),
    }


def test_border_and_fill(built):
    found = {n.name.partition("/")[2]: (n.status, n.proof, n.grounded) for n in built.nodes}
    assert found["f-NN"] == ("fails", "proved", True)
    assert found["u-NN"] == ("holds", "proved", True)
    assert found["pair"] == ("undecided", "open", False)


def test_a_proof_on_an_open_claim_is_not_grounded(report, proofs):
    first, second, third = proofs.claims
    claims = (
        replace(first, verdict="open"),
        replace(second, verdict="proved", certificate=CITES),
        third,
    )
    built = graph.of(report, replace(proofs, replayed=claims))
    (node,) = [n for n in built.nodes if n.name.endswith("u-NN")]
    assert (node.proof, node.grounded) == ("proved", False)


def test_dot(built):
    text = drawing.dot(built)
    assert text == drawing.dot(built)
    lines = {line.strip() for line in text.splitlines()}
    assert '"small-weights/f-NN" -> "small-weights/u-NN";' in lines
    assert '"small-weights/f-NN" -> "small-weights/pair" [style=dashed];' in lines
    (fails,) = [line for line in lines if line.startswith('"small-weights/f-NN" [')]
    assert 'style="filled,dashed"' in fails
    assert 'label="legend"' in text
    assert '"axiom:hoeffding" [shape=ellipse' in text


def test_svg_is_drawn(built):
    page = ElementTree.fromstring(drawing.svg(built))
    words = {text.strip() for text in page.itertext()}
    assert {"f-NN", "u-NN", "pair", "hoeffding", "legend"} <= words


def test_without_graphviz_one_line_says_what_to_install(built, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(MissingProgram, match="Debian package graphviz"):
        drawing.svg(built)


def test_json_and_text(built):
    document = json.loads(drawing.json(built))
    assert {node["kind"] for node in document["nodes"]} == {"claim", "axiom"}
    assert document["parameters"] == {"n": "1000", "a1": "3/5"}
    text = drawing.text(built, Style())
    assert "uses axiom:hoeffding" in text
    assert "its chain names small-weights/f-NN" in text
    assert "3 claims, 3 dependencies; 2 proved" in text


def test_neighbours(built, proofs):
    first, second, third = proofs.claims
    around = graph.relations_in(
        [first, replace(second, verdict="proved", certificate=CITES), third]
    )
    assert around["small-weights/f-NN"].used_by == ("small-weights/u-NN", "small-weights/pair")
    assert around["small-weights/u-NN"].uses == ("small-weights/f-NN",)


def test_a_selection_shows_what_it_rests_on_and_what_rests_on_it():
    built = graph.build(["softmax-d0-weights/f-NN-flat"], {"a0": "1/2"})
    nodes = {node.name: node for node in built.nodes}
    assert nodes["softmax-d0-weights/f-NN-flat"].status == "fails"
    assert nodes["softmax-d0-weights/f-NN"].status == "holds"
    assert nodes["softmax-d0-weights/f-NN-flat"].grounded
    pairs = {(edge.user, edge.used) for edge in built.edges}
    assert ("softmax-d0-weights/f-NN-flat", "softmax-d0-weights/f-NN") in pairs
    assert ("softmax-d0-context/needle", "softmax-d0-weights/f-NN-flat") in pairs
    assert "softmax-d0-weights/f-OO" not in nodes
    small = graph.collapsed(built)
    lemmas = {node.name: node for node in small.nodes}
    assert lemmas["softmax-d0-weights"].status == "fails"
    assert lemmas["softmax-d0-weights"].kind == "lemma"
    used = {(edge.user, edge.used) for edge in small.edges}
    assert ("softmax-d0-context", "softmax-d0-weights") in used
    assert all(user != other for user, other in used)


def test_relations_find_users_elsewhere():
    around = graph.relations(["softmax-d0-weights/f-NN-flat"])
    known = around["softmax-d0-weights/f-NN-flat"]
    assert known.uses == ("softmax-d0-weights/f-NN",)
    assert "softmax-d0-context/needle" in known.used_by
    assert "a0-upper" in known.hypotheses
