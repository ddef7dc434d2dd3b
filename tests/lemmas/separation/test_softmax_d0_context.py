"""The lemma softmax-d0-context: its claims, their proofs, and hard parameters."""

from lemmas.separation.softmax_d0_context import lemma


def test_the_claims_are_all_there():
    expected = "needle own class bias"
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved_from_what_it_cites(proved):
    cited = proved(lemma)["own"]
    assert cited >= {
        "softmax-d0-weights/f-NN-flat",
        "softmax-d0-weights/f-NO",
        "softmax-d0-weights/f-ON-flat",
        "softmax-d0-weights/f-OO",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
