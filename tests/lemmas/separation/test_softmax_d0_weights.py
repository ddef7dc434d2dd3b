"""The lemma softmax-d0-weights: its claims, their proofs, and hard parameters."""

from lemmas.separation.softmax_d0_weights import lemma


def test_the_claims_are_all_there():
    expected = "u-NN u-NO u-ON u-OO alpha-O f-NN f-NN-flat f-NO f-ON f-ON-flat f-OO"
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved_from_what_it_cites(proved):
    cited = proved(lemma)["f-NN-flat"]
    assert cited >= {"softmax-d0-weights/f-NN"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
