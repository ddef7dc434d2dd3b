"""Where a mechanism separates: windows of degrees, temperatures, maps."""

import csv
import json
from fractions import Fraction

import pytest

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.questions.regions.plane import reading
from proofkit.questions.separating import Question, regions, threshold


@pytest.mark.parametrize(("n", "first", "last"), [(100, 3, 31), (1000, 6, 55), (10000, 9, 79)])
def test_the_window_of_degrees(n, first, last):
    question = Question.asked("power", ("degree",), {"n": n, "a0": "1/10"}, "")
    found = threshold(question, "degree", 1, 90)
    assert found.complete
    assert found.looked == 90
    assert [(s.first, s.last, s.answer) for s in found.stretches] == [
        (1, first - 1, "no"),
        (first, last, "yes"),
        (last + 1, 90, "no"),
    ]


def test_the_greatest_temperature():
    question = Question.asked("softmax", ("T",), {}, "")
    found = threshold(question, "T", 1, 10, digits=4)
    (change,) = found.changes
    assert change.answers == ("yes", "no")
    assert 0 < change.above - change.below <= Fraction(1, 10**4)
    assert not found.complete
    for value, answer in zip((change.below, change.above), change.answers, strict=True):
        fixed = Question.asked(f"softmax:{value}", ("m",), {}, "")
        assert fixed.separates({"m": Fraction(64)}) == answer


def test_only_blocks_of_whole_copies():
    question = Question.asked("window", ("w",), {"d": 12, "t": 3}, "")
    found = threshold(question, "w", 8, 12)
    assert [s.answer for s in found.stretches if s.first == 10] != ["meaningless"]
    assert {s.answer for s in found.stretches if s.first != 10} == {"meaningless"}


def test_a_map_agrees_with_the_line():
    question = Question.asked("power", ("degree", "a0"), {}, "")
    found = regions(question, [reading("degree=1:9"), reading("a0=0:1/5")], 81)
    assert found.values[0] == tuple(range(1, 10))
    place = found.values[1].index(Fraction(1, 10))
    assert found.verdicts[place][:5] == ("deaf", "deaf", "deaf", "deaf", "between")
    assert found.verdicts[place][5] == "separates"
    assert sum(found.count(v) for v in ("deaf", "between", "separates")) == 81


def test_commands(run, tmp_path):
    code, out, _ = run(
        *("threshold", "--mechanism", "power", "--over", "degree", "--to", "8", "--format", "json"),
    )
    assert code == 0
    assert json.loads(out)["mechanisms"]["power"]["complete"] is True
    ranges = ("--over", "a1=0:2", "--over", "a0=0:1", "--boxes", "9")
    table = str(tmp_path / "map.csv")
    code, out, _ = run("regions", "--mechanism", "softmax:2", *ranges, "-o", table)
    assert code == 0
    with open(table) as file:
        assert len(list(csv.DictReader(file))) == 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("threshold", "--over", "n"), "expected LEMMA/CLAIM, or --mechanism"),
        (("threshold", "x/y", "--mechanism", "linear", "--over", "n"), "goes without LEMMA/CLAIM"),
        (("threshold", "--mechanism", "linear", "--over", "T"), "unknown parameter 'T'"),
        (("threshold", "--mechanism", "power", "--over", "a1"), "expected power:DEGREE"),
        (("regions", "--over", "a0=0:1"), "expected LEMMA/CLAIM, or --mechanism"),
        (("regions", "--mechanism", "linear", "--over", "a0=0:1"), "two different parameters"),
        (("regions", "--mechanism", "linear", "-o", "x.npz"), "expected a name ending in"),
    ],
)
def test_bad_questions(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


def test_limits():
    question = Question.asked("linear", ("m",), {}, "")
    with pytest.raises(LimitExceeded, match="give --from and --to"):
        threshold(question, "m", 1, 10**6)
    with pytest.raises(LimitExceeded, match="points"):
        regions(question, [reading("a0=0:1"), reading("a1=0:1")], 10**9)
    with pytest.raises(InputError, match="not oo"):
        regions(question, [reading("n=100:oo"), reading("a1=0:1")])
