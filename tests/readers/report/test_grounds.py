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
    from proofkit.evidence.proofs import Proof
    from proofkit.kernel.assumptions import Context, Known, Trail
    from proofkit.kernel.terms import parse

    hypotheses = {
        "low": (parse("n"), ">=", parse("1")),
        "more": (parse("u"), ">=", parse("n")),
        "sign": (parse("u"), ">", parse("0")),
    }
    context = Context({"n": False, "u": False}, hypotheses)
    known = Known(context, Trail())
    node = {"rule": "exchange", "hole": "hole", "function": "1/hole", "old": "u", "new": "n"}
    node["because"] = {"rule": "assume", "fact": "more"}
    ground = grounds.told(Proof(known, (parse("1/u"), "<=", parse("1/n")), node))
    assert ground.inner[0].said.startswith(r"$n \le u$: the hypothesis more")


def test_a_sign_is_told_with_the_facts_that_it_rests_on_and_no_other():
    from proofkit.evidence.proofs import Proof
    from proofkit.kernel.assumptions import Context, Known, Trail
    from proofkit.kernel.terms import ONE, ZERO, parse

    facts = {name: (ONE, "<=", parse(name)) for name in "abc"}
    known = Known(Context(dict.fromkeys("abc", False), facts), Trail())
    ground = grounds.told(Proof(known, (ZERO, "<", parse("a*exp(b) + c")), {"rule": "sign"}))
    assert [said.partition(",")[0] for said in told(ground)[1:]] == [
        "the hypothesis a",
        "the hypothesis c",
    ]


def test_an_equation_from_another_claim_is_told_as_what_it_says():
    """What a subterm is exchanged for may rest on a claim that is not at hand."""
    said = [line for lines in lines_of("softmax-d0-context/needle") for line in lines]
    place = next(k for k, line in enumerate(said) if line.startswith("only $f_{NN}$ changes"))
    assert said[place + 1].startswith(
        r"$f_{NN} \le n^{-\frac{89}{100}}$: the claim softmax-d0-weights/"
    )
