"""The lemma gap-weights: its claims, their proofs and axioms, and hard parameters."""

from lemmas.gap.gap_weights import lemma
from proofkit.questions import pipeline


def test_the_claims_are_all_there():
    assert list(lemma.claims) == [
        "softmax-d0",
        "softmax-d1-spike",
        "softmax-d1-rest",
        "linear-d0",
        "linear-d1-spike",
        "linear-d1-rest",
    ]


def test_every_claim_is_proved(proved, axioms):
    proved(lemma)
    assert axioms(lemma) == {
        "softmax-d0": "",
        "softmax-d1-spike": "",
        "softmax-d1-rest": "",
        "linear-d0": "",
        "linear-d1-spike": "",
        "linear-d1-rest": "",
    }


def test_every_claim_holds_at_the_edges(stands):
    stands(lemma)


def test_a_floor_above_the_ceiling_is_decided_all_the_same():
    report = pipeline.check(["gap-weights"], {"floor": "3/10", "ceiling": "1/4"})
    assert report.summary == {"holds": 4, "fails": 2, "undecided": 0, "unmet": 1}
    assert not report.contradictions
