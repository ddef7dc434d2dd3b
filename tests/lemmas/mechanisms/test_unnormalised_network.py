"""The lemma unnormalised-network: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.unnormalised_network import lemma

EDGES = [
    {},
    {"d": "102", "t": "2", "a0": "0", "a1": "1", "b": "1/5", "m": "5", "delta": "9/100"},
    {"d": "5", "t": "2", "a0": "1/100", "a1": "6/5", "b": "1/10", "m": "5", "delta": "9/100"},
    {"d": "4", "t": "2", "a0": "0", "a1": "7/10", "b": "1/2", "m": "64", "delta": "9/100"},
    {"d": "12", "t": "10", "a0": "1/3", "a1": "3", "b": "1/2", "m": "1", "delta": "1/100"},
    {"d": "102", "t": "10", "a0": "0", "a1": "10", "b": "1/10", "m": "5", "delta": "9/100"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "bias-d0",
        "probability-d0",
        "fires-d0",
        "bias-d1",
        "probability-d1",
        "fires-d1",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["probability-d0"] >= {"unnormalised-network/bias-d0"}
    assert cited["fires-d0"] >= {"unnormalised-network/probability-d0"}
    assert cited["probability-d1"] >= {"unnormalised-network/bias-d1"}
    assert cited["fires-d1"] >= {"unnormalised-network/probability-d1"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability-d0": "independence",
        "fires-d0": "independence",
        "probability-d1": "independence",
        "fires-d1": "independence",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
