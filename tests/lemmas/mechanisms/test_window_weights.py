"""The lemma window-weights: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.window_weights import lemma

EDGES = [
    {},
    {"t": "1000", "a1": "1", "d": "102"},
    {"a1": "7/10"},
    {"q": "2"},
    {"d": "1002", "t": "10"},
    {"d": "3", "t": "1000", "a1": "1", "b": "9/10", "q": "2"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["preference", "half", "f-NN-least", "blind"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert set(cited) == set(lemma.claims)
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
