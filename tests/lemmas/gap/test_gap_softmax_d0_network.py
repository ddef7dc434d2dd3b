"""The lemma gap-softmax-d0-network: its claims, their proofs and axioms, and hard parameters."""

from lemmas.gap.gap_softmax_d0_network import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["signs", "silent"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["signs"] == {"gap-weights/softmax-d0"}
    assert cited["silent"] == set()
    assert axioms(lemma) == {"signs": "hoeffding independence", "silent": ""}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"silent"})
