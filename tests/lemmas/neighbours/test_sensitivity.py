"""The lemma sensitivity: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.neighbours.sensitivity import lemma

EDGES = [
    {},
    {"others": "1"},
    {"G": "5", "share": "0"},
    {"t": "1000", "G": "0", "share": "0", "R": "0", "d": "102"},
    {"d": "12", "t": "1", "G": "1", "own": "1", "others": "1/3", "share": "0", "R": "2"},
    {"d": "12", "t": "1", "G": "0", "own": "1", "others": "0", "share": "1", "R": "0"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["square", "jacobian", "exchange"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["jacobian"] >= {"sensitivity/square"}
    assert cited["exchange"] >= {"dispersion/most"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
