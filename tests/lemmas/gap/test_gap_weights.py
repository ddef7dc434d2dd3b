"""The lemma gap-weights: its claims, their proofs and axioms, and hard parameters."""

from lemmas.gap.gap_weights import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "softmax-d0",
        "softmax-d1-spike",
        "softmax-d1-rest",
        "linear-d0",
        "linear-d1-spike",
        "linear-d1-rest",
    ]


def test_every_claim_is_proved(proved, axioms):
    proved(lemma)
    assert axioms(lemma) == {
        "softmax-d0": "",
        "softmax-d1-spike": "",
        "softmax-d1-rest": "",
        "linear-d0": "",
        "linear-d1-spike": "",
        "linear-d1-rest": "",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
