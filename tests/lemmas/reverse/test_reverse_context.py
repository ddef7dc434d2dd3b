"""The lemma reverse-context: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.reverse.reverse_context import lemma

EDGES = [
    {},
    {"d": "4", "t": "2", "g": "1/100"},
    {"d": "322", "t": "1000", "a1": "1", "b": "1/5", "sigma": "1", "g": "1/100"},
    {"d": "322", "t": "10", "a1": "10", "g": "1/100"},
    {"d": "12", "t": "2", "a1": "10", "b": "1/2", "sigma": "5", "g": "1"},
    {},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "linear-d1-weights",
        "linear-d1",
        "linear-d0-weights",
        "linear-d0-needle",
        "linear-d0-own",
        "linear-d0-class",
        "linear-d0-bias",
        "softmax-weights",
        "softmax",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert set(cited) == set(lemma.claims)
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
