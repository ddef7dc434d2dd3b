"""What every lemma is held to: its claims, their proofs and axioms, and hard parameters."""

import pytest

from proofkit.questions import pipeline


@pytest.fixture
def stands(edge):
    """Each claim of a lemma holds there unless one of its own hypotheses does not, and no second
    opinion disagrees."""

    def check(lemma, conditional=()):
        report = pipeline.check([lemma.id], edge)
        (checked,) = report.lemmas
        met = {h.hypothesis: h.verdict == "met" for h in checked.hypotheses}
        assert all(met[hypothesis] for hypothesis in lemma.hypotheses)
        assert report.contradictions == ()
        for row in checked.claims:
            assert row.verdict != "undecided", row.claim.name
            if all(met[hypothesis] for hypothesis in row.claim.hypotheses):
                assert row.verdict == "holds", row.claim.name
            else:
                assert row.claim.id in conditional

    return check


@pytest.fixture
def proved(all_proofs):
    """Every claim of a lemma is proved for all parameters; which claims each proof cites."""

    def prove(lemma):
        rows = all_proofs.of(lemma)
        assert {row.verdict for row in rows.values()} == {"proved"}
        return {id: set(row.cites) for id, row in rows.items()}

    return prove


@pytest.fixture
def axioms(all_proofs):
    """What each claim of a lemma rests on besides the rules of the kernel."""

    def list_(lemma):
        return {id: " ".join(row.axioms) for id, row in all_proofs.of(lemma).items()}

    return list_
