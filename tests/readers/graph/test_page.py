"""The page of a graph: boxes that do not overlap, edges as they are, the same bytes every time."""

import json
import re
from dataclasses import replace
from itertools import combinations

import pytest

from proofkit import cli
from proofkit.questions import graph
from proofkit.readers.graph import page
from proofkit.readers.graph.layout import box, place
from proofkit.readers.graph.page import content


def placed(names, links):
    boxes = [
        box(name, f"The lemma called {name}", ["f-NN", "u-NN", "alpha-N-upper"]) for name in names
    ]
    size = place(boxes, links)
    return {each.name: each for each in boxes}, size


def overlap(one, other):
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def test_what_is_used_stands_to_the_left():
    links = [("c", "a"), ("c", "b"), ("d", "c"), ("f", "e")]
    boxes, (width, height) = placed("abcdefg", links)
    assert all(boxes[used].x + boxes[used].width < boxes[user].x for user, used in links)
    assert not any(overlap(*pair) for pair in combinations(boxes.values(), 2))
    assert all(b.x >= 0 and b.x + b.width <= width for b in boxes.values())
    assert all(b.y >= 0 and b.y + b.height <= height for b in boxes.values())
    again, size = placed("abcdefg", links)
    assert (again, size) == (boxes, (width, height))


def test_lemmas_that_use_each_other_have_places():
    boxes, _ = placed("ab", [("a", "b"), ("b", "a")])
    assert not overlap(boxes["a"], boxes["b"])


def test_fields_lie_in_their_box():
    made = box(
        "x", "A title of many words that takes several lines", [f"claim-{k}" for k in range(30)]
    )
    assert all(x + width <= made.width and y + 16 <= made.height for _, x, y, width in made.fields)
    assert len(made.title) > 1


@pytest.fixture(scope="module")
def built():
    return graph.build(["hoeffding", "softmax-d1-signs"], {"a1": "3/5"})


def test_edges_are_those_of_the_graph(built):
    found = content(built, {"hoeffding": "lemmas/hoeffding.html#x"})
    names = [node["name"] for node in found["nodes"]]
    assert {(names[user], names[used]) for user, used, _ in found["edges"]} == {
        (e.user, e.used) for e in built.edges
    }
    assert all(
        any(f[0] == n["name"].partition("/")[2] for f in found["boxes"][n["box"]]["fields"])
        for n in found["nodes"]
        if n["proof"] != "assumed"
    )
    statuses = {node["name"]: node["status"] for node in found["nodes"]}
    assert statuses["softmax-d1-weights/f-NN"] == "fails"


def test_an_axiom_and_a_lemma_of_one_name_are_two_boxes(built):
    found = content(built, {"hoeffding": "lemmas/hoeffding.html#x"})
    axiom, lemma = (
        next(b for b in found["boxes"] if b["name"] == name)
        for name in ("axiom:hoeffding", "hoeffding")
    )
    assert axiom["axiom"]
    assert not lemma["axiom"]
    assert axiom["title"] == ["axiom: hoeffding"]
    assert lemma["title"] != axiom["title"]
    assert (axiom["link"], lemma["link"]) == ("", "lemmas/hoeffding.html#x")


def test_the_page_stands_alone_and_its_bytes_do_not_change(built):
    written = page(built)
    assert written == page(built)
    for name in ("http://", "https://", "src=", "@import"):
        assert name not in written.replace("http://www.w3.org/2000/svg", "")


def test_hostile_names_stay_text(built):
    wild = "axiom:</script><script>alert(1)</script>"
    nodes = [replace(n, name=wild) if n.kind == "axiom" else n for n in built.nodes[:1]]
    written = page(graph.Graph({}, tuple(nodes), ()))
    assert "<script>alert" not in written
    assert written.count("</script>") == 2


def test_the_command_writes_it(capsys):
    assert cli.run(["graph", "tensor-trick", "--format", "html"]) == 0
    out = capsys.readouterr().out
    data = re.search(r'id="content">(.*?)</script>', out, re.S)
    assert {n["box"] for n in json.loads(data[1])["nodes"]} == {0}
    assert cli.run(["graph", "tensor-trick", "--format", "html", "--lemmas"]) == 2
    assert "leave out --lemmas" in capsys.readouterr().err
