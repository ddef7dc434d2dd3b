"""`proofkit sweep` from the command line."""

import pytest

from proofkit.cli import files
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


def test_an_interrupted_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "cells.csv"
    path.write_text("old")

    def pieces():
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.write_pieces(str(path), pieces())
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_run_goes_on_where_it_ended(tmp_path, capsys):
    arguments = ["sweep", "softmax-d1-weights", "--grid", "a1=1,2", "--workers", "1"]
    arguments += ["--run", str(tmp_path / "run")]
    assert run(arguments) == 0
    first = capsys.readouterr().out
    assert run(arguments) == 0
    assert capsys.readouterr().out == first
