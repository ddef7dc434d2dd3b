"""The lemma linear-d1-context: its claims, their proofs, and hard parameters."""

from lemmas.separation.linear_d1_context import lemma


def test_the_claims_are_all_there():
    expected = "needle own class bias"
    assert list(lemma.claims) == expected.split()


def test_every_claim_is_proved_from_what_it_cites(proved):
    cited = proved(lemma)["needle"]
    assert cited >= {"linear-d1-weights/f-needle"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
