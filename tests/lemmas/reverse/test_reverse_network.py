"""The lemma reverse-network: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.reverse.reverse_network import lemma

EDGES = [
    {},
    {
        "d": "322",
        "t": "1000",
        "a1": "7/10",
        "b": "9/10",
        "m": "5",
        "delta": "9/100",
        "sigma": "5",
        "g": "1/100",
    },
    {
        "d": "3",
        "t": "1000",
        "a1": "6/5",
        "b": "9/10",
        "m": "5",
        "delta": "1/100",
        "sigma": "1/10",
        "g": "1/100",
    },
    {"d": "102", "a1": "6/5", "b": "1/2", "delta": "1/100", "t": "10"},
    {"d": "5", "sigma": "5", "g": "1/100", "t": "10"},
    {
        "d": "4",
        "t": "10",
        "a1": "6/5",
        "b": "1/5",
        "m": "64",
        "delta": "1/100",
        "sigma": "1",
        "g": "10",
    },
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["fires-d1", "silent-d0", "budget-d1", "budget-d0"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["fires-d1"] >= {"reverse-signs/probability-d1"}
    assert cited["silent-d0"] >= {"reverse-signs/probability-d0"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "fires-d1": "independence",
        "silent-d0": "hoeffding independence",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"budget-d1", "budget-d0"})
