"""A proof is told as it was found: never by itself, and with no more than it cites."""

import pytest
from sympy import exp, log, symbols

from proofkit import search
from proofkit.kernel.certificates import Library
from proofkit.language.claims import Hypothesis, at_least, at_most, greater
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain
from proofkit.language.results import ProvedClaim
from proofkit.questions import graph
from proofkit.questions.narration import narrated
from proofkit.readers.report import explain, proof_lines
from proofkit.readers.report.style import Style

x, y = symbols("x y", real=True)


@pytest.fixture
def lemma():
    return Lemma(
        "told", title="Told", source="a test", provenance="O", section="1",
        parameters=(Parameter("x", "2", "a number"), Parameter("y", "3", "another")),
        hypotheses=(Hypothesis("x-positive", greater(x, 0)),),
    )  # fmt: skip


def proved(*claims):
    library, found = Library(), []
    for claim in claims:
        verdict = search.prove(claim, library).verdict
        assert verdict.value == "proved"
        steps = tuple(
            {**step, "rule": step["because"]["rule"]}
            for proof in verdict.certificate["proofs"]
            for step in proof["steps"]
        )
        found.append(ProvedClaim(claim, "proved", (), (), (), steps, verdict.certificate))
    return found


def explained(lemma, *found):
    selected = [(lemma, [one.claim for one in found])]
    return explain.text(selected, Style(unicode=False, width=1000), graph.relations_in(found))


def test_a_proof_that_nobody_wrote_is_told_line_by_line(lemma):
    (found,) = proved(lemma.claim("log", at_most(log(x), x - 1)))
    (step,) = narrated(found).parts[0].chain.steps
    assert step.reason == "in each case"
    said = [line.statement for line in step.found]
    assert said[0] == "where x <= 1:" and "1 - 1/x_ <= 0" in said
    page = explained(lemma, found)
    assert "where x <= 1:" in page
    assert page.index("where x <= 1:") < page.index("<= x - 1  ")
    html = "".join(proof_lines.body(found))
    assert html.count('class="proofkit-said"') == len(said)
    assert proof_lines.size(found) == f"proof, {len(said) + 1} lines"


def test_no_line_is_its_own_reason(lemma):
    claims = [
        lemma.claim("exponential", at_least(exp(x * y), 1 + x * y)),
        lemma.claim("nearly", at_most(log(x) + x, 2 * x - 1)),
        lemma.claim("squares", at_least(x**2 + y**2, 2 * x * y)),
    ]
    for found in proved(*claims):
        (step,) = narrated(found).parts[0].chain.steps
        goal = found.certificate["statements"][0]
        circular = f"{goal['left']} {goal['relation']} {goal['right']}"
        assert circular not in step.reason
        assert step.found or "the difference is" in step.reason


def test_an_authors_own_reason_stays(lemma):
    chain = Chain(log(x)).at_most(x - 1, "the tangent at 1")
    (found,) = proved(lemma.claim("log", at_most(log(x), x - 1), chain))
    (step,) = narrated(found).parts[0].chain.steps
    assert (step.reason, step.found) == ("the tangent at 1", ())


def test_a_claim_that_the_proof_does_without_is_not_cited(lemma):
    """Its author's chain names it; the graph, which goes by the proof, does not."""
    a = lemma.claim("a", at_least(y**2, 0), Chain(y**2).at_least(0, "a square"))
    chain = Chain(x**2 + x).at_least(0, "x > 0", by=a)
    b = lemma.claim("b", at_least(x**2 + x, 0), chain)
    found = proved(a, b)
    assert not list(graph.edges(found))
    page = explained(lemma, *found)
    assert "[by told/a]" not in page and "used by" not in page
    assert "told/a" not in "".join(proof_lines.body(found[1]))


def test_a_claim_that_the_proof_needs_is_cited(lemma):
    least = lemma.claim("least", at_most(log(x), x - 1), Chain(log(x)).at_most(x - 1, "tangent"))
    chain = Chain(y**2 * log(x)).at_most(y**2 * (x - 1), "the tangent", by=least)
    found = proved(least, lemma.claim("times", at_most(y**2 * log(x), y**2 * (x - 1)), chain))
    assert [edge.used for edge in graph.edges(found)] == ["told/least"]
    assert "[by told/least]" in explained(lemma, *found)
