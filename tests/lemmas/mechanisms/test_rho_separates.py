"""The lemma rho-separates: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.rho_separates import lemma

EDGES = [
    {},
    {
        "d": "3",
        "t": "2",
        "a0": "0",
        "a1": "3",
        "b": "1/10",
        "m": "5",
        "delta": "1/100",
        "rho0": "11/10",
        "rho1": "1000",
    },
    {"d": "1002", "delta": "1/100", "rho1": "1000000", "t": "10"},
    {"d": "12", "a1": "1", "b": "9/10", "rho0": "1", "rho1": "1000000", "t": "10"},
    {
        "d": "5",
        "t": "10",
        "a0": "1/3",
        "a1": "1",
        "b": "1/10",
        "m": "1",
        "delta": "1/100",
        "rho0": "1",
        "rho1": "100",
    },
    {"t": "2", "a0": "1/10", "b": "1/10", "delta": "1/100", "d": "102"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["separates"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["separates"] >= {
        "rho-hears/budget",
        "rho-silent/silent",
        "rho-silent/budget",
        "rho-hears/fires",
    }
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "separates": "hoeffding independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"separates"})
