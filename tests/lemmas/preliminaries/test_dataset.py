"""The lemma dataset: its claims, their proofs and axioms, and hard parameters."""

from lemmas.preliminaries.dataset import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["token-count", "row-sum-needle", "row-sum-other"]


def test_every_claim_is_proved(proved, axioms):
    proved(lemma)
    assert axioms(lemma) == {"token-count": "", "row-sum-needle": "", "row-sum-other": ""}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
