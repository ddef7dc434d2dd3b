"""The lemma linear-d1-signs: its claims, their proofs and axioms, and hard parameters."""

from lemmas.separation.linear_d1_signs import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["energy", "probability"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["energy"] >= {
        "linear-d1-context/class",
        "linear-d1-context/needle",
        "linear-d1-context/own",
    }
    assert cited["probability"] >= {"linear-d1-signs/energy", "linear-d1-context/bias"}
    assert axioms(lemma) == {"energy": "", "probability": "hoeffding independence"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
