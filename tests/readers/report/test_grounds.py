"""What is told of a proof is what its certificate has, with the inequality the right way round."""

from proofkit.kernel.inference import RULES
from proofkit.questions import pipeline
from proofkit.readers.report import grounds


def told(ground):
    return [ground.said, *(said for inner in ground.inner for said in told(inner))]


def lines_of(name):
    (claim,) = [c for c in pipeline.prove((name,)).claims if c.claim.name == name]
    _, lines = grounds.of_part(claim.certificate, 0)
    return [[said for ground in line for said in told(ground)] for line in lines]


def test_a_half_for_the_needle():
    divided, replaced, half = lines_of("softmax-d1-weights/f-NN")
    assert divided[0] == "in steps" and "the hypothesis split" in " ".join(divided)
    assert replaced[0].startswith("the difference ") and r"\ge 0$" in replaced[0]
    assert any(said.startswith("first, $n^{0} \\le n^{") for said in half)
    assert any("\\frac{19}{100} + \\frac{12}{5}" in said for said in half)


def test_every_rule_of_the_kernel_is_told():
    assert set(RULES) == {*grounds._SENTENCES, *grounds._TELLERS}


def test_every_step_of_every_claim_of_two_lemmas_is_told():
    report = pipeline.prove(("softmax-d1-weights", "softmax-d1-signs"))
    for claim in report.claims:
        for number, part in enumerate(claim.claim.parts):
            _, lines = grounds.of_part(claim.certificate, number)
            assert len(lines) == len(part.chain.steps)
            for line in lines:
                assert all(said for ground in line for said in told(ground))
                assert "by the rule" not in " ".join(said for g in line for said in told(g))


def test_a_falling_function_turns_the_inequality():
    """u >= n makes 1/u <= 1/n: what is shown is the premise, not the conclusion."""
    from proofkit.kernel.assumptions import Context, Known, Trail
    from proofkit.language.terms import parse

    hypotheses = {
        "low": (parse("n"), ">=", parse("1")),
        "more": (parse("u"), ">=", parse("n")),
    }
    context = Context({"n": False, "u": False}, hypotheses)
    known = Known(context, Trail(), grounds._no_theorem)
    node = {"rule": "exchange", "hole": "hole", "function": "1/hole", "old": "u", "new": "n"}
    node["because"] = {"rule": "assume", "fact": "more"}
    ground = grounds._node(known, (parse("1/u"), "<=", parse("1/n")), node, 0)
    assert ground.inner[0].said.startswith(r"$n \le u$: the hypothesis more")
