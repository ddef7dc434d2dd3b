"""The lemma softmax-d1-weights: its claims, their proofs, and hard parameters."""

from lemmas.separation.softmax_d1_weights import lemma


def test_the_claims_are_all_there():
    expected = (
        "u-NN u-NO u-ON u-OO alpha-N-lower alpha-N-upper alpha-O f-NN f-NN-sharp f-NO f-ON f-OO"
    )
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved(proved):
    assert not any(proved(lemma).values())


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
