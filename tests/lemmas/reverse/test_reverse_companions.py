"""The lemma reverse-companions: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.reverse.reverse_companions import lemma

EDGES = [
    {},
    {"a1": "1", "b": "1/5", "r": "1"},
    {"t": "1", "scale": "1/3", "d": "102"},
    {"d": "4", "t": "1", "scale": "1/3"},
    {"t": "10", "a1": "6/5", "scale": "1/3", "d": "102"},
    {"d": "3", "t": "1000", "a1": "6/5", "b": "9/10", "scale": "1/3", "r": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "scale-linear",
        "scale-softmax",
        "copies-normalised",
        "copies-bias",
        "copies-summed",
        "cost",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["copies-summed"] >= {"reverse-companions/copies-bias"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "copies-summed": "independence"
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"copies-summed"})
