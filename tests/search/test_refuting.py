"""`prove` finds the points that `ask` finds: of claims without hypotheses, and with a definition."""

from fractions import Fraction

import pytest
from sympy import Rational, Symbol

from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.kernel.certificates import Library
from proofkit.lemma import Definitions, Lemma
from proofkit.parameters import Parameter
from proofkit.search import gaps, prove
from proofkit.search.contexts import context_of, fact_of

x, y, n = (Symbol(name, real=True) for name in "xyn")


@pytest.fixture
def lemma():
    quantities = Definitions()
    quantities.let("s", x**2 - x, "what is below x")
    return Lemma(
        "far", title="Far", source="a test", provenance="R", section="Tests",
        parameters=[Parameter("x", "2", "x"), Parameter("y", "3", "y"),
                    Parameter("n", "4", "n", integer=True)],
        hypotheses=[], quantities=(quantities,),
    )  # fmt: skip


@pytest.mark.parametrize(
    "statement",
    [
        at_least(x, -5),
        at_least(x**2, x),
        greater((x - 17) ** 2, 0),
        greater((n - 17) ** 2, 0),
        at_least(Symbol("s", real=True), 0),
        at_least((2 * x - Rational(617, 100)) ** 2, Rational(1, 10**9)),
        greater((x - 17) ** 2 + (y - 3) ** 2, 0),
    ],
    ids=str,
)
def test_claims_without_a_proof_are_refuted(lemma, statement):
    claim = lemma.claim("c", statement)
    verdict = prove(claim, Library()).verdict
    assert verdict.value == "refuted"
    assert verdict.witness.keys() == {"x", "y", "n"}


def test_what_is_true_is_not(lemma):
    claim = lemma.claim("c", at_least((x - 17) ** 2, 0))
    assert gaps.refuted(context_of(claim), [fact_of(claim.parts[0].statement)]) is None
    assert prove(claim, Library()).verdict.value == "proved"


def test_the_point_is_within_the_hypotheses(lemma):
    far = Hypothesis("far", at_least(x, 100))
    claim = lemma.claim("c", at_most(x, 200), extra=[far])
    part, point = gaps.refuted(context_of(claim), [fact_of(claim.parts[0].statement)])
    assert part == 0 and point["x"] > 200 and point["n"].denominator == 1
    held = lemma.claim("d", greater((x - 17) ** 2, 0), extra=[far])
    assert gaps.refuted(context_of(held), [fact_of(held.parts[0].statement)]) is None
    assert isinstance(point["y"], Fraction)
