"""The lemma softmax-d1-context: its claims, their proofs, and hard parameters."""

from lemmas.separation.softmax_d1_context import lemma


def test_the_claims_are_all_there():
    expected = "needle-lower needle-upper own-lower own-upper class class-total class-share bias"
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved_from_what_it_cites(proved):
    cited = proved(lemma)["own-lower"]
    assert cited >= {"softmax-d1-weights/f-NN"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
