"""One bad claim does not stop the others, and is told with its file, line, lemma and claim."""

import pytest

from proofkit.foundations.errors import BadClaim, LemmaError
from proofkit.language import registry
from proofkit.questions import pipeline

HEAD = '''"""Claims, some of them bad."""

from __future__ import annotations

from sympy import Rational, sin, symbols

from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x, y = symbols("x y", real=True)
lemma = Lemma("bad", title="T", source="S", provenance="O", section="1", about=__doc__,
              parameters=(Parameter("x", "1/3", "a number"), Parameter("y", "2", "another")),
              hypotheses=())
good = lemma.claim("good", at_least(x**2, 0), Chain(x**2).at_least(0, "a square"))
'''
LINE = HEAD.count("\n") + 1


def found(install, *lines):
    """The lemma with these lines added, and what is wrong with it."""
    install(zoo={"bad.py": HEAD + "\n".join(lines) + "\n"})
    broken = []
    ((_, claims),) = registry.find(["bad"], broken)
    return [claim.id for claim in claims], broken


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('lemma.claim("it", x**2 >= 0)', "expected a statement, such as at_least(left, right), got True"),
        ('lemma.claim("it", x >= y)', "got x >= y"),
        ('lemma.claim("it", at_least(x**2, -0.5))', "write exact numbers"),
        ('lemma.claim("it", at_least(x, "1/2"))', "got '1/2', which is text; numbers are written"),
        ('lemma.claim("it", at_least(x**2, 0), "obvious")', "expected a Chain with steps as the proof"),
        ('lemma.claim("it", at_least(x**2, 0), Chain(x**2))', "expected a Chain with steps as the proof"),
        ('lemma.claim("it", at_least(x**2, 0), Chain(x**2).at_least(0, "", by="good"))', "by= expects claims"),
        ('lemma.claim("it", at_least(x**2, 0), Chain(x > y).at_least(0, ""))', "made of expressions"),
        ('lemma.claim("it", Chain(x**2).at_least(0))', "expected a statement before its Chain"),
        ('lemma.claim("it", at_least(x**2, symbols("q")))', "expected one of x, y"),
        ('lemma.claim("it", at_least(x**2, 0), extra=Hypothesis("h", at_least(x, 0)))', "got a single one"),
        ('lemma.claim("it", at_least(z**2, 0))', "NameError: name 'z' is not defined"),
        ('lemma.claim("it", at_least(x**2, 0), extra=[Hypothesis("h", x > y)])', "got x > y"),
    ],
)  # fmt: skip
def test_a_bad_claim_is_told_and_the_others_go_on(install, line, message):
    claims, broken = found(install, line, 'lemma.claim("after", at_least(y**2, 0))')
    assert claims == ["good", "after"]
    (fault,) = broken
    assert (fault.claim, fault.place.line, fault.name) == ("it", LINE, "bad/it")
    assert f"zoo/bad.py:{LINE}: bad/it: " in str(fault)
    assert message in str(fault)


def test_what_rests_on_a_bad_claim_says_so(install):
    claims, broken = found(
        install,
        'first = lemma.claim("first", x > y)',
        'lemma.claim("second", at_least(x**2, 0), Chain(x**2).at_least(0, "first", by=first))',
    )
    assert claims == ["good"]
    assert "it needs first, which could not be made" in str(broken[1])


def test_only_what_is_selected_matters(install):
    install(zoo={"bad.py": HEAD + 'lemma.claim("it", x > y)\n'})
    assert [claim.id for _, claims in registry.find(["bad/good"]) for claim in claims] == ["good"]
    for selection in ([], ["bad"], ["bad/it"]):
        with pytest.raises(BadClaim, match="bad/it"):
            registry.find(selection)


def test_what_is_no_claim_still_stops_the_module_and_has_its_line(install):
    install(zoo={"bad.py": HEAD + "\n1 / 0\n"})
    with pytest.raises(LemmaError, match=rf"zoo.bad: ZeroDivisionError.*bad.py:{LINE + 1}"):
        registry.find(["bad"])
    install(ark={"worse.py": "x = (\n"})
    with pytest.raises(LemmaError, match=r"SyntaxError: .*worse.py:1"):
        registry.find(["worse"])


def test_a_term_that_the_kernel_does_not_know_stops_its_claim_only(install):
    lines = ['lemma.claim("sine", at_most(sin(x), 1))', 'lemma.claim("last", at_least(y**2, 0))']
    install(zoo={"bad.py": HEAD + "\n".join(lines) + "\n"})
    for question in (lambda b: pipeline.check(["bad"], {}, None, b), lambda b: pipeline.prove(["bad"], broken=b)):  # fmt: skip
        broken = []
        (lemma,) = question(broken).lemmas
        assert [claim.claim.id for claim in lemma.claims] == ["good", "last"]
        (fault,) = broken
        assert f"bad.py:{LINE}: bad/sine: sin(x): the kernel has no rule for sin; it knows" in str(
            fault
        )
    with pytest.raises(BadClaim, match="bad/sine"):
        pipeline.check(["bad"], {})


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("Chain(x).at_least(0, 'so')", "the claim is x^2 >= 0, but the chain starts at x"),
        ("Chain(x**2).at_least(-1, 'so')", "but the chain ends at -1"),
        ("Chain(x**2).at_most(0, 'so')", "the claim is x^2 >= 0, but its steps (<=) do not show >="),
    ],
)  # fmt: skip
def test_a_chain_that_shows_something_else_says_what(install, proof, reason):
    install(zoo={"bad.py": HEAD + f'lemma.claim("it", at_least(x**2, 0), {proof})\n'})
    (claim,) = pipeline.prove(["bad/it"]).claims
    assert reason in claim.reason


def test_a_term_without_a_value_is_named_with_what_it_needs(install):
    line = 'lemma.claim("it", at_least(1 / x**2, 0), Chain(1 / x**2).at_least(0, "so"))'
    install(zoo={"bad.py": HEAD + line + "\n"})
    (claim,) = pipeline.prove(["bad/it"]).claims
    assert claim.verdict == "open"
    assert "x^(-2) is not shown to have a value; 0 < x would do" in claim.reason
