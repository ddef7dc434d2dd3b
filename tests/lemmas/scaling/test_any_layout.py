"""The lemma any-layout: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.scaling.any_layout import lemma

EDGES = [
    {},
    {"d": "3", "t": "10", "b": "1/5", "rho0": "11/10", "k1": "10", "most": "10", "squares": "0"},
    {"rho0": "11/5", "most": "10"},
    {"b": "1/5", "squares": "0"},
    {"d": "1002", "t": "10", "b": "1/2", "rho0": "11/5", "k1": "1", "most": "20", "squares": "0"},
    {"t": "1000", "most": "20", "squares": "0", "d": "102"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["square", "others", "own", "energy"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["own"] >= {"any-layout/square"}
    assert cited["energy"] >= {"any-layout/others", "any-layout/own"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
