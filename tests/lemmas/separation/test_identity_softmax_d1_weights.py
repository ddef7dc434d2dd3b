"""The lemma identity-softmax-d1-weights: its claims, their proofs, and hard parameters."""

import pytest

import proofkit


@pytest.mark.parametrize(("a1", "verdict"), [("99/100", "fails"), ("1", "holds")])
def test_the_needle_needs_its_full_strength_among_siblings_only(a1, verdict):
    report = proofkit.check("identity-softmax-d1-weights/f-NN", n="1e100", d=3, a1=a1)
    (row,) = report.lemmas[0].claims
    assert row.verdict == verdict


def test_few_siblings_make_up_for_a_weak_needle():
    """At a1 = 9/10, below 1, d = 10^6 + 2 and b = 9/10 let the needle take half."""
    given = {"t": 10, "d": 10**6 + 2, "a1": "9/10", "b": "9/10"}
    report = proofkit.check("identity-softmax-d1-weights/f-NN-few", **given)
    assert report.summary == {"holds": 1, "fails": 0, "undecided": 0, "unmet": 0}
