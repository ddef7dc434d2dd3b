"""The lemma fewer-neurons: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.scaling.fewer_neurons import lemma

EDGES = [
    {},
    {"d": "12", "b": "1/5", "m": "5", "delta": "1/100", "t": "10"},
    {"d": "12", "t": "1", "a1": "10", "b": "1/5", "m": "64", "delta": "1/100"},
    {"d": "4", "t": "10"},
    {"delta": "9/100"},
    {"d": "102", "t": "2", "a1": "6/5"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["identity-total", "probability", "budget", "saved"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["probability"] >= {"softmax-d1-context/bias", "softmax-d1-context/needle-lower"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability": "independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"budget"})
