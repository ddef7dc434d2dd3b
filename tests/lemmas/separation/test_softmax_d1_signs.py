"""The lemma softmax-d1-signs: its claims, their proofs and axioms, and hard parameters."""

from lemmas.separation.softmax_d1_signs import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["margin", "probability", "probability-symmetric"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["probability"] >= {"softmax-d1-context/needle-lower", "softmax-d1-context/class-share"}
    assert cited["probability-symmetric"] >= {
        "softmax-d1-context/own-lower",
        "softmax-d1-context/needle-lower",
    }
    assert axioms(lemma) == {
        "margin": "",
        "probability": "independence",
        "probability-symmetric": "independence",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"margin"})
