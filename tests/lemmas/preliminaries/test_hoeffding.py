"""The lemma hoeffding: its claims, their proofs and axioms, and hard parameters."""

from lemmas.preliminaries.hoeffding import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["tail", "weighted"]


def test_every_claim_is_proved(proved, axioms):
    proved(lemma)
    assert axioms(lemma) == {"tail": "hoeffding independence", "weighted": "hoeffding independence"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
