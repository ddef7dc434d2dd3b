"""The lemma bounded-logits: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.neighbours.bounded_logits import lemma

EDGES = [
    {},
    {"t": "1000", "d": "102"},
    {"d": "322", "t": "10", "a0": "0", "b": "1/10", "sure": "1", "E": "7/5"},
    {"sure": "7/4"},
    {"d": "1002", "t": "2", "a0": "1/10", "b": "1/5", "sure": "7/4", "E": "7/5"},
    {"d": "322", "t": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["needle", "identity", "energy", "probability"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["energy"] >= {"bounded-logits/identity"}
    assert cited["probability"] >= {"bounded-logits/energy"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability": "hoeffding independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
