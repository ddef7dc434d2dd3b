"""Every verdict lists the axioms it rests on, also one that is no theorem; others are refused."""

import pytest

from proofkit.foundations.errors import CertificateError
from proofkit.foundations.seals import seal
from proofkit.kernel import certificates
from proofkit.kernel.assumptions import Context
from proofkit.kernel.certificates import Library
from proofkit.kernel.points import decide
from proofkit.language.terms import parse

COUNTED = ("P(above(0, 1, x, 1, 1))", ">", "3/4")
BOUNDED = ("P(exceeds(2, x))", ">", "9/10")
PLAIN = ("x", ">", "3")
SIGNS, BOTH = {"independence"}, {"independence", "hoeffding"}


def claim(statements, verdict, hypotheses=(), definitions=None, kind="integer", **more):
    named = {f"h{k}": h for k, h in enumerate(hypotheses, 1)}
    return seal(
        {
            "id": "m/c",
            "parameters": {"x": kind},
            "hypotheses": [{"id": id, **fact(*h)} for id, h in named.items()],
            "definitions": definitions or {},
            "statements": [fact(*s) for s in statements],
            "verdict": verdict,
            **more,
        }
    )


def fact(left, relation, right):
    return {"left": left, "relation": relation, "right": right}


def used(*arguments, **options):
    return Library().replay(claim(*arguments, **options)).used.axioms


@pytest.mark.parametrize(
    ("statement", "axioms"),
    [
        (PLAIN, set()),
        (COUNTED, SIGNS),
        (BOUNDED, BOTH),
        (("2*p + x", ">", "100"), SIGNS),  # by a definition
        (("q + x", ">", "100"), BOTH),  # by a definition in a definition
    ],
)
def test_of_a_refutation(statement, axioms):
    definitions = {
        "p": "P(some(x, above(1, 1, 2)))",
        "r": "P(exceeds(2, x))",
        "q": "1 + r",
    }
    refuted = {"witness": {"x": "1"}, "part": 0, "definitions": definitions}
    assert used([statement], "refuted", **refuted) == axioms
    assert used([statement, COUNTED], "refuted", **refuted) == axioms  # of what fails alone


def test_of_the_hypotheses_that_a_witness_meets():
    refuted = {"witness": {"x": "1"}, "part": 0}
    assert used([PLAIN], "refuted", [("P(above(1, 1, x))", "<=", "1/2")], **refuted) == SIGNS
    assert used([PLAIN], "refuted", [("x", "<=", "1")], **refuted) == set()


@pytest.mark.parametrize("axioms", [SIGNS, BOTH])
def test_of_a_map(axioms):
    statement = COUNTED if axioms == SIGNS else BOUNDED
    pieces = [[[["1", "1"]], "fails", []]]
    assert used([statement], "map", over=["x"], nodes=[], pieces=pieces) == axioms
    assert used([PLAIN, statement], "map", over=["x"], nodes=[], pieces=pieces) >= axioms
    assert used([PLAIN], "map", over=["x"], nodes=[], pieces=pieces) == set()


def test_of_a_verdict_at_a_point():
    context = Context({"x": True}, {}, {"p": parse("P(above(0, 1, x))")})

    def axioms(left, relation, right):
        return decide(context, (parse(left), relation, parse(right)), {"x": 1}).axioms

    assert axioms(*COUNTED) == axioms("p", "<=", "1/2") == SIGNS
    assert axioms(*BOUNDED) == BOTH
    assert axioms("x", "<=", "1") == set()
    undecided = decide(context, (parse("P(exceeds(2, x))"), "<", parse("1/10")), {"x": 1})
    assert undecided.value == "undecided" and undecided.axioms == set()


def test_others_are_refused_in_what_is_no_theorem(monkeypatch):
    """The list of axioms that are allowed holds for every verdict."""
    refuted = {"witness": {"x": "1"}, "part": 0}
    point = {"over": ["x"], "nodes": [], "pieces": [[[["1", "1"]], "fails", []]]}
    monkeypatch.setattr(certificates, "AXIOMS", frozenset(SIGNS))
    assert used([COUNTED], "refuted", **refuted) == used([COUNTED], "map", **point) == SIGNS
    for verdict, rest in (("refuted", refuted), ("map", point)):
        with pytest.raises(CertificateError, match=r"not allowed: \['hoeffding'\]"):
            used([BOUNDED], verdict, **rest)
    monkeypatch.setattr(certificates, "AXIOMS", frozenset())
    for verdict, rest in (("refuted", refuted), ("map", point)):
        with pytest.raises(CertificateError, match="independence"):
            used([COUNTED], verdict, **rest)
