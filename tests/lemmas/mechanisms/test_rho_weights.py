"""The lemma rho-weights: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.rho_weights import lemma

EDGES = [
    {},
    {"d": "102", "t": "10", "a0": "1/10", "b": "1/10", "rho0": "50", "odds": "1/500"},
    {"d": "4", "t": "1", "a0": "1/10", "b": "9/10", "rho0": "11/10", "odds": "1"},
    {"d": "102", "a0": "0", "rho0": "50", "t": "10"},
    {"d": "4", "t": "1", "a0": "0", "b": "1/5", "rho0": "11/10", "odds": "1/500"},
    {"d": "5", "rho0": "11/10", "t": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "f-N",
        "f-O",
        "f-N-most",
        "f-O-most",
        "f-N-least",
        "half",
        "odds",
        "share",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["half"] >= {"rho-weights/f-N"}
    assert cited["odds"] >= {"rho-weights/f-N"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
