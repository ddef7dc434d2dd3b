"""The lemma softmax-temperature: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.softmax_temperature import lemma

EDGES = [
    {},
    {"d": "5", "t": "10", "a1": "3", "b": "1/10", "lam": "1/2"},
    {"d": "1002", "t": "10"},
    {"d": "5", "t": "2", "a1": "1", "b": "1/5", "lam": "3"},
    {"d": "102", "t": "10", "a1": "6/5", "b": "1/5", "lam": "1/2"},
    {"d": "5", "t": "10", "a1": "10", "b": "9/10", "lam": "1"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "preference",
        "half",
        "f-NN",
        "f-NN-least",
        "f-NN-most",
        "f-ON-most",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert set(cited) == set(lemma.claims)
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
