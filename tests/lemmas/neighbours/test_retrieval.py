"""The lemma retrieval: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.neighbours.retrieval import lemma

EDGES = [
    {},
    {"d": "102", "t": "1", "lam": "1/10", "margin": "30"},
    {"d": "322", "t": "1000", "lam": "3", "margin": "30", "depth": "2", "M": "0"},
    {"d": "4", "t": "2", "lam": "1", "margin": "0", "depth": "2", "M": "3"},
    {"lam": "3", "margin": "0", "M": "0"},
    {"margin": "0"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["margin", "error", "below", "energy"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["error"] >= {"retrieval/margin"}
    assert cited["energy"] >= {"retrieval/below"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
