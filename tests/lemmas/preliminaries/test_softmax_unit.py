"""The lemma softmax-unit: its claims, their proofs and axioms, and hard parameters."""

from lemmas.preliminaries.softmax_unit import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["normalised", "positive", "shift-invariant"]


def test_every_claim_is_proved(proved, axioms):
    proved(lemma)
    assert axioms(lemma) == {"normalised": "", "positive": "", "shift-invariant": ""}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
