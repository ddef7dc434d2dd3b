"""The lemma linear-d1-weights: its claims, their proofs, and hard parameters."""

from lemmas.separation.linear_d1_weights import lemma


def test_the_claims_are_all_there():
    expected = "u-NN u-NO u-ON u-OO alpha-N alpha-O f-needle f-other"
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved_from_what_it_cites(proved):
    cited = proved(lemma)["f-needle"]
    assert cited >= {
        "linear-d1-weights/u-NN",
        "linear-d1-weights/u-ON",
        "linear-d1-weights/alpha-N",
        "linear-d1-weights/alpha-O",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
