"""The lemma linear-d0-weights: its claims, their proofs, and hard parameters."""

from lemmas.separation.linear_d0_weights import lemma


def test_the_claims_are_all_there():
    expected = "u-NN u-NO u-ON u-OO alpha-N alpha-O f-needle f-other"
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved_from_what_it_cites(proved):
    cited = proved(lemma)["f-other"]
    assert cited >= {
        "linear-d0-weights/u-NO",
        "linear-d0-weights/u-OO",
        "linear-d0-weights/alpha-N",
        "linear-d0-weights/alpha-O",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
