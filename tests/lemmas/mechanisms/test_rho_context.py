"""The lemma rho-context: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.rho_context import lemma

EDGES = [
    {},
    {"t": "2", "rho0": "11/5", "d": "102"},
    {"d": "102", "t": "1", "a0": "0", "b": "1/10", "rho0": "1"},
    {},
    {"d": "1002", "t": "2", "a0": "0", "b": "1/2", "rho0": "11/10"},
    {},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["needle", "own", "class", "bias"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert set(cited) == set(lemma.claims)
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
