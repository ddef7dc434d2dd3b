"""The lemma rho-signs: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.rho_signs import lemma

EDGES = [
    {},
    {"d": "4", "t": "1000", "a0": "1/100", "b": "1/5", "rho0": "11/5"},
    {"d": "322", "t": "1", "a0": "1/100", "b": "1/2", "rho0": "1"},
    {"d": "322", "b": "9/10", "rho0": "11/5", "t": "10"},
    {"d": "4", "t": "2", "a0": "1/3", "b": "1/10", "rho0": "50"},
    {"t": "2", "a0": "1/100", "d": "102"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["energy", "probability"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["energy"] >= {"rho-context/class", "rho-context/own", "rho-context/needle"}
    assert cited["probability"] >= {"rho-context/bias", "rho-signs/energy"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability": "hoeffding independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
