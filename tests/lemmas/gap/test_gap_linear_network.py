"""The lemma gap-linear-network: its claims, their proofs and axioms, and hard parameters."""

from lemmas.gap.gap_linear_network import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["signs-d0", "silent-d0", "signs-d1", "silent-d1"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["signs-d0"] == {"gap-weights/linear-d0"}
    assert cited["signs-d1"] == {"gap-weights/linear-d1-rest", "gap-weights/linear-d1-spike"}
    assert axioms(lemma) == {
        "signs-d0": "hoeffding independence",
        "silent-d0": "",
        "signs-d1": "hoeffding independence",
        "silent-d1": "",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"silent-d0", "silent-d1"})
