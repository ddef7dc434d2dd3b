"""`check` without a lemma fits a screen, and hides nothing that fails, is undecided or unmet."""

import re

import pytest

from proofkit.readers.report import overview, text
from proofkit.readers.report.style import Style

WIDE, SCREEN = Style(width=100), 24


@pytest.fixture
def checked(run):
    """What `check` prints with these arguments, and its exit code."""
    return lambda *arguments: run("check", *arguments)[:2]


def test_every_lemma_is_counted_and_none_is_printed(checked):
    code, out = checked()
    assert code == 0
    assert re.search(r"(\d+) claims: \1 hold, 0 fail, 0 undecided; 0 hypotheses unmet", out)
    assert out.startswith("At the default parameters\n") and "softmax-d1-weights" not in out
    assert "proofkit check --all" in out


@pytest.mark.parametrize("given", [("a1=6/10",), ("t=5e16", "d=22"), ("n=4", "d=3", "a1=0")])
def test_a_summary_fits_a_screen_whatever_fails(checked, given):
    code, out = checked(*(word for pair in given for word in ("-p", pair)))
    assert code == 1
    lines = out.rstrip("\n").split("\n")
    assert len(lines) <= SCREEN and max(map(len, lines)) <= 80
    assert "unmet in" in out and "more lemmas" in out


def test_all_prints_every_claim(checked):
    _, out = checked("--all")
    assert len(out.splitlines()) > 500 and "\nsoftmax-d1-weights — " in out


def test_a_lemma_that_is_named_is_printed_with_its_own_parameters_only(checked):
    _, out = checked("shares")
    assert out.partition("\n")[0] == "At x = 1/2, y = 1/3, z = 2, w = 1/4"
    assert "convex" in out


def test_what_fails_is_undecided_or_unmet_is_named(report):
    said = overview.check(report, ("a1",), WIDE)
    assert "At a1 = " in said and "defaults for the other parameters" in said
    (lemma,) = report.lemmas
    named = [c.claim.id for c in lemma.claims if c.verdict in ("fails", "undecided")]
    assert len(named) > 1 and all(id in said for id in named)
    assert "! unmet in small-weights: a1 ≥ 7/10  (a1 = 3/5)" in said
    assert text.check(report, WIDE).splitlines()[-1] in said


def test_a_contradiction_is_an_alarm_here_too(alarm):
    assert "CONTRADICTION" in overview.check(alarm, (), WIDE)
