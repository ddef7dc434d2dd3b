"""The lemma taylor-weights: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.taylor_weights import lemma

EDGES = [
    {},
    {"d": "4", "t": "10", "a1": "7/10", "b": "9/10"},
    {"d": "5", "t": "2", "a1": "3", "b": "1/10"},
    {"d": "102", "t": "1", "a1": "10", "b": "1/5"},
    {"d": "102", "t": "1000", "a1": "10", "b": "9/10"},
    {},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["preference-most", "preference-least", "f-NN-most"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert set(cited) == set(lemma.claims)
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
