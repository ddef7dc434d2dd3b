"""The lemma read-outs: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.scaling.read_outs import lemma

EDGES = [
    {},
    {"d": "1002", "b": "1/5", "t": "10"},
    {"d": "3", "t": "10", "a1": "1"},
    {"d": "3", "t": "10", "a1": "1", "b": "1/5"},
    {"d": "322", "t": "10", "a1": "1", "b": "9/10"},
    {"a1": "1", "b": "1/5"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "class-softmax",
        "class-linear",
        "strength-softmax",
        "strength-linear",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["class-softmax"] >= {"softmax-d1-weights/f-NN", "softmax-d1-weights/f-NO"}
    assert cited["strength-softmax"] >= {"softmax-d1-weights/f-NN-sharp"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
