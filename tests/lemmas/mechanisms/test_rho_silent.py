"""The lemma rho-silent: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.rho_silent import lemma

EDGES = [
    {},
    {"d": "4", "t": "2", "a0": "0", "b": "1/10", "m": "5", "delta": "9/100", "rho0": "1"},
    {"d": "4", "t": "1", "a0": "1/3", "b": "1/5", "m": "1", "delta": "1/100", "rho0": "1"},
    {"d": "12", "t": "2", "a0": "0", "b": "1/10", "m": "5", "delta": "9/100", "rho0": "11/5"},
    {"a0": "1/3", "delta": "9/100"},
    {"delta": "9/100", "rho0": "50"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["silent", "budget"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["silent"] >= {"rho-signs/probability"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "silent": "hoeffding independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"budget"})
