"""What a line of a proof unfolds to is what its certificate has, told as `ask` tells a proof."""

from proofkit.evidence import telling
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.language.terms import ONE, ZERO, parse
from proofkit.questions import pipeline
from proofkit.readers.report import proof_lines


def lines_of(name):
    (claim,) = [c for c in pipeline.prove((name,)).claims if c.claim.name == name]
    return proof_lines.lines_of(claim.certificate, 0)


def test_a_half_for_the_needle():
    _, (divided, replaced, half) = lines_of("softmax-d1-weights/f-NN")
    assert divided[-1].reason.startswith("both sides are the same")
    assert replaced[-1].reason.startswith("the difference times ")
    assert replaced[-1].reason.endswith(", where n >= 2")
    assert any(
        line.statement == "1 <= n^(a1*(1 + a1) - 1)" or "n >= 2" in line.reason for line in half
    )


def test_every_step_of_every_claim_of_two_lemmas_is_told():
    report = pipeline.prove(("softmax-d1-weights", "softmax-d1-signs"))
    for claim in report.claims:
        for number, part in enumerate(claim.claim.parts):
            _, steps = proof_lines.lines_of(claim.certificate, number)
            assert len(steps) == len(part.chain.steps)
            assert all(lines[-1].reason for lines in steps)
            assert not any("by the rule " in line.reason for lines in steps for line in lines)


def test_an_equation_from_another_claim_is_told_as_what_it_says():
    """What a subterm is exchanged for may rest on a claim that is not at hand."""
    _, steps = lines_of("softmax-d0-context/needle")
    said = [(line.statement, line.reason) for lines in steps for line in lines]
    assert ("f_NN <= n^(-89/100)", "by the claim softmax-d0-weights/f-NN-flat") in said


def test_a_claim_that_is_not_proved_has_no_lines():
    assert proof_lines.lines_of({"statements": [], "verdict": "open"}, 0) == ([], [])


def last(known, goal, node):
    return telling.lines(known, goal, node)[-1].reason


def test_a_falling_function_turns_the_inequality():
    """u >= n makes 1/u <= 1/n: what is shown is the premise, not the conclusion."""
    hypotheses = {"low": ("n", ">=", "1"), "more": ("u", ">=", "n"), "sign": ("u", ">", "0")}
    given = {id: (parse(a), r, parse(b)) for id, (a, r, b) in hypotheses.items()}
    known = Known(Context({"n": False, "u": False}, given), Trail())
    node = {"rule": "exchange", "hole": "hole", "function": "1/hole", "old": "u", "new": "n"}
    node["because"] = {"rule": "assume", "fact": "more"}
    assert (
        last(known, (parse("1/u"), "<=", parse("1/n")), node)
        == "n <= u, and the sides fall with it"
    )


def test_a_sign_is_told_with_the_facts_that_it_rests_on_and_no_other():
    facts = {name: (ONE, "<=", parse(name)) for name in "abc"}
    known = Known(Context(dict.fromkeys("abc", False), facts), Trail())
    said = last(known, (ZERO, "<", parse("a*exp(b) + c")), {"rule": "sign"})
    assert said == "by the signs of its parts, where a >= 1; c >= 1"


def test_an_equality_is_told_with_the_facts_that_its_laws_rest_on():
    known = Known(Context(dict.fromkeys("xy", False), {"x": (ZERO, "<=", parse("x"))}), Trail())
    said = last(known, (parse("sqrt(x^2)*y"), "=", parse("x*y")), {"rule": "ring"})
    assert said.endswith(", where x >= 0")
