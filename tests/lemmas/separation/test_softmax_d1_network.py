"""The lemma softmax-d1-network: its claims, their proofs and axioms, and hard parameters."""

from lemmas.separation.softmax_d1_network import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["fires", "budget"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["fires"] >= {"softmax-d1-signs/probability"}
    assert cited["budget"] == set()
    assert axioms(lemma) == {"fires": "independence", "budget": ""}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"budget"})
