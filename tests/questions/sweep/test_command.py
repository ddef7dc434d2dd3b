"""`proofkit sweep` from the command line."""

import pytest

from proofkit.cli.application import run


@pytest.mark.parametrize("kind", ["npz", "csv", "json"])
def test_it_writes_what_it_found(tmp_path, capsys, kind):
    path = tmp_path / f"cells.{kind}"
    code = run(
        [
            "sweep",
            "softmax-d1-weights/f-NN",
            "--grid",
            "a1=0.5:1:0.25",
            "-o",
            str(path),
            "--workers",
            "1",
        ]
    )
    assert code == 1
    assert path.stat().st_size > 100
    out = capsys.readouterr().out
    assert "[R]" in out and "first fails at a1 = 1/2" in out and "unmet at 1 point" in out
    assert "fails at none of the points where every hypothesis is met" in out


def test_all_hold(capsys):
    assert run(["sweep", "softmax-d1-weights", "--grid", "a1=1,2", "--workers", "1"]) == 0
    assert "24 cells: 24 hold" in capsys.readouterr().out


def test_undecided_is_an_exit_code(capsys):
    arguments = ["sweep", "linear-unit/normalised", "--grid", "total=0,1", "--workers", "1"]
    assert run(arguments) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--grid", "a1=1:2:0"],
        ["--grid", "a1=1", "--points", "x.csv"],
        ["--points", "no-such-file.csv"],
        ["--points", "points.txt"],
        ["--grid", "a1=1", "-o", "cells.pdf"],
        ["--grid", "a1=1", "-p", "b=0.5", "-p", "c=0.6"],
    ],
)
def test_errors_are_one_line(arguments, capsys):
    assert run(["sweep", "softmax-d1-weights", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and captured.out == ""


def test_a_run_goes_on_where_it_ended(tmp_path, capsys):
    arguments = ["sweep", "softmax-d1-weights", "--grid", "a1=1,2", "--workers", "1"]
    arguments += ["--run", str(tmp_path / "run")]
    assert run(arguments) == 0
    first = capsys.readouterr().out
    assert run(arguments) == 0
    assert capsys.readouterr().out == first


MAP = ["softmax-d1-weights/f-NN", "--regions", "--grid", "a1=0.4:1", "--grid", "n=2:1e6"]


def test_regions_are_those_of_the_other_command(tmp_path, capsys):
    first, second = (tmp_path / f"{name}.csv" for name in ("sweep", "regions"))
    shared = ["-p", "d=3", "--boxes", "120", "-o"]
    assert run(["sweep", *MAP, *shared, str(first)]) == 1
    mapped = capsys.readouterr().out
    ranges = ["--over", "a1=0.4:1", "--over", "n=2:1e6"]
    assert run(["regions", MAP[0], *ranges, *shared, str(second)]) == 1
    assert mapped == capsys.readouterr().out
    assert "proved true" in mapped and "of the map" in mapped
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_regions_as_a_picture(tmp_path, suffix):
    path = tmp_path / f"map.{suffix}"
    assert run(["sweep", *MAP, "-p", "d=3", "--boxes", "60", "-o", str(path)]) == 1
    assert path.stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*MAP, "--points", "x.csv"], "--points does not go with --regions"),
        ([*MAP, "--workers", "2"], "--workers does not go with --regions"),
        ([*MAP, "--filter", "numpy"], "--filter does not go with --regions"),
        ([*MAP, "--run", "x"], "--run does not go with --regions"),
        ([*MAP, "-o", "map.pdf"], "-o: expected a name ending in .svg"),
        ([*MAP[:4], "--grid", "n=2:9:1"], "--grid: expected NAME=LOW:HIGH, got 'n=2:9:1'"),
        ([*MAP[:4], "--grid", "n=9:2"], "--grid: the range of n is empty: 9 to 2"),
        ([*MAP[:4], "--grid", "d=3:1e30"], "d: integers above 10"),
        (MAP[:4], "expected two different parameters"),
        (MAP[1:], "--regions: expected one claim, LEMMA/CLAIM, got none"),
        ([MAP[0], *MAP], "--regions: expected one claim, LEMMA/CLAIM, got softmax"),
        ([MAP[0], "--grid", "a1=1", "--boxes", "9"], "--boxes goes with --regions"),
    ],
)
def test_what_does_not_go_with_regions(arguments, message, capsys):
    assert run(["sweep", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1 and captured.out == ""
