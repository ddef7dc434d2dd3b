"""The lemma softmax-d0-signs: its claims, their proofs and axioms, and hard parameters."""

from lemmas.separation.softmax_d0_signs import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["energy", "probability"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["energy"] >= {
        "softmax-d0-context/class",
        "softmax-d0-context/needle",
        "softmax-d0-context/own",
    }
    assert cited["probability"] >= {"softmax-d0-context/bias", "softmax-d0-signs/energy"}
    assert axioms(lemma) == {"energy": "", "probability": "hoeffding independence"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
