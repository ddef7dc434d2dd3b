"""The lemma sigmoid-weights: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.sigmoid_weights import lemma

EDGES = [
    {},
    {"d": "102", "t": "1", "a1": "7/10", "b": "9/10"},
    {"d": "102", "t": "10"},
    {"d": "4", "t": "2", "a1": "3", "b": "9/10"},
    {"a1": "3"},
    {"d": "322", "t": "1000", "a1": "1", "b": "1/10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "preference",
        "half",
        "preference-most",
        "preference-least",
        "f-NN-most",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["f-NN-most"] >= {"sigmoid-weights/preference-least"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
