"""The lemma deaf-scaling: its claims, their proofs and axioms, and hard parameters."""

import pytest

from lemmas.scaling.deaf_scaling import lemma

EDGES = [
    {},
    {"delta": "9/100", "rho0": "11/5", "sure": "1"},
    {
        "d": "102",
        "a0": "1/3",
        "b": "1/10",
        "delta": "1/100",
        "rho0": "11/5",
        "sure": "1",
        "t": "10",
    },
    {
        "d": "102",
        "t": "1000",
        "a0": "1/10",
        "b": "1/10",
        "m": "5",
        "delta": "1/100",
        "rho0": "1",
        "sure": "7/4",
    },
    {"t": "2", "m": "64", "delta": "9/100", "d": "102"},
    {"d": "322", "delta": "1/100", "t": "10"},
]


@pytest.fixture(params=EDGES, ids=str)
def edge(request):
    """Parameters that meet the lemma's hypotheses."""
    return request.param


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "share",
        "column",
        "energy",
        "energy-heard",
        "probability",
        "silent",
    ]


def test_every_claim_is_proved_from_what_it_cites(proved, axioms):
    cited = proved(lemma)
    assert cited["energy"] >= {"deaf-scaling/column", "deaf-scaling/share"}
    assert cited["energy-heard"] >= {"deaf-scaling/energy", "rho-signs/energy"}
    assert cited["probability"] >= {"rho-context/bias", "deaf-scaling/energy-heard"}
    assert cited["silent"] >= {"deaf-scaling/probability"}
    assert {id: found for id, found in axioms(lemma).items() if found} == {
        "probability": "hoeffding independence",
        "silent": "hoeffding independence",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)
