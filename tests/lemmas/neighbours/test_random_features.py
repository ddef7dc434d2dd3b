"""The lemma random-features: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.neighbours.random_features import lemma

EDGES = [
    {},
    {"features": "256"},
    {"z": "4", "features": "1", "dot": "-3"},
    {"z": "30", "features": "256", "dot": "0"},
    {"z": "0", "features": "256", "dot": "-3"},
    {"z": "30", "features": "1", "dot": "-3"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["relative", "relative-most"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["relative-most"] >= {"random-features/relative"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
