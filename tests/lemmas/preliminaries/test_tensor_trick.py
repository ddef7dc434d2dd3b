"""The lemma tensor-trick: its claims, their proofs and axioms, and hard parameters."""

from lemmas.preliminaries.tensor_trick import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["shape", "identity"]


def test_every_claim_is_proved(proved, axioms):
    proved(lemma)
    assert axioms(lemma) == {"shape": "", "identity": ""}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
