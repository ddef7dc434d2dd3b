"""The lemma reverse-signs: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.reverse.reverse_signs import lemma

EDGES = [
    {},
    {"d": "3", "t": "1000", "sigma": "1"},
    {"d": "12", "t": "10", "a1": "7/10", "b": "1/10", "sigma": "1", "g": "1/100"},
    {"d": "5", "t": "1", "a1": "1", "b": "1/2", "sigma": "1/10", "g": "1000"},
    {"t": "1000", "a1": "10", "sigma": "5", "d": "102"},
    {"d": "102", "b": "9/10", "sigma": "1", "g": "1000", "t": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["probability-d1", "energy-d0", "probability-d0"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["probability-d1"] >= {"reverse-context/linear-d1"}
    assert cited["energy-d0"] >= {
        "reverse-context/linear-d0-class",
        "reverse-context/linear-d0-own",
        "reverse-context/linear-d0-needle",
    }
    assert cited["probability-d0"] >= {"reverse-context/linear-d0-bias", "reverse-signs/energy-d0"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability-d1": "independence",
        "probability-d0": "hoeffding independence",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
