"""The lemma reverse: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.reverse.reverse import lemma

EDGES = [
    {},
    {
        "d": "5",
        "t": "10",
        "a1": "1",
        "b": "9/10",
        "m": "5",
        "delta": "1/100",
        "sigma": "1",
        "g": "1",
    },
    {"a1": "10", "b": "1/2", "m": "1", "delta": "9/100"},
    {"d": "322", "a1": "6/5", "sigma": "5", "t": "10"},
    {
        "d": "102",
        "t": "2",
        "a1": "6/5",
        "b": "1/10",
        "m": "5",
        "delta": "9/100",
        "sigma": "5",
        "g": "10",
    },
    {"d": "12", "m": "64", "g": "1", "t": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["linear-separates"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["linear-separates"] >= {
        "reverse-network/budget-d1",
        "reverse-network/budget-d0",
        "reverse-network/silent-d0",
        "reverse-network/fires-d1",
    }
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "linear-separates": "hoeffding independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"linear-separates"})
