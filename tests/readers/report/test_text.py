"""What `check` and `prove` print for people."""

import dataclasses
import re

import pytest

from proofkit.readers.report import text, wording
from proofkit.readers.report.style import Style


def plain(painted):
    return re.sub(r"\033\[[\d;]*m", "", painted)


def test_check_at_a_glance(report):
    lines = text.check(report, Style()).splitlines()
    assert lines[0] == "At n = 1000, a1 = 3/5"
    assert lines[2] == "small-weights — Small weights <on> D1"
    assert lines[3] == "  Lemma 0.1 · [R] reconstructed, not the paper's wording"
    assert lines[4] == "  ! unmet: a1 ≥ 7/10  (a1 = 3/5)"
    table = "\n".join(lines[5:])
    assert re.search(r"f-NN +f_NN ≥ 1/2 +fails +-0.0699999999…$", table, re.M)
    assert "      left side 0.43, right side 0.5\n" in table
    assert re.search(r"u-NN +u_NN = n\^\(\(1 \+ a1\)\^2\) +holds +0$", table, re.M)
    assert re.search(r"pair .*undecided +1.2345678…e-30$", table, re.M)
    assert "part left: left side 0.43, right side 0.5; 4096 bits did not settle it" in table
    assert "mpmath agrees on 3 of 3, numpy has none" in table
    assert lines[-1] == "3 claims: 1 holds, 1 fails, 1 undecided; 1 hypothesis unmet"


@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_wider_than_the_page(report, proofs, replayed, width, unicode):
    style = Style(width=width, unicode=unicode)
    for page in (text.check(report, style), text.prove(proofs, style)):
        limit = max(width, 64)
        assert [line for line in page.splitlines() if len(line) > limit] == []
        assert unicode or page.isascii()
    assert text.verify(replayed, style)


def test_colour_changes_nothing_but_colour(report, proofs):
    for render, subject in ((text.check, report), (text.prove, proofs)):
        painted = render(subject, Style(color=True))
        assert "\033[" in painted
        assert plain(painted) == render(subject, Style())


def test_a_contradiction_is_an_alarm(alarm):
    page = text.check(alarm, Style())
    assert "mpmath agrees on 0 of 1 and DISAGREES on 1" in page
    last = page.splitlines()[-1]
    assert last == (
        "CONTRADICTION small-weights/u-NN: the rigorous verdict is holds, but mpmath disagrees"
    )


def test_prove_says_what_is_missing(proofs):
    page = text.prove(proofs, Style())
    assert re.search(r"f-NN +f_NN ≥ 1/2 +proved +1$", page, re.M)
    assert "rests on: hoeffding" in page
    assert "refuted at n = 2, a1 = 7/10" in page
    assert "step 1 of left is not proved" in page
    assert "1 proved, 1 refuted, 1 open" in " ".join(page.split())


def test_verify_speaks_the_words_of_the_file(replayed):
    page = text.verify(replayed, Style())
    assert re.search(r"x/f +f >= 1/2 +proved$", page, re.M)
    assert page.endswith("2 certificates replayed: 1 proved, 1 refuted, 0 open")


def test_verify_in_full_says_what_is_assumed_and_what_names_stand_for(replayed):
    defined = dataclasses.replace(replayed.claims[0], definitions=("f := 1/n",))
    report = dataclasses.replace(replayed, claims=(defined,))
    out = text.verify(report, Style(), full=True)
    shown = [line.strip() for line in out.splitlines()]
    states = {"for all integers n", "states: f >= 1/2", "assumes: n >= 2", "where f := 1/n"}
    assert states <= set(shown)
    assert "where f" not in text.verify(report, Style())


def test_verify_says_for_which_values_a_claim_is_proved(replayed):
    assert "for all integers n with n >= 2" in text.verify(replayed, Style())


def test_listing_explains_its_labels(lemma):
    page = text.listing([(lemma, list(lemma.claims.values()))], Style())
    assert re.search(r"small-weights +Lemma 0.1 +\[R\] +3 +Small weights <on> D1$", page, re.M)
    assert "1 lemma, 3 claims" in page
    assert "[R] reconstructed, not the paper's wording" in page


@pytest.mark.parametrize(
    ("margin", "shown"),
    [
        ("0", "0"),
        ("-0.0683960", "-0.0683960"),
        ("1.44398e-13", "1.44398e-13"),
        ("-1.23456789012345e-300", "-1.23456…e-300"),
        ("331127" + "0" * 20, "3.31127e25"),
        ("-1" + "0" * 30, "-1.0e30"),
        ("123456789012345678901234", "1.23456789…e23"),
        ("", ""),
    ],
)
def test_margins_are_shortened_and_marked(margin, shown):
    assert text._margin(margin, Style()) == shown
    assert len(shown) <= text.MARGIN


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [("1", "2", "left side 1, right side 2"), ("1", "", "left side 1"), ("", "2", "right side 2"),
     ("", "", "")],
)  # fmt: skip
def test_a_side_without_digits_is_left_out(left, right, said):
    assert wording.both_sides(left, right) == said


def test_counts_agree_with_their_nouns():
    counts = {"holds": 1, "fails": 2, "undecided": 0}
    assert wording.verdicts(counts) == "1 holds, 2 fail, 0 undecided"
    assert wording.verdicts({**counts, "holds": 0, "fails": 1}).startswith("0 hold, 1 fails")
