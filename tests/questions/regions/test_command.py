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
    assert "assumed: n ≥ 2, a1 ≥ 7/10" in out
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


def test_a_map_on_which_nothing_is_decided_says_that_the_claim_is_proved(run):
    code, out, _ = run(
        "regions", "hoeffding/tail", "--over", "k=20:40", "--over", "s=1:3", "--boxes", "1"
    )
    assert code == 3
    assert "The claim is proved wherever its hypotheses hold" in " ".join(out.split())
