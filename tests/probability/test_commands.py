"""The commands `probability`, `simulate` and `study`."""

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from fractions import Fraction

import pytest

from proofkit.probability import simulation, trials
from proofkit.probability.model import QUANTITIES
from proofkit.probability.separation import called, declared


def test_json_of_probability(run):
    code, out, err = run("probability", "-p", "m=15", "--format", "json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert list(document) == ["schema", "parameters", "softmax", "linear"]
    assert document["schema"] == 1
    assert document["parameters"] == {
        "n": "1000",
        "d": "102",
        "t": "10",
        "a0": "1/100",
        "a1": "6/5",
        "b": "1/5",
        "c": "4/5",
        "m": "15",
        "delta": "1/100",
    }
    for name in ("softmax", "linear"):
        assert list(document[name]) == ["exact", "proved"]
        assert tuple(document[name]["exact"]) == tuple(document[name]["proved"]) == QUANTITIES
    assert document["softmax"]["exact"]["separates"] == "0.986635328215981"
    assert document["linear"]["exact"]["separates"] == "0"
    assert document["softmax"]["proved"]["blind"] is None


def test_text_of_probability(run):
    code, out, _ = run("probability", "-p", "a1=10")
    assert code == 0
    assert "F(D1) > 0 and F(D0) = 0  0.999982947154263" in out
    assert "linear attention separates with probability" in " ".join(out.split())
    assert "only where a1 is small against sqrt(n)" in " ".join(out.split())
    assert "nothing (below 0)" in out
    _, out, _ = run("probability", "-p", "a1=1/2")
    assert "unmet: a1 ≥ 7/10" in out
    _, out, _ = run("probability", "--weights", "identity")
    assert "vec(I)" in out


def test_digits_and_fractions(run):
    _, out, _ = run("probability", "-p", "m=15", "--digits", "30", "--format", "json")
    shown = json.loads(out)["softmax"]["exact"]["separates"]
    assert len(shown) == 32
    _, out, _ = run("probability", "-p", "m=15", "--fractions", "--format", "json")
    value = Fraction(json.loads(out)["softmax"]["exact"]["separates"])
    assert abs(Fraction(shown) - value) <= Fraction(1, 2 * 10**30)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["probability", "-p", "m=0"], "m: expected at least 1, got 0"),
        (["probability", "-p", "delta=1/2"], "delta: expected a number between 0 and 1/10"),
        (["probability", "--digits", "0"], "--digits: expected 1 to 1000, got 0"),
        (["probability", "--fractions", "-p", "m=1e6"], "binary digits"),
        (["simulate", "--trials", "0"], "--trials: expected 1 to"),
        (["simulate", "-p", "m=-3"], "m: expected at least 1, got -3"),
        (["simulate", "--method", "faithful", "-p", "n=1e18", "-p", "d=22"], "method fast"),
        (["simulate", "-p", "m=1e13"], "too many to draw: at most 100000000000000 neurons in all"),
        (["study", "--trials", "0"], "--trials: expected 1 to"),
    ],
)
def test_bad_input(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_undecided_is_neither_yes_nor_no(run):
    given = ("-p", "n=1000", "-p", "d=3", "-p", "a1=-1000")
    code, out, err = run("probability", *given, "--format", "json")
    assert code == 3
    assert "undecided: linear attention on D1" in err
    assert set(json.loads(out)["linear"]["exact"].values()) == {None}
    assert json.loads(out)["softmax"]["exact"]["fires-d1"] is not None
    code, out, _ = run("probability", *given)
    assert code == 3
    assert "undecided: linear attention on D1" in " ".join(out.split())
    code, out, err = run("simulate", *given)
    assert (code, out) == (3, "")


def test_a_false_bound_is_an_alarm(run, too_much):
    too_much("softmax", "silent-d0")
    code, out, err = run("probability")
    assert (code, out) == (4, "")
    assert err.startswith("proofkit: error: contradiction: softmax, silent-d0")
    assert run("simulate", "--trials", "1")[0] == 4


def test_simulate(run):
    arguments = ("simulate", "-p", "m=15", "-p", "d=12", "--trials", "2000", "--seed", "7")
    code, out, err = run(*arguments, "--format", "json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    row = document["softmax"]["separates"]
    low, high = (Fraction(end) for end in row["interval"])
    assert low <= Fraction(row["exact"]) <= high
    assert Fraction(row["hits"]) / 2000 == Fraction(row["frequency"])
    assert document["trials"] == document["asked"] == "2000"
    assert document["summary"] == {"contradictions": 0}
    code, text, _ = run(*arguments, "--repeat", "2")
    assert code == 0
    assert "simulation, exact values and proved bounds are consistent" in text
    assert "needle at token" in text
    assert run(*arguments, "--repeat", "2")[1] == text


def test_simulate_reports_contradictions(run, monkeypatch):
    honest = simulation.tally
    monkeypatch.setattr(simulation, "tally", lambda fired: honest(fired)[::-1])
    code, out, err = run("simulate", "-p", "m=15", "--trials", "3000")
    assert code == 4
    assert "CONTRADICTION" in out
    assert "contradiction: softmax, separates: 0 of 3000 trials" in err


def interrupt_after(monkeypatch, chunks):
    honest, seen = trials.run, []

    def run(task, piece):
        if len(seen) == chunks:
            raise KeyboardInterrupt
        seen.append(piece)
        return honest(task, piece)

    monkeypatch.setattr(trials, "run", run)


def test_an_interrupted_simulation_prints_what_is_done(run, monkeypatch):
    interrupt_after(monkeypatch, 2)
    code, out, _ = run("simulate", "--trials", "1e9")
    assert code == 130
    assert "32768 trials, fast method, seed 0; interrupted, 1000000000 were asked for" in out


def test_an_interruption_before_anything_is_done(run, monkeypatch):
    interrupt_after(monkeypatch, 0)
    code, out, err = run("simulate")
    assert (code, out) == (130, "")
    assert err.strip() == "proofkit: error: interrupted"


def test_study(run, tmp_path, monkeypatch):
    axes = tuple(replace(axis, values=axis.values[:3]) for axis in called().axes)
    monkeypatch.setitem(declared(), "paper", replace(called(), axes=axes))
    folders = [tmp_path / "a" / "study", tmp_path / "b" / "study"]
    for folder in folders:
        code, out, err = run("study", "-o", str(folder), "--trials", "200")
        assert (code, err) == (0, "")
        assert out.startswith("15 files: ")
    first, second = (
        {p.relative_to(f.parent): p.read_bytes() for p in f.parent.rglob("*.*")} for f in folders
    )
    assert first == second
    page = folders[0].with_suffix(".md").read_text()
    assert "| $3$ | 0.012496099 |" in page
    assert "](study/a1.svg)" in page
    assert "## $a_{0}$: strength of the needle in $D_{0}$" in page
    table = (folders[0] / "d.csv").read_text().splitlines()
    assert table[0].startswith("d,softmax exact,softmax proved,softmax simulated,softmax low")
    assert len(table) == 4
    picture = ElementTree.parse(folders[0] / "m.svg").getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture[0].text.startswith("P(F(D1) > 0 and F(D0) = 0) as m goes through 1 to 4.")


def test_study_needs_a_place(run, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = run("study", "-o", str(tmp_path / "file" / "study"), "--trials", "1")
    assert code == 2
    assert "cannot make the folder" in err
