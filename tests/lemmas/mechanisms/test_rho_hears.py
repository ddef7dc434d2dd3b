"""The lemma rho-hears: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.mechanisms.rho_hears import lemma

EDGES = [
    {},
    {"t": "10", "a1": "6/5", "b": "1/10", "delta": "9/100", "d": "102"},
    {"d": "102", "t": "10", "a1": "1", "b": "9/10", "m": "1", "delta": "1/100", "rho1": "1000000"},
    {"a1": "10"},
    {"d": "322", "t": "1", "b": "1/5", "m": "64", "delta": "1/100"},
    {
        "d": "322",
        "t": "1000",
        "a1": "1",
        "b": "1/5",
        "m": "64",
        "delta": "9/100",
        "rho1": "1000000",
    },
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "f-N",
        "needle",
        "own",
        "class-share",
        "bias",
        "probability",
        "fires",
        "budget",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["needle"] >= {"rho-hears/f-N"}
    assert cited["own"] >= {"rho-hears/f-N"}
    assert cited["class-share"] >= {"rho-hears/f-N"}
    assert cited["probability"] >= {
        "rho-hears/class-share",
        "rho-hears/needle",
        "rho-hears/own",
        "rho-hears/bias",
    }
    assert cited["fires"] >= {"rho-hears/probability"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability": "independence",
        "fires": "independence",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma, conditional={"budget"})
