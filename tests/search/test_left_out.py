"""Claims without a chain, steps without a reason, and claims cited with terms."""

import pytest
from sympy import exp, log, symbols

from proofkit import search
from proofkit.foundations.errors import LemmaError
from proofkit.kernel.certificates import Library
from proofkit.language.claims import Hypothesis, at_least, at_most, greater
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import SEARCHED, Chain

x, y, z = symbols("x y z", real=True)
POSITIVE = Hypothesis("x-positive", greater(x, 0))


@pytest.fixture
def lemma():
    numbers = [Parameter(name, "2", "a number") for name in "xyz"]
    return Lemma(
        "left-out",
        title="t",
        source="s",
        provenance="O",
        section="s",
        parameters=numbers,
        hypotheses=(),
    )


@pytest.fixture
def found():
    library = Library()
    return lambda claim: search.prove(claim, library)


def reasons(found):
    return [step["reason"] for step in found.verdict.certificate["proofs"][0]["steps"]]


def test_a_claim_without_a_chain_is_proved_with_a_reason_of_the_search(lemma, found):
    claim = lemma.claim("square", at_least(x**2 + y**2, 2 * x * y))
    assert [step.reason for step in claim.parts[0].chain.steps] == [SEARCHED]
    proved = found(claim)
    assert proved.verdict.value == "proved"
    assert reasons(proved) == ["the difference is (x - y)^2, and squares are >= 0"]


def test_a_false_claim_without_a_chain_is_refuted(lemma, found):
    claim = lemma.claim("square", at_least(x**2 + y**2, 2 * x * y + x / 100))
    assert found(claim).verdict.value == "refuted"


def test_a_step_may_come_without_a_reason(lemma, found):
    chain = Chain(x**2 + y**2).equals((x - y) ** 2 + 2 * x * y).at_least(2 * x * y, "my reason")
    assert reasons(found(lemma.claim("square", at_least(x**2 + y**2, 2 * x * y), chain))) == [
        "both sides are the same when multiplied out",
        "my reason",
    ]


def test_a_blank_reason_is_still_refused(lemma):
    with pytest.raises(LemmaError, match="blank"):
        lemma.claim("square", at_least(x**2, 0), Chain(x**2).at_least(0, " "))


def test_a_claim_is_cited_with_terms(lemma, found):
    tangent = lemma.claim("tangent", at_least(exp(x), 1 + x))
    below = lemma.claim("below", at_most(log(x), x - 1), extra=[POSITIVE])
    for claim in (tangent, below):
        assert found(claim).verdict.value == "proved"
    used = lemma.claim(
        "used",
        at_most(log(exp(y) + 1), exp(y)),
        Chain(log(exp(y) + 1))
        .at_most(exp(y) + 1 - 1, "tangent", by=below(x=exp(y) + 1))
        .equals(exp(y)),
    )
    proved = found(used)
    assert proved.verdict.value == "proved"
    assert "left-out/below" in proved.verdict.used.theorems
    assert used.parts[0].chain.steps[0].by[0].citation == "left-out/below with x = 1 + exp(y)"


@pytest.mark.parametrize("term", [y, y**2, y - 1])
def test_an_instance_needs_the_hypotheses_of_what_it_cites(lemma, found, term):
    """`log(x) <= x - 1` for x > 0 says nothing where x may be 0, though the rest is true."""
    below = lemma.claim("below", at_most(log(x), x - 1), extra=[POSITIVE])
    assert found(below).verdict.value == "proved"
    chain = Chain(log(term)).at_most(term - 1, "tangent", by=below(x=term))
    assert found(lemma.claim("used", at_most(log(term), term - 1), chain)).verdict.value != "proved"


def test_only_parameters_have_terms(lemma):
    tangent = lemma.claim("tangent", at_least(exp(x), 1 + x))
    with pytest.raises(LemmaError, match=r"has no parameter q; it has x, y, z"):
        tangent(q=y)
