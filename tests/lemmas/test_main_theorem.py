"""The main theorem: its two claims, what they rest on, and where they hold."""

import pytest

from lemmas.main_theorem import lemma
from proofkit.questions import pipeline

NEEDED = {"m-enough", "m-few", "m-few-d0", "m-few-d1"}
HOLDS = [
    {},
    {"a0": "0"},
    {"a0": "1/10"},
    {"a1": "7/10"},
    {"t": "1000"},
    {"n": "1e18", "d": "102"},
    {"d": "1000002", "t": "1", "m": "1000000000"},
    {"b": "1/10"},
    {"delta": "99/1000"},
    {"m": "40"},
]
"""Parameters that meet every hypothesis."""
BEYOND = [
    {"t": "1"},
    {"d": "3", "t": "10"},
    {"n": "2", "t": "1"},
    {"n": "4", "d": "3"},
    {"b": "9/10"},
    {"a1": "40"},
    {"m": "1"},
    {"m": "1000000000"},
    {"n": "1e18", "d": "22"},
    {"n": "1e30", "d": "1002", "b": "9/10"},
    {"delta": "1e-30"},
]
"""Admissible parameters with too few columns, or too many or too few neurons."""


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["softmax-separates", "linear-blind", "linear-seldom"]


def test_the_claims_are_proved_from_the_networks(proved, axioms):
    cited = proved(lemma)
    assert cited["softmax-separates"] >= {
        f"softmax-{d}-network/{claim}"
        for d, claims in (("d0", ("silent", "budget")), ("d1", ("fires", "budget")))
        for claim in claims
    }
    assert cited["linear-blind"] >= {
        f"linear-{d}-network/{claim}" for d in ("d0", "d1") for claim in ("silent", "budget")
    }
    assert cited["linear-seldom"] >= {
        f"linear-d1-network/{claim}" for claim in ("silent", "budget")
    }
    assert axioms(lemma) == dict.fromkeys(lemma.claims, "hoeffding independence")


def test_the_numbers_of_neurons_are_used(all_proofs):
    rows = all_proofs.of(lemma)
    assert set(rows["softmax-separates"].uses) >= {"m-enough", "m-few", "split"}
    assert set(rows["linear-blind"].uses) >= {"m-few-d1", "m-few-d0", "split"}
    assert "m-few-d0" not in rows["linear-seldom"].uses


@pytest.mark.parametrize("given", HOLDS, ids=str)
def test_the_claims_hold_within_the_hypotheses(given):
    report = pipeline.check([lemma.id], given)
    assert report.contradictions == ()
    assert report.summary == {"holds": 3, "fails": 0, "undecided": 0, "unmet": 0}


@pytest.mark.parametrize("given", BEYOND, ids=str)
def test_beyond_them_they_are_decided_on_their_own(given):
    report = pipeline.check([lemma.id], given)
    (checked,) = report.lemmas
    assert report.contradictions == ()
    unmet = {h.hypothesis for h in checked.hypotheses if h.verdict != "met"}
    assert {hypothesis.id for hypothesis in unmet} <= NEEDED
    for row in checked.claims:
        assert row.verdict != "undecided"
        assert row.verdict == "holds" or unmet & set(row.claim.hypotheses)


def test_a_strong_needle_is_not_hidden_from_linear_attention():
    """a1 = 10 is not small against the square root of n: the bound on hearing is too weak for
    the budget, what the silence lemma then says is empty, and blindness is false."""
    given = {"a1": "10"}
    (checked,) = pipeline.check(["linear-d1-network"], given).lemmas
    assert {row.claim.id: row.verdict for row in checked.claims} == {
        "budget": "fails",
        "silent": "holds",
    }
    silent = checked.claims[-1]
    assert silent.rhs.startswith("-")
    (checked,) = pipeline.check([lemma.id], given).lemmas
    verdicts = {row.claim.id: row.verdict for row in checked.claims}
    assert verdicts == {
        "softmax-separates": "holds",
        "linear-blind": "fails",
        "linear-seldom": "fails",
    }
    assert {h.hypothesis.id for h in checked.hypotheses if h.verdict != "met"} == {"m-few-d1"}
