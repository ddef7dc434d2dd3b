"""The lemma dispersion: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.neighbours.dispersion import lemma

EDGES = [
    {},
    {"G": "0", "own": "0", "others": "1"},
    {"d": "5", "t": "10", "G": "0", "own": "1/2", "others": "1"},
    {"own": "0"},
    {"d": "5", "t": "10", "G": "5", "own": "1/2", "others": "1"},
    {"d": "322", "others": "1", "t": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["most", "least", "half"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["half"] >= {"dispersion/most"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"half"})
