"""Random formulas: what the kernel accepts is compared with mpmath at sampled points."""

from fractions import Fraction

import mpmath
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel import inference, points
from proofkit.kernel.assumptions import Known, Trail
from proofkit.kernel.boxes import Box
from proofkit.kernel.interval import INFINITY, MINUS_INFINITY
from proofkit.kernel.points import precision
from proofkit.language.terms import (
    add,
    exp,
    log,
    multiply,
    negate,
    number,
    power,
    subtract,
    variable,
)

# x is positive, y may be 0, z has either sign, n is large and unbounded
BOX = {
    "x": (Fraction(1, 3), Fraction(3)),
    "y": (Fraction(0), Fraction(2)),
    "z": (Fraction(-2), Fraction(3, 2)),
    "n": (Fraction(2), None),
}
HYPOTHESES = ["x >= 1/3", "x <= 3", "y >= 0", "y <= 2", "z >= -2", "z <= 3/2", "n >= 2"]
SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=200)

LEAVES = st.one_of(
    st.sampled_from([variable(name) for name in BOX]),
    st.sampled_from(
        [number(Fraction(v)) for v in ("0", "1", "-1", "2", "1/2", "-3/2", "4", "4/9")]
    ),
)
EXPONENTS = st.one_of(
    st.integers(-3, 3).map(number),
    st.sampled_from([number(Fraction(1, 2)), number(Fraction(-3, 2)), number(Fraction(1, 3))]),
)
TERMS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: add(*parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: multiply(*parts)),
        st.tuples(inner, EXPONENTS).map(lambda pair: power(*pair)),
        st.tuples(inner, inner).map(lambda pair: power(*pair)),
        inner.map(exp),
        inner.map(log),
    ),
    max_leaves=6,
)
SHARES = st.lists(
    st.tuples(*[st.one_of(st.sampled_from([0, 1]), st.fractions(0, 1, max_denominator=9))] * 4),
    min_size=4,
    max_size=4,
)


def point(shares):
    values = {}
    for (name, (low, high)), share in zip(BOX.items(), shares, strict=True):
        values[name] = (
            low + share * (high - low) if high is not None else low + 40 * Fraction(share)
        )
    return values


# Rewritings, right and wrong ones: x^a*x^b -> x^(a+b) holds for x > 0 only, and so on.


def rewritings(term):
    yield term
    yield add(term, number(0), subtract(term, term))
    yield negate(negate(term))
    yield exp(log(term))
    yield log(exp(term))
    yield power(power(term, number(2)), number(Fraction(1, 2)))
    yield power(power(term, number(Fraction(1, 2))), number(2))
    yield power(power(term, number(-1)), number(-1))
    yield multiply(term, power(term, number(0)))
    yield multiply(term, term, power(term, number(-1)))
    if term.op == "power":
        base, exponent = term.args
        yield exp(multiply(exponent, log(base)))
        yield power(power(base, number(2)), multiply(exponent, number(Fraction(1, 2))))
        if base.op == "product":
            yield multiply(*(power(factor, exponent) for factor in base.args))
        if base.op == "power":
            yield power(base.args[0], multiply(base.args[1], exponent))
        if exponent.op == "sum":
            yield multiply(*(power(base, part) for part in exponent.args))
    if term.op == "log" and term.args[0].op == "product":
        yield add(*map(log, term.args[0].args))
    if term.op == "log" and term.args[0].op == "power":
        yield multiply(term.args[0].args[1], log(term.args[0].args[0]))
    if term.op == "exp" and term.args[0].op == "sum":
        yield multiply(*map(exp, term.args[0].args))
    if term.op == "product":
        yield multiply(*reversed(term.args))
        yield add(multiply(*term.args, number(2)), negate(term))


@st.composite
def pairs(draw):
    left = draw(TERMS)
    if draw(st.booleans()):
        return left, draw(TERMS)
    right = draw(st.sampled_from(list(rewritings(left))))
    if draw(st.booleans()):
        right = add(
            right, draw(st.sampled_from([number(0), variable("y"), number(Fraction(1, 10**6))]))
        )
    return left, right


def agrees(relation, left, right):
    """Does the relation hold of two 60-digit numbers, but for the last digits?"""
    with mpmath.workdps(60):
        gap, slack = right - left, (abs(left) + abs(right) + 1) * mpmath.mpf(10) ** -35
        return {
            "=": abs(gap) <= slack,
            "<=": gap >= -slack,
            "<": gap >= -slack,
            ">=": gap <= slack,
            ">": gap <= slack,
        }[relation]


def nodes(goal):
    yield {"rule": "ring"}
    yield {"rule": "sign"}
    yield {"rule": "psatz", "sum": [{"weight": "1", "signs": [subtract(goal[2], goal[0])]}]}
    yield {"rule": "box", "bits": 64, "cuts": [[]]}
    halved = [["z", "0"], ["x", "1"], [], [], ["x", "1"], [], []]
    yield {"rule": "box", "bits": 64, "cuts": halved}
    for fresh, way in (("p", "below"), ("q", "above")):
        at = number(BOX["y"][0 if way == "below" else 1])
        yield {
            "rule": "derive", "variable": "y", "at": at, "from": way, "fresh": fresh,
            "strict": "start", "closed": [], "open": [],
            "start": {"rule": "box", "bits": 64, "cuts": [[]]},
            "slope": {"rule": "box", "bits": 64, "cuts": [[]]},
        }  # fmt: skip


@SLOW
@given(pairs(), st.sampled_from(["=", "<=", "<", ">=", ">"]), SHARES)
def test_what_is_accepted_for_all_parameters_is_true(build, pair, relation, samples):
    goal = (pair[0], relation, pair[1])
    accepted = []
    with precision():
        known = Known(build.context("x y z n", HYPOTHESES), Trail())
        for node in nodes(goal):
            try:
                inference.check(known, goal, node)
                accepted.append(node["rule"])
            except (CertificateError, InputError, Undefined):
                continue
    for shares in samples:
        values = point(shares)
        sides = [build.evaluate(side, values) for side in pair]
        if None in sides:
            out_of_reach = any(build.evaluate(side, values, 15) is None for side in pair)
            assert out_of_reach or not accepted
        elif accepted:
            assert agrees(relation, *sides), (accepted, values)


@SLOW
@given(TERMS, SHARES)
def test_enclosures_contain_the_value(build, term, samples):
    with precision():
        try:
            found = Box(BOX, {}).enclose(term)
        except Undefined:
            return
    with mpmath.workdps(60):
        low, high = (
            None if end in (INFINITY, MINUS_INFINITY) else mpmath.mpf(end.str(70, radius=False))
            for end in (found.low, found.high)
        )
        for shares in samples:
            value = build.evaluate(term, point(shares))
            if value is not None:
                slack = abs(value) * mpmath.mpf(10) ** -50
                assert low is None or low <= value + slack
                assert high is None or value <= high + slack


@SLOW
@given(TERMS, st.lists(st.sampled_from(range(5)), max_size=2))
def test_a_smaller_region_gives_a_smaller_enclosure(term, cuts):
    with precision():
        box = whole = Box(BOX, {})
        for k in cuts:
            name, at = [("x", 1), ("y", 1), ("z", 0), ("n", 9), ("n", 100)][k]
            try:
                box = box.halves(name, Fraction(at))[k % 2]
            except Undefined:
                return
        try:
            outer = whole.enclose(term)
        except Undefined:
            return
        inner = box.enclose(term)
    for wide, narrow in ((outer.low, inner.low), (-outer.high, -inner.high)):
        if abs(wide) < 1e99:  # beyond, ends may fall out of reach
            assert wide <= narrow or abs(wide - narrow) <= abs(wide) * 1e-15  # but for rounding


@SLOW
@given(pairs(), st.sampled_from(["=", "<=", "<", ">=", ">"]), SHARES)
def test_decisions_at_points_are_right(build, pair, relation, samples):
    context = build.context("x y z n")
    for shares in samples[:2]:
        values = point(shares)
        verdict = points.decide(context, (pair[0], relation, pair[1]), values, 256)
        sides = [build.evaluate(side, values) for side in pair]
        if verdict.value != "undecided" and None not in sides:
            opposite = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}.get(relation)
            if verdict.value == "holds":
                assert agrees(relation, *sides)
            elif opposite is not None:
                assert agrees(opposite, *sides)


@SLOW
@given(pairs(), SHARES)
def test_terms_called_equal_are_equal(build, pair, samples):
    context = build.context("x y z n")
    values = point(samples[0])
    if points.Point(context, values).are_equal(*pair):
        sides = [build.evaluate(side, values) for side in pair]
        if None not in sides:
            assert agrees("=", *sides)
