"""The lemma sigmoid-bias: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.sigmoid_bias import lemma

EDGES = [
    {},
    {"d": "5", "kappa": "3", "t": "10"},
    {"kappa": "0"},
    {},
    {"d": "4", "t": "1000", "kappa": "5"},
    {"t": "10", "d": "102"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == ["u-NN", "u-NO-total", "f-NN", "room"]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["f-NN"] >= {"sigmoid-bias/u-NO-total"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {}


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"f-NN", "u-NN", "u-NO-total"})
