"""The tier of Arb's balls: what it decides, the kernel decides likewise; what is a tie it leaves."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx

from proofkit.kernel import points as kernel
from proofkit.kernel.assumptions import Context
from proofkit.language import registry
from proofkit.language.terms import parse
from proofkit.questions.sweep import Sweep, assemble, cells, enclosing, grid, selfcheck
from proofkit.questions.sweep.columns import column
from proofkit.questions.sweep.forms import form
from proofkit.questions.sweep.setting import Setting

LEMMAS = [lemma.id for lemma, _ in registry.find(())]
COUNT = 6


def decided(lemma, points):
    """Every statement of a lemma at some points, by this tier alone, with what the kernel says
    wherever the tier says anything."""
    claims = list(lemma.claims.values())
    hypotheses = list(
        dict.fromkeys([*lemma.hypotheses, *(h for c in claims for h in c.hypotheses)])
    )
    setting = Setting(lemma.parameters, list(points), {})
    columns, there = setting.columns({k: column(v) for k, v in points.items()}, COUNT)
    left = np.flatnonzero(there)
    for item in cells.items(lemma, claims, hypotheses):
        found = form(item.context, item.fact, lemma.parameters, setting.constants)
        program = enclosing.of_sides(item.context, item.fact, setting.constants)
        for tier in (program, enclosing.of_form(found) if found else None):
            answers = tier.decide(columns, left) if tier else []
            for index, answer in zip(left, answers, strict=False):
                if answer:
                    values = setting.values(columns, int(index))
                    yield (
                        answer,
                        kernel.decide(item.context, item.fact, values).value,
                        item,
                        values,
                    )


@pytest.mark.parametrize("name", LEMMAS)
def test_it_never_contradicts_the_kernel(tools, name):
    lemma = tools.lemma(name)
    usual = LEMMAS.index(name) % 2 == 0
    points = tools.random_points(lemma, COUNT, np.random.default_rng(21), usual=usual)
    wrong = [
        (answer, verdict, str(item.fact), values)
        for answer, verdict, item, values in decided(lemma, points)
        if verdict not in (answer, "undecided")
    ]
    assert wrong == []


NETWORKS = [name for name in LEMMAS if name.endswith("-network")]


@pytest.mark.parametrize("name", NETWORKS)
def test_events_at_ties_too(tools, name):
    """Strengths at which sums of signs meet their thresholds exactly, and few columns."""
    lemma = tools.lemma(name)
    names = {p.name for p in lemma.parameters}
    rng = np.random.default_rng(22)
    values = {
        "d": range(4, 16),
        "t": (1, 2),
        "a0": ("0", "1/100", "1/10"),
        "a1": ("1/2", "7/10", "1"),
        "b": ("1/10", "1/5", "1/2", "9/10"),
        "m": (1, 2, 64),
    }
    points = {
        k: [Fraction(v[i]) for i in rng.integers(0, len(v), COUNT)]
        for k, v in values.items()
        if k in names
    }
    for answer, verdict, item, at in decided(lemma, points):
        assert verdict in (answer, "undecided"), (str(item.fact), at)


def sides(left, relation, right, **values):
    """What the tier says of one statement in x and y at one point."""
    context = Context({"x": False, "y": False, "k": True})
    program = enclosing.of_sides(context, (parse(left), relation, parse(right)), {})
    if program is None:
        return None
    points = {name: column([Fraction(v)]) for name, v in {"x": 1, "y": 1, "k": 1, **values}.items()}
    (found,) = program.decide(points, np.zeros(1, dtype=np.int64))
    return found


@pytest.mark.parametrize(
    ("left", "relation", "right", "values", "expected"),
    [
        ("x", "<=", "y", {}, "holds"),
        ("x", "<", "y", {}, "fails"),
        ("x", "=", "y", {}, "holds"),
        ("x", ">=", "y", {"x": "1/3"}, "fails"),
        ("x", "<=", "y", {"x": "1/3", "y": "1/3"}, ""),  # no binary fraction: perhaps equal
        ("x", "<", "y", {"x": "1", "y": "1" + "0" * 60}, "holds"),
        ("exp(x)", "=", "exp(1)*exp(x - 1)", {"x": "1/3"}, ""),
        ("1/x", ">", "0", {"x": "0"}, ""),
        ("0*log(x)", "=", "0", {"x": "0"}, ""),
        ("0*x^y", "=", "0", {"x": "-1", "y": "1/2"}, ""),
        ("x^(-2)", ">", "0", {"x": "-3"}, "holds"),
        ("P(above(0, 1, k))", "=", "1/2", {"k": "3"}, "holds"),
        ("P(above(0, 1, k))", "=", "3/8", {"k": "4"}, "fails"),  # the threshold is hit, exactly
        ("P(above(0, 1, k))", "=", "5/16", {"k": "4"}, "holds"),
        ("P(reaches(0, 1, k))", "=", "11/16", {"k": "4"}, "holds"),
        ("P(above(2*x, x, k))", "=", "5/16", {"x": "1/3", "k": "4"}, ""),  # hit, but who knows?
        ("P(above(0, 1, k))", "<", "1", {"k": "1/2"}, ""),
        ("P(above(0, -1, k))", "<", "1", {"k": "9"}, ""),
        ("P(above(0, x, k, 1/x, 0))", "<", "1", {"x": "0", "k": "9"}, ""),
        ("P(some(k, above(8, 1, 9)))", "=", "1 - (1 - 2^(-9))^k", {"k": "5"}, ""),
        ("P(both(some(k, above(8, 1, 9)), none(k, above(6, 1, 9))))", "=", "0", {}, "holds"),
        ("P(both(none(k, above(8, 1, 9)), none(k, above(6, 1, 9))))", "<", "1", {}, "holds"),
    ],
)
def test_what_is_certain_and_what_is_not(left, relation, right, values, expected):
    context = Context({"x": False, "y": False, "k": True})
    found = sides(left, relation, right, **values)
    assert found == expected
    if found:
        at = {k: Fraction(v) for k, v in {"x": 1, "y": 1, "k": 1, **values}.items()}
        fact = (parse(left), relation, parse(right))
        assert kernel.decide(context, fact, at).value == found


def test_a_probability_is_settled_without_the_kernel():
    points = grid(["d=5:65:6", "m=1,8", "t=1,2"])
    work = Sweep(("linear-d0-network",), points, {"b": "1/7", "a0": "1/100"})
    result = assemble(work, map(work.compute, range(work.chunks)))
    assert result.asked.sum() == 0
    alone = Sweep(("linear-d0-network",), points, {"b": "1/7", "a0": "1/100"}, filter="none")
    assert (assemble(alone, map(alone.compute, range(alone.chunks))).codes == result.codes).all()


def test_arb_that_errs_is_refused(monkeypatch):
    """Balls without a radius, as with a library that rounds and forgets it."""
    assert selfcheck.faults_of_balls() == []

    class Careless(arb):
        def __truediv__(self, other):
            return arb((arb(self) / other).mid())

    monkeypatch.setattr(selfcheck, "arb", lambda value: Careless(value))
    assert "comparison of balls" in selfcheck.faults_of_balls()
    with pytest.raises(selfcheck.UnsoundArithmetic, match="comparison of balls"):
        selfcheck.require("numpy")


def test_the_working_precision_is_left_as_it_was():
    before = ctx.prec
    sides("exp(x)", "<", "3", x="1/3")
    assert ctx.prec == before
