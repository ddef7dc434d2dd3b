"""The lemma identity-softmax-d0-weights: its claims, their proofs, and hard parameters."""

from lemmas.separation.identity_softmax_d0_weights import lemma


def test_the_claims_are_all_there():
    expected = (
        "b-upper u-NN u-NS u-NO u-SS u-SO u-OP u-OO alpha-N "
        "f-NN f-NN-flat f-NS f-NO alpha-S alpha-O f-SS f-OP f-SO f-OO"
    )
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved_from_what_it_cites(proved):
    cited = proved(lemma)["f-NN-flat"]
    assert cited >= {"identity-softmax-d0-weights/f-NN", "identity-softmax-d0-weights/b-upper"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
