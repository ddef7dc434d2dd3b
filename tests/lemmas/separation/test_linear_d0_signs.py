"""The lemma linear-d0-signs: its claims, their proofs and axioms, and hard parameters."""

from lemmas.separation.linear_d0_signs import lemma


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["energy", "probability"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["energy"] >= {
        "linear-d0-context/own",
        "linear-d0-context/class",
        "linear-d0-context/needle",
    }
    assert cited["probability"] >= {"linear-d0-signs/energy", "linear-d0-context/bias"}
    assert axioms(lemma) == {"energy": "", "probability": "hoeffding independence"}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
