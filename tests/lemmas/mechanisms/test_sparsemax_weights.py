"""The lemma sparsemax-weights: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.sparsemax_weights import lemma

EDGES = [
    {},
    {"d": "1002", "t": "1000", "a1": "6/5", "b": "1/2"},
    {"d": "3", "t": "2", "a1": "1", "b": "1/10"},
    {"d": "1002", "t": "10"},
    {"d": "12", "t": "2", "a1": "1", "b": "1/2"},
    {"d": "102", "t": "1000", "a1": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["gap", "gap-least", "half", "one-hot"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert set(cited) == set(lemma.claims)
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"gap-least", "one-hot"})
