"""The lemma gap-weights: its claims, their proofs and axioms, and hard parameters."""

from proofkit.questions import pipeline


def test_a_floor_above_the_ceiling_is_decided_all_the_same():
    report = pipeline.check(["gap-weights"], {"floor": "3/10", "ceiling": "1/4"})
    assert report.summary == {"holds": 4, "fails": 2, "undecided": 0, "unmet": 1}
    assert not report.contradictions
