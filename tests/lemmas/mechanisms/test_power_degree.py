"""The lemma power-degree: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.power_degree import lemma

EDGES = [
    {},
    {"d": "322", "t": "10", "a1": "6/5", "b": "1/2", "beta": "20"},
    {"d": "5", "t": "10", "a1": "6/5", "b": "1/2", "beta": "1"},
    {"d": "3", "t": "2", "a1": "6/5", "b": "1/10", "beta": "20"},
    {"d": "12", "t": "2", "a1": "6/5", "b": "1/5", "beta": "9"},
    {"t": "1000", "a1": "3", "beta": "9", "d": "102"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["preference", "half", "f-N-most", "f-N-least", "f-N"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert set(cited) == set(lemma.claims)
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"f-N"})
