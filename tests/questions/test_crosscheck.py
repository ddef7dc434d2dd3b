"""Second opinions at one point share their work, and none is another for that."""

from fractions import Fraction

import pytest
from sympy import Rational, Symbol, exp

from proofkit.kernel.assumptions import Context
from proofkit.kernel.points import Point
from proofkit.language import registry
from proofkit.language.claims import Definition, Part, equal, less
from proofkit.language.parameters import resolve
from proofkit.language.proof import Chain
from proofkit.language.terms import parse
from proofkit.questions.crosscheck import Mpmath
from proofkit.search.contexts import fact_of, point_context

x, u = Symbol("x", real=True), Symbol("u", real=True)


def part_of(statement):
    said = Chain.left_out(statement.left, statement.relation, statement.right)
    return Part("", statement, said)


@pytest.mark.parametrize("name", ["softmax-d1-weights", "softmax-d1-context", "sigmoid-weights"])
@pytest.mark.parametrize("n", ["4", "1e18"])
def test_an_opinion_is_the_same_alone_and_after_others(name, n):
    ((lemma, claims),) = registry.find((name,))
    values = resolve({"n": n, "d": "3"}, lemma.parameters)
    point, shared = Point(point_context(claims), values), Mpmath(values)
    for claim in [*claims, *reversed(claims)]:
        for part in claim.parts:
            verdict = point.decide(fact_of(part.statement))
            alone = Mpmath(values).opinion(part, claim.definitions, verdict)
            assert shared.opinion(part, claim.definitions, verdict) == alone


def test_a_name_that_means_something_else_is_evaluated_anew():
    values = {"x": Fraction(1)}
    part = part_of(equal(u + x, 3))
    second = Mpmath(values)
    for meaning, verdict in ((2, "holds"), (5, "fails"), (2, "holds")):
        point = Point(Context({"x": False}, {}, {"u": parse(str(meaning))}), values)
        decided = point.decide(fact_of(part.statement))
        assert decided.value == verdict
        definitions = {"u": Definition(u, Rational(meaning), "a number")}
        assert second.opinion(part, definitions, decided) == "agree"


def test_digits_that_one_statement_costs_are_not_taken_from_another():
    values = {"x": Fraction(10) ** 300}
    point, second = Point(Context({"x": False}), values), Mpmath(values)
    dear, cheap = part_of(less(exp(-x), exp(x))), part_of(less(x, 2 * x))
    alone = [
        Mpmath(values).opinion(p, {}, point.decide(fact_of(p.statement))) for p in (dear, cheap)
    ]
    together = [second.opinion(p, {}, point.decide(fact_of(p.statement))) for p in (dear, cheap)]
    assert together == alone and together[1] == "agree"
