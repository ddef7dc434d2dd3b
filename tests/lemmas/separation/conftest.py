"""What every lemma of the separation is held to: its claims, their proofs, and hard parameters."""

import pytest

from proofkit import pipeline

EDGES = {
    "defaults": {},
    "d=3": {"d": "3", "t": "10"},
    "t=1": {"d": "102", "t": "1"},
    "n=2": {"n": "2", "t": "1"},
    "n=2,d=3": {"n": "2", "d": "3"},
    "b=9/10": {"b": "9/10"},
    "a0=0": {"a0": "0"},
    "a0=1/10": {"a0": "1/10"},
    "a1=7/10": {"a1": "7/10"},
    "a1=40": {"a1": "40"},
    "n=10^18": {"n": "1e18", "d": "22"},
    "n=10^30": {"n": "1e30", "d": "1002"},
    "corner": {"n": "2", "d": "4", "a0": "1/10", "a1": "7/10", "b": "9/10"},
}


@pytest.fixture(params=EDGES.values(), ids=EDGES.keys())
def edge(request):
    """A parameter set at the edge of what the hypotheses allow."""
    return request.param


@pytest.fixture
def stands(edge):
    """Each claim of a lemma holds there unless one of its own hypotheses does not, and no second
    opinion disagrees."""

    def check(lemma, conditional=()):
        report = pipeline.check([lemma.id], edge)
        (checked,) = report.lemmas
        met = {h.hypothesis.id: h.verdict == "met" for h in checked.hypotheses}
        assert all(met[hypothesis.id] for hypothesis in lemma.hypotheses)
        assert report.contradictions == ()
        for row in checked.claims:
            assert row.verdict != "undecided", row.claim.name
            if all(met[hypothesis.id] for hypothesis in row.claim.hypotheses):
                assert row.verdict == "holds", row.claim.name
            else:
                assert row.claim.id in conditional

    return check


@pytest.fixture
def proved():
    """Every claim of a lemma is proved for all parameters; which claims each proof cites."""

    def prove(lemma):
        report = pipeline.prove([lemma.id])
        open_claims = [row.claim.name for row in report.claims if row.verdict != "proved"]
        assert not open_claims
        return {row.claim.id: set(row.cites) for row in report.claims}

    return prove
