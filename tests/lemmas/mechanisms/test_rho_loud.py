"""The lemma rho-loud: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.rho_loud import lemma

EDGES = [
    {},
    {"d": "102", "t": "2", "a1": "1", "b": "1/10", "rho1": "1000"},
    {"d": "1002", "t": "1", "a1": "1"},
    {"d": "3", "a1": "1", "t": "10"},
    {"d": "5", "t": "2", "a1": "3", "b": "9/10", "rho1": "100"},
    {"d": "322", "t": "1000", "a1": "1", "b": "1/2", "rho1": "1000000"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["probability"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert set(cited) == set(lemma.claims)
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability": "independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
