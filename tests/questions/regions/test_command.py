"""The command `regions`, and the files it writes."""

import csv
import json

import numpy as np
import pytest

MAP = (
    "regions",
    "softmax-d1-weights/f-NN",
    "--over",
    "a1=0.4:1",
    "--over",
    "n=2:1e3",
    "-p",
    "d=3",
    "--boxes",
    "20",
)


def test_all_files_hold_the_same_boxes(run, tmp_path):
    code, out, err = run(*MAP, "--format", "json")
    assert (code, err) == (1, "")
    document = json.loads(out)
    assert document["provenance"] == "R"
    assert document["over"][0] == {"name": "a1", "kind": "real", "from": "2/5", "to": "1"}
    boxes = [[b["verdict"], *b["a1"], *b["n"]] for b in document["boxes"]]
    for suffix in ("json", "csv", "npz", "svg", "png"):
        assert run(*MAP, "-o", str(tmp_path / f"map.{suffix}"))[0] == 1
        first = (tmp_path / f"map.{suffix}").read_bytes()
        run(*MAP, "-o", str(tmp_path / f"map.{suffix}"))
        assert (tmp_path / f"map.{suffix}").read_bytes() == first
    assert json.loads((tmp_path / "map.json").read_text()) == document
    with open(tmp_path / "map.csv", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["verdict", "a1 from", "a1 to", "n from", "n to"]
    assert rows == boxes
    with np.load(tmp_path / "map.npz") as arrays:
        assert [list(row) for row in zip(*(arrays[name] for name in header), strict=True)] == boxes


def test_text_and_exit_codes(run):
    code, out, _ = run(*MAP)
    assert code == 1
    assert "softmax-d1-weights/f-NN [R]" in out
    assert "n from 2 to 1000, 999 integers" in out
    assert "not assumed in the boxes: n ≥ 2, a1 ≥ 7/10" in out
    assert "of the map" in out
    sure = (
        "regions",
        "softmax-d1-weights/f-NN",
        "--over",
        "a1=7/10:2",
        "--over",
        "n=2:oo",
        "-p",
        "d=3",
    )
    code, out, _ = run(*sure)
    assert code == 0
    assert "proved true        1 box,   area oo" in out
    code, _, _ = run(
        "regions",
        "softmax-d1-weights/f-NN",
        "--over",
        "a1=0.6:1",
        "--over",
        "n=50:1e3",
        "-p",
        "d=3",
        "--boxes",
        "1",
    )
    assert code == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "map.pdf"), "-o: expected a name ending in .svg"),
        (("--boxes", "0"), "--boxes: expected 1 to"),
        (("-p", "n=100"), "n moves: do not fix it with -p"),
    ],
)
def test_bad_input(run, arguments, message):
    code, out, err = run(*MAP, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_of_what_is_left_it_is_said_that_the_claim_is_proved_there(run):
    """Only where hypotheses may hold: `s >= 1` is one."""
    told = "The claim is proved wherever its hypotheses hold"
    chosen = ("regions", "bernoulli/real", "--over", "x=0:1", "--boxes", "1", "--over")
    code, out, _ = run(*chosen, "s=1/2:2")
    assert code == 3 and told in " ".join(out.split())
    code, out, _ = run(*chosen, "s=1/2:3/4")
    assert code == 3 and told not in " ".join(out.split())


def test_no_hypothesis_is_said_to_be_assumed(run):
    """A box is decided with or without the hypotheses, and nothing is said that it is not."""
    ranges = ("--over", "a1=-5:0.5", "--over", "n=1e4:1e6", "-p", "d=3", "--boxes", "20")
    code, out, _ = run("regions", "softmax-d1-weights/f-NN", *ranges)
    said = " ".join(out.split())
    assert code == 1 and " assumed: " not in said
    assert "not assumed in the boxes: n ≥ 2, a1 ≥ 7/10" in said


def test_a_map_lists_its_axioms(run):
    chosen = ("regions", "hoeffding/tail", "--over", "k=20:40", "--over", "s=1:3", "--boxes", "1")
    code, out, _ = run(*chosen)
    assert code == 0 and "axioms: hoeffding, independence" in out
    assert json.loads(run(*chosen, "--format", "json")[1])["axioms"] == [
        "hoeffding",
        "independence",
    ]
    assert json.loads(run(*MAP, "--format", "json")[1])["axioms"] == []
