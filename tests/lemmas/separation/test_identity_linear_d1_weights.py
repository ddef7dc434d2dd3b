"""The lemma identity-linear-d1-weights: its claims, their proofs, and hard parameters."""

from lemmas.separation.identity_linear_d1_weights import lemma


def test_the_claims_are_all_there():
    expected = "u-NN u-NS u-NO u-SS u-SO u-OP u-OO alpha-N alpha-S alpha-O f-NN f-own f-other"
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved_from_what_it_cites(proved):
    cited = proved(lemma)["f-NN"]
    assert cited >= {"identity-linear-d1-weights/u-NN", "identity-linear-d1-weights/alpha-N"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
