"""The lemma gap-softmax-d1-network: its claims, their proofs and axioms, and hard parameters."""

from lemmas.gap.gap_softmax_d1_network import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["signs", "fires"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["signs"] == {"gap-weights/softmax-d1-spike"}
    assert cited["fires"] == set()
    assert axioms(lemma) == {"signs": "independence", "fires": ""}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"fires"})
