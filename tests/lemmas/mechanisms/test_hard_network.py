"""The lemma hard-network: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.hard_network import lemma

EDGES = [
    {},
    {"t": "2", "d": "102"},
    {"d": "322", "t": "1000", "a0": "1/3", "b": "9/10"},
    {"d": "322", "a0": "1/10", "b": "1/2", "t": "10"},
    {"d": "3", "b": "1/5", "t": "10"},
    {"d": "12", "t": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["context", "probability"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["probability"] >= {"hard-network/context"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability": "independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
