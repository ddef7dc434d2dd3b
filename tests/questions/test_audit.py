"""What the audit says about hypotheses whose role is known."""

from fractions import Fraction

import pytest
from sympy import Rational, exp, symbols

from proofkit.language import registry
from proofkit.language.claims import Hypothesis, at_least, at_most, greater, less
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain
from proofkit.questions import audit
from proofkit.readers.report import audit as report
from proofkit.readers.report.style import Style
from proofkit.search import gaps, steps

x, y = symbols("x y", real=True)


@pytest.fixture
def lemma(monkeypatch):
    lemma = Lemma(
        "ordered-numbers",
        title="Ordered numbers",
        source="a test",
        provenance="O",
        section="1",
        parameters=(Parameter("x", "2", "one"), Parameter("y", "3", "another")),
        hypotheses=(
            Hypothesis("x-positive", greater(x, 0)),
            Hypothesis("y-positive", greater(y, 0)),
            Hypothesis("order", at_least(y, x)),
        ),
    )
    monkeypatch.setattr(registry, "find", lambda *_, **__: [(lemma, list(lemma.claims.values()))])
    return lemma


def roles(done):
    (audited,) = done.lemmas
    return {
        (claim.proved.claim.id, role.hypothesis.id): role
        for claim in audited.claims
        for role in claim.roles
    }


def test_needed_redundant_and_unused(lemma):
    lemma.claim("double", at_least(2 * y, x), Chain(2 * y).at_least(x, "y >= x > 0"))
    lemma.claim("itself", at_least(x + 1, x), Chain(x + 1).at_least(x, "1 >= 0"))
    lemma.claim("half", greater(y, 0), Chain(y).more_than(0, "assumed"))
    done = audit.audit(["ordered-numbers"])
    found = roles(done)
    assert {name: role.role for name, role in found.items() if name[0] == "itself"} == {
        ("itself", "x-positive"): "unused",
        ("itself", "y-positive"): "unused",
        ("itself", "order"): "unused",
    }
    assert found["half", "y-positive"].role == "redundant"
    assert set(found["half", "y-positive"].implied_by) == {"x-positive", "order"}
    order = found["double", "order"]
    assert order.role == "needed"
    values = {name: Fraction(value) for name, value in order.point.items()}
    assert values["x"] > 0
    assert values["y"] < values["x"]
    assert 2 * values["y"] < values["x"], "the claim fails there"
    assert done.summary["proved"] == 3


def test_a_hypothesis_that_nobody_uses_is_said(lemma):
    lemma.claim("power", at_least(exp(x) + 1, 1), Chain(exp(x) + 1).at_least(1, "exp(x) >= 0"))
    done = audit.audit([])
    assert [h.id for h in done.lemmas[0].unused] == ["x-positive", "y-positive", "order"]
    text = report.text(done, Style())
    assert "none of 1" in text
    assert "unused x-positive, y-positive, order" in text
    assert "they hold together at x = 2, y = 3" in text
    assert '"used_by": []' in report.json(done)


def test_what_is_not_proved_is_not_audited(lemma):
    lemma.claim("wrong", at_most(x, 1), Chain(x).at_most(1, "no"))
    lemma.claim(
        "hopeless",
        less(x, y),
        Chain(x).less_than(y, "no"),
        extra=[Hypothesis("odd", less(x, 0))],
    )
    done = audit.audit([])
    wrong, hopeless = done.lemmas[0].claims
    assert wrong.proved.verdict == "refuted"
    assert wrong.roles == ()
    assert hopeless.together is None
    assert "no parameters are known at which all its hypotheses hold" in report.text(done, Style())
    assert done.summary["refuted"] == 1


def test_the_point_shown_breaks_one_hypothesis_and_keeps_the_others(lemma):
    lemma.claim("bound", at_least(x + 1, 1), Chain(x + 1).at_least(1, "x > 0"))
    lemma.claim(
        "tight",
        at_least(x, Rational(1, 2)),
        Chain(x).at_least(Rational(1, 2), "assumed"),
        extra=[Hypothesis("x-lower", at_least(x, Rational(1, 2)))],
    )
    found = roles(audit.audit([]))
    assert Fraction(found["bound", "x-positive"].point["x"]) < 0
    assert 0 < Fraction(found["tight", "x-lower"].point["x"]) < Fraction(1, 2)


def test_an_installed_lemma(monkeypatch):
    """What is not known of the range of n is looked for only briefly."""
    monkeypatch.setattr(gaps, "SECONDS", 0.25)
    monkeypatch.setattr(steps, "GAP_SECONDS", 0.25)
    done = audit.audit(["softmax-d0-weights/f-NN-flat"])
    found = roles(done)
    upper = found["f-NN-flat", "a0-upper"]
    assert upper.role == "needed"
    assert Fraction(upper.point["a0"]) > Fraction(1, 10)
    assert found["f-NN-flat", "d-range"].role == "unused"
