"""Probability rules: what each proves, and what forged data does not make it prove."""

from fractions import Fraction
from itertools import product
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.certificates import Library
from proofkit.kernel.points import precision
from proofkit.language.terms import Term, number, parse, text
from proofkit.search.budget import Budget
from proofkit.search.tactics import numbers

INTEGERS = ("d", "k", "m", "t")
REALS = ("b", "c", "s", "w", "x", "y")
HYPOTHESES = [
    *("d >= 3", "k >= 1", "m >= 1", "t >= 1"),
    *("x >= 1", "x <= 2", "w >= 0", "s > 0", "c = 1 - b", "c >= 0"),
]
PLAIN = {"rule": "plain"}
NOISE = {"rule": "box", "bits": 64, "cuts": [[]]}
"""A probability is at least 0 and at most 1."""


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """A premise between numbers, which the search proves where the kernel asks for it."""

    def rule(known, goal, node, prove):
        found = numbers.prove(known, goal, Budget(5))
        if found is None:
            raise CertificateError("", "is not proved")
        prove(known, goal, found)

    monkeypatch.setitem(inference.RULES, "plain", inference.Rule(rule))


@pytest.fixture
def verdict(build):
    """Whether the kernel accepts a node for a statement, or the axioms it then rests on."""
    context = Context(
        {**dict.fromkeys(INTEGERS, True), **dict.fromkeys(REALS, False)},
        {f"h{k}": build.fact(h) for k, h in enumerate(HYPOTHESES)},
    )

    def verdict(statement, node):
        with precision():
            known = Known(context, Trail(), Library().theorem)
            try:
                inference.check(known, build.fact(statement), node)
                return known.trail.axioms
            except (CertificateError, InputError, Undefined):
                return "refused"

    return verdict


def fix(fixed, symmetric=False, because=PLAIN, **more):
    base = {"rule": "fix", "fixed": fixed, "symmetric": symmetric}
    return {**base, "because": because, **more}


# Signs that are needed ----------------------------------------------------------------


def need(needed, *because, **more):
    return {"rule": "need", "needed": needed, "because": list(because) or [PLAIN], **more}


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        ("P(above(1/2, 1, 1)) <= 1/2", need([0])),
        ("P(above(1, x, 1, 1/2, 1)) <= 1/2", need([0])),
        ("P(reaches(2, x, 1, 1/2, 1)) <= 1/2", need([0])),
        ("P(above(1, x, 1, x, 1)) <= 1/4", need([0, 1], PLAIN, PLAIN)),
        ("P(above(1, x, 1, 1/d, d - 3)) <= 1/2", need([0])),
        ("P(above(0, w, k, x + k*w, 1)) <= 1/2", need([1])),
    ],
)
def test_need(verdict, statement, node):
    assert verdict(statement, node) == {"independence"}


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        # the number of halves
        ("P(above(1/2, 1, 1)) <= 1/4", need([0])),
        ("P(above(1/2, 1, 1)) <= 1/4", need([0, 0], PLAIN, PLAIN)),
        ("P(above(1/2, 1, 1)) <= 0", need([0])),
        ("P(above(1, x, 1, x, 1)) <= 1/4", need([0, 1])),
        ("P(above(1, x, 1, x, 1)) <= 1/2", need([0, 1], PLAIN, PLAIN)),
        # what is not needed
        ("P(above(-2, x, 1, x, 1)) <= 1/2", need([0])),
        ("P(above(1, 1, 1, x + 3, 1)) <= 1/2", need([0])),
        # a tie is enough for `reaches`
        ("P(reaches(0, x, 1, x, 1)) <= 1/2", need([0])),
        # not single signs, and weights that may be negative
        ("P(above(1, x, 2)) <= 1/2", need([0])),
        ("P(above(1, x, k)) <= 1/2", need([0])),
        ("P(above(1, x, 1, y, 1)) <= 1/2", need([0])),
        ("P(above(1, -x, 1)) <= 1/2", need([0])),
        # the relation, the event and the indexes
        ("P(above(1/2, 1, 1)) < 1/2", need([0])),
        ("P(above(1/2, 1, 1)) >= 1/2", need([0])),
        ("P(some(m, above(1/2, 1, 1))) <= 1/2", need([0])),
        ("P(exceeds(1, x)) <= 1/2", need([0])),
        ("P(above(1/2, 1, 1)) <= 1/2", need([1])),
        ("P(above(1/2, 1, 1)) <= 1/2", need(0)),
        ("P(above(1/2, 1, 1)) <= 1/2", need([0], PLAIN, extra=1)),
    ],
)
def test_need_proves_no_more(verdict, statement, node):
    assert verdict(statement, node) == "refused"


# Fixing signs -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        ("P(above(1/2, 1, 1)) >= 1/2", fix([0])),
        ("P(above(-1, x, 1)) >= 1/2", fix([0])),
        ("P(above(3/2, x, 1, 1, 1)) >= 1/4", fix([0, 1])),
        ("P(above(-3, x, 1)) >= 1", fix([])),
        ("P(above(-1/2, x, 1)) >= 1/2", fix([], True)),
        ("P(above(1/2, x, 1, y, k)) >= 1/4", fix([0], True)),  # symmetry: y of either sign
        ("P(above(1/2, x, 1, 1/(2*d), d - 3)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, 1, 0)) >= 1/2", fix([0])),
        ("P(above(-1/2, 1, m*t)) >= 1/2", fix([], True)),
    ],
)
def test_fix(verdict, statement, node):
    assert verdict(statement, node) == {"independence"}


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        # the number of halves
        ("P(above(1/2, 1, 1)) >= 1", fix([0])),
        ("P(above(1/2, 1, 1)) >= 1/4", fix([0])),  # true, but not what the rule says
        ("P(above(3/2, x, 1, 1, 1)) >= 1/2", fix([0, 1])),
        ("P(above(1/2, x, 1, y, k)) >= 1/2", fix([0], True)),
        ("P(above(1/2, x, 1, y, k)) >= 1/2", fix([0], 1)),
        ("P(above(1/2, x, 1, y, k)) >= 1/2", fix([0], "true")),
        ("P(above(1/2, x, 1, y, k)) >= 1/2", fix([0], None)),
        ("P(above(3/2, 1, 1, 1, 1)) >= 1/2", fix([0, 0, 1])),
        ("P(above(3/2, 1, 1)) >= 1/2", fix([0, 0])),  # 1 + 1 > 3/2, but it is one sign
        ("P(above(3/2, 1, 1)) >= 1/4", fix([0, 0])),
        # the indexes
        ("P(above(1/2, 1, 1)) >= 1/2", fix([1])),
        ("P(above(1/2, 1, 1)) >= 1/2", fix([-1])),
        ("P(above(1/2, 1, 1)) >= 1/2", fix([False])),
        ("P(above(1/2, 1, 1)) >= 1/2", fix(["0"])),
        ("P(above(1/2, 1, 1)) >= 1/2", fix(0)),
        ("P(above(1/2, 1, 1)) >= 1/2", fix({"0": 0})),
        # the relation and the event
        ("P(above(1/2, 1, 1)) > 1/2", fix([0])),
        ("P(above(1/2, 1, 1)) = 1/2", fix([0])),
        ("P(above(1/2, 1, 1)) <= 1/2", fix([0])),
        ("P(some(m, above(1/2, 1, 1))) >= 1/2", fix([0])),
        ("2*P(above(1/2, 1, 1)) >= 1/2", fix([0])),
        # not single signs
        ("P(above(1/2, 1, 2)) >= 1/2", fix([0])),
        ("P(above(1/2, x, k)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 0)) >= 1/2", fix([0])),
        # what the others take back
        ("P(above(1/2, x, 1, 1, k)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, -1, k)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, y, k)) >= 1/2", fix([0])),  # y may be negative
        ("P(above(-2, y, 1)) >= 1", fix([])),
        # ties do not count
        ("P(above(1, 1, 1)) >= 1/2", fix([0])),
        ("P(above(0, x, 1)) >= 1/2", fix([], True)),
        ("P(above(1, x, 1)) >= 1/2", fix([0])),
        # numbers of signs
        ("P(above(1/2, x, 1, 0, y)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, 0, x)) >= 1/2", fix([0])),  # >= 1, but no integer
        ("P(above(1/2, x, 1, 0, t/2)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, 0, d - 4)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, 0, -k)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, 0, d/t)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, 0, d^(1/2))) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, y, -1)) >= 1/4", fix([0], True)),
        # values there are none of
        ("P(above(log(y), x, 1)) >= 1/2", fix([0])),
        ("P(above(1/2 + 0/y, x, 1)) >= 1/2", fix([0])),
        ("P(above(1/2, x, 1, log(y), k)) >= 1/4", fix([0], True)),
        ("P(above(P(above(0, 1, 1)), x, 1)) >= 1/2", fix([0])),
        # the premise
        ("P(above(1/2, x, 1)) >= 1/2", fix([0], because={})),
        ("P(above(1/2, x, 1)) >= 1/2", fix([0], because=None)),
        ("P(above(1/2, x, 1)) >= 1/2", fix([0], because=fix([0]))),
        ("P(above(1/2, x, 1)) >= 1/2", fix([0], halves=1)),
    ],
)
def test_fix_is_not_fooled(verdict, statement, node):
    assert verdict(statement, node) == "refused"


def union(bounds, because, **more):
    return {"rule": "union", "bounds": bounds, "because": because, **more}


# Hoeffding ----------------------------------------------------------------------------


def hoeffding(excess, energy, dropped=(), first=PLAIN, second=PLAIN, **more):
    return {
        "rule": "hoeffding",
        "dropped": list(dropped) if isinstance(dropped, tuple) else dropped,
        "excess": excess,
        "energy": energy,
        "because_excess": first,
        "because_energy": second,
        **more,
    }


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k")),
        ("P(above(s, x, 1, 1, k)) <= exp(-s^2/(2*(4 + k)))", hoeffding("s", "4 + k")),
        ("P(above(x, 1, k, 0, 1)) <= exp(-1/(2*k))", hoeffding("1", "k")),
        ("P(above(c + 1/10, x, k, c, 1)) <= exp(-1/(800*k))", hoeffding("1/10", "4*k", (1,))),
        ("P(above(s, 1, k)) <= exp(0)", hoeffding("0", "k")),
        ("P(above(0, 1, k)) <= exp(-0)", hoeffding("0", "k")),
        ("P(above(s + 2*w, w, 2, 1, d - 3)) <= exp(-s^2/(2*d))", hoeffding("s", "d", (0,))),
        ("P(above(s, 0, k)) <= exp(-s^2/2)", hoeffding("s", "1")),
    ],
)
def test_hoeffding(verdict, statement, node):
    assert verdict(statement, node) == {"hoeffding", "independence"}


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        # another exponent
        ("P(above(s, 1, k)) <= exp(-s/(2*k))", hoeffding("s", "k")),
        ("P(above(s, 1, k)) <= exp(-s^2/k)", hoeffding("s", "k")),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k^2))", hoeffding("s", "k")),
        ("P(above(s, 1, k)) <= exp(s^2/(2*k))", hoeffding("s", "k")),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k)) - 1/10", hoeffding("s", "k")),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))/2", hoeffding("s", "k")),
        ("P(above(1/10, 1, k)) <= exp(-1/(100*k))", hoeffding("1/10", "k")),
        ("P(above(s, 1, k)) < exp(-s^2/(2*k))", hoeffding("s", "k")),
        ("P(above(s, 1, k)) >= exp(-s^2/(2*k))", hoeffding("s", "k")),
        # the excess
        ("P(above(-s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("-s", "k")),
        ("P(above(y, 1, k)) <= exp(-y^2/(2*k))", hoeffding("y", "k")),
        ("P(above(y, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k")),
        ("P(above(1, 1, k)) <= exp(-x^2/(2*k))", hoeffding("x", "k")),
        # the energy
        ("P(above(s, 1, k)) <= exp(-s^2/2)", hoeffding("s", "1")),
        ("P(above(s, 0, k)) <= exp(-s^2/0.0)", hoeffding("s", "0")),
        ("P(above(s, 0, k)) <= exp(-s^2/(2*w))", hoeffding("s", "w")),
        ("P(above(s, 0, k)) <= exp(s^2/2)", hoeffding("s", "-1")),
        ("P(above(s, x, 1, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k")),
        ("P(above(s, x, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k")),
        ("P(above(s, x, k)) <= exp(-s^2/(2*x^2))", hoeffding("s", "x^2")),
        ("P(above(s, y, k)) <= exp(-s^2/(2*y*k))", hoeffding("s", "y*k")),
        # dropped signs count with their full weight, all of them
        ("P(above(s, 1, k)) <= exp(-s^2/2)", hoeffding("s", "1", (0,))),
        ("P(above(s + w, w, 2, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k", (0,))),
        ("P(above(s + y, y, 1, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k", (0,))),
        ("P(above(s - 1, -1, 1, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k", (0,))),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k", (1,))),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k", [True])),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k", [-1])),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k", "")),
        # numbers of signs
        ("P(above(s, 1, x)) <= exp(-s^2/(2*x))", hoeffding("s", "x")),
        ("P(above(s, 1, -1, 1, k)) <= exp(-s^2/(2*(k - 1/2)))", hoeffding("s", "k - 1/2")),
        ("P(above(s, 1, t/2)) <= exp(-s^2/t)", hoeffding("s", "t/2")),
        # values there are none of
        ("P(above(s/(y - y), 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k")),
        ("P(above(log(y), 1, k)) <= exp(0)", hoeffding("0", "k")),
        # the premises
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k", second={})),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "z")),
        ("P(above(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("above(s, 1, k)", "k")),
    ],
)
def test_hoeffding_is_not_fooled(verdict, statement, node):
    assert verdict(statement, node) == "refused"


# Weights that are not known ------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        ("P(reaches(1/2, x, 1)) >= 1/2", fix([0])),
        ("P(reaches(s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k")),
        ("P(reaches(0, 0, k)) <= exp(0)", hoeffding("0", "1")),
        ("P(exceeds(s, x)) <= exp(-s^2/4)", hoeffding("s", "2")),
        ("P(exceeds(s, w)) <= exp(-s^2/(2*(w + 1)))", hoeffding("s", "w + 1")),
        ("P(despite(1/2, x)) >= 1/4", fix([0], True)),
    ],
)
def test_unknown_weights(verdict, statement, node):
    assert verdict(statement, node) != "refused"


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        ("P(reaches(x, 1, 1)) >= 1/2", fix([0])),
        ("P(reaches(s, x, k)) <= exp(-s^2/(2*k))", hoeffding("s", "k")),
        ("P(reaches(-s, 1, k)) <= exp(-s^2/(2*k))", hoeffding("-s", "k")),
        ("P(reaches(0, 0, k)) <= exp(-1/2)", hoeffding("1", "1")),
        ("P(exceeds(s, x)) <= exp(-s^2/2)", hoeffding("s", "1")),
        ("P(exceeds(s, x)) <= exp(-s/4)", hoeffding("s", "2")),
        ("P(exceeds(y, x)) <= exp(-y^2/4)", hoeffding("y", "2")),
        ("P(exceeds(s, y)) <= exp(-s^2/(2*y))", hoeffding("s", "y")),
        ("P(exceeds(s, -1)) <= exp(s^2/2)", hoeffding("s", "-1")),
        ("P(exceeds(s, x)) <= exp(-s^2/4)", hoeffding("s", "2", (0,))),
        ("P(exceeds(2*s, 2)) <= exp(-s^2/4)", hoeffding("s", "2", first={})),
        ("P(exceeds(s, x)) >= 1/4", fix([], True)),
        ("P(exceeds(-1, x)) >= 1/2", fix([], True)),
        ("P(exceeds(-1, x)) >= 1", fix([])),
        ("P(despite(1/2, x)) >= 1/2", fix([0])),
        ("P(despite(1/2, x)) >= 1/2", fix([0], True)),
        ("P(despite(1, x)) >= 1/4", fix([0], True)),
        ("P(despite(-1/2, x)) >= 1/2", fix([], True)),
        ("P(despite(-5, x)) >= 1", fix([])),
        ("P(despite(1/2, x)) >= 1/4", fix([0, 1], False)),
        ("P(despite(s, x)) <= exp(-s^2/8)", hoeffding("s", "4")),
        (
            "P(some(m, exceeds(s, 1))) <= m*exp(-s^2/2)",
            union(["exp(-s^2/2)"], [hoeffding("s", "1")]),
        ),
    ],
)
def test_unknown_weights_do_not_fool(verdict, statement, node):
    assert verdict(statement, node) == "refused"


# Many neurons -------------------------------------------------------------------------

HALF = "above(1/2, 1, 1)"
QUARTER = "above(3/2, 1, 1, 1, 1)"
HALF_AT_LEAST = fix([0])
RARE = "above(1, 1/2, 1)"
RARELY = hoeffding("1", "1/4")
LOUD = "above(2, 1, 1, 1, 1, x, 1)"


def copies(bound, because=HALF_AT_LEAST, event=0, **more):
    base = {"rule": "copies", "event": event, "bound": bound}
    return {**base, "because": because, **more}


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        (f"P(some(m, {RARE})) <= m*exp(-2)", union(["exp(-2)"], [RARELY])),
        (
            f"P(some(m, {RARE}, {HALF})) <= m*(exp(-2) + 1)",
            union(["exp(-2)", "1"], [RARELY, NOISE]),
        ),
        (f"P(some(m, {RARE}, {RARE})) <= m*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(0, {RARE})) <= 0", union(["exp(-2)"], [RARELY])),
        (f"P(some(m*t, {RARE})) <= m*t*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(m, {HALF})) >= 1 - (1/2)^m", copies("1/2")),
        (f"P(some(m, {RARE}, {HALF})) >= 1 - 2^(-m)", copies("1/2", event=1)),
        (f"P(some(m, {HALF})) >= 0", copies("0", NOISE)),
        (f"P(some(0, {HALF})) >= 0", copies("1/2")),
        ("P(some(3, above(-2, 1, 1))) >= 1", copies("1", fix([]))),
    ],
)
def test_union_and_copies(verdict, statement, node):
    assert verdict(statement, node) != "refused"


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        # each event needs its own bound
        (f"P(some(m, {RARE}, {HALF})) <= m*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(m, {RARE}, {HALF})) <= m*exp(-2)", union(["exp(-2)", "0"], [RARELY, NOISE])),
        (f"P(some(m, {RARE}, {HALF})) <= m*exp(-2)", union(["exp(-2)", "exp(-2)"], [RARELY] * 2)),
        (f"P(some(m, {RARE}, {HALF})) <= 2*m*exp(-2)", union(["exp(-2)"] * 2, [RARELY] * 2)),
        (f"P(some(m, {HALF})) <= m*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(m, {RARE})) <= m*exp(-2)", union(["exp(-2)"], [])),
        (f"P(some(m, {RARE})) <= m*exp(-2)", union(["exp(-2)"], [RARELY, RARELY])),
        (f"P(some(m, {RARE})) <= 0", union([], [])),
        # the total
        (f"P(some(m, {RARE})) <= exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(m, {RARE})) < m*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(m, {RARE})) >= m*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(none(m, {RARE})) <= m*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(m, {RARE})) <= m*(exp(-2) - 1)", union(["exp(-2)", "-1"], [RARELY, NOISE])),
        # the number of neurons
        (f"P(some(-m, {RARE})) <= -m*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(x, {RARE})) <= x*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(m/2, {RARE})) <= m/2*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(m - 2, {RARE})) <= (m - 2)*exp(-2)", union(["exp(-2)"], [RARELY])),
        (f"P(some(log(y), {RARE})) <= log(y)*exp(-2)", union(["exp(-2)"], [RARELY])),
        # a bound without a value
        (f"P(some(0, {RARE})) <= 0*log(y)", union(["log(y)"], [NOISE])),
        # copies: the bound
        (f"P(some(m, {HALF})) >= 1 - (1/4)^m", copies("1/2")),
        (f"P(some(m, {HALF})) >= 1 - (1/4)^m", copies("3/4")),
        (f"P(some(m, {HALF})) > 1 - (1/2)^m", copies("1/2")),
        (f"P(some(m, {HALF})) = 1 - (1/2)^m", copies("1/2")),
        (f"P(some(m, {HALF})) >= 1/2", copies("1/2")),
        (f"P(some(m, {HALF})) >= (1/2)^m", copies("1/2")),
        (f"P(some(m, {HALF})) >= 1 - (1 - x/4)^m", copies("x/4")),
        (f"P(some(2, {HALF})) >= 1 - (-1)^2", copies("2")),
        (f"P(some(2, {HALF})) >= 1 - 2^2", copies("-1", NOISE)),  # true, but no probability
        (f"P(none(m, {HALF})) >= 1 - (1/2)^m", copies("1/2")),
        # copies: which event
        (f"P(some(m, {RARE}, {HALF})) >= 1 - (1/2)^m", copies("1/2")),
        (f"P(some(m, {HALF})) >= 1 - (1/2)^m", copies("1/2", event=1)),
        (f"P(some(m, {HALF})) >= 1 - (1/2)^m", copies("1/2", event=False)),
        (f"P(some(m, {HALF})) >= 1 - (1/2)^m", copies("1/2", event=-1)),
        # copies: how many
        (f"P(some(x, {HALF})) >= 1 - (1/2)^x", copies("1/2")),
        (f"P(some(-m, {HALF})) >= 1 - (1/2)^(-m)", copies("1/2")),
        (f"P(some(t/2, {HALF})) >= 1 - (1/2)^(t/2)", copies("1/2")),
    ],
)
def test_union_and_copies_are_not_fooled(verdict, statement, node):
    assert verdict(statement, node) == "refused"


SOME, NONE = f"some(m, {HALF})", f"none(m, {HALF})"
FIRES = copies("1/2")
HEARD, QUIET = f"some(m, {RARE})", f"none(m, {RARE})"
SELDOM = union(["exp(-2)"], [RARELY])


def complement(bound, because, **more):
    return {"rule": "complement", "bound": bound, "because": because, **more}


def both(bounds, because, **more):
    return {"rule": "both", "bounds": bounds, "because": because, **more}


def part(event, because, **more):
    return {"rule": "part", "event": event, "because": because, **more}


SILENT = complement("m*exp(-2)", SELDOM)


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        (f"P({QUIET}) >= 1 - m*exp(-2)", SILENT),
        (f"P({NONE}) <= (1/2)^m", complement("1 - (1/2)^m", FIRES)),
        (f"P({HEARD}) <= m*exp(-2)", complement("1 - m*exp(-2)", SILENT)),
        (
            f"P(both({SOME}, {QUIET})) >= 1 - (1/2)^m - m*exp(-2)",
            both(["1 - (1/2)^m", "1 - m*exp(-2)"], [FIRES, SILENT]),
        ),
        (
            f"P(both({SOME}, none(m, above(1, 1/2, 1)))) >= 0 - (1/2)^m",
            both(["1 - (1/2)^m", "0"], [FIRES, NOISE]),
        ),
        (f"P(both({HEARD}, {NONE})) <= m*exp(-2)", part(0, SELDOM)),
        (f"P(both({NONE}, {HEARD})) <= m*exp(-2)", part(1, SELDOM)),
        (f"P(both({NONE}, {NONE})) <= P({NONE})", part(0, {"rule": "ring"})),
    ],
)
def test_complement_and_both(verdict, statement, node):
    assert verdict(statement, node) != "refused"


@pytest.mark.parametrize(
    ("statement", "node"),
    [
        (f"P({HEARD}) >= 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        (f"P({QUIET}) <= 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        (f"P({QUIET}) >= m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        (f"P({QUIET}) > 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        (f"P({QUIET}) = 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        (f"P(none(2*m, {RARE})) >= 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        (f"P(none(m, {RARE}, {HALF})) >= 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        ("P(above(1, 1/2, 1)) >= 1 - exp(-2)", complement("exp(-2)", RARELY)),
        (f"P(both({QUIET}, {QUIET})) >= 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        (f"1 - P({QUIET}) >= 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        ("m >= 1 - m*exp(-2)", complement("m*exp(-2)", SELDOM)),
        (
            f"P(both({SOME}, {QUIET})) >= 1 - (1/2)^m",
            both(["1 - (1/2)^m", "1 - m*exp(-2)"], [FIRES, SILENT]),
        ),
        (
            f"P(both({SOME}, {QUIET})) >= (1 - (1/2)^m)*(1 - m*exp(-2))",
            both(["1 - (1/2)^m", "1 - m*exp(-2)"], [FIRES, SILENT]),
        ),
        (
            f"P(both({QUIET}, {SOME})) >= 1 - (1/2)^m - m*exp(-2)",
            both(["1 - (1/2)^m", "1 - m*exp(-2)"], [FIRES, SILENT]),
        ),
        (
            f"P(both({SOME}, {QUIET})) <= 1 - (1/2)^m - m*exp(-2)",
            both(["1 - (1/2)^m", "1 - m*exp(-2)"], [FIRES, SILENT]),
        ),
        (f"P(both({SOME}, {QUIET})) >= 0 - (1/2)^m", both(["1 - (1/2)^m"], [FIRES])),
        (f"P(both({SOME}, {QUIET})) >= -(1/2)^m", both(["1 - (1/2)^m", "1"], [FIRES, NOISE])),
        (f"P({SOME}) >= 1 - (1/2)^m", both(["1 - (1/2)^m", "1"], [FIRES, NOISE])),
        (f"P(both({HEARD}, {NONE})) <= m*exp(-2)", part(1, SELDOM)),
        (f"P(both({HEARD}, {NONE})) <= m*exp(-2)", part(2, SELDOM)),
        (f"P(both({HEARD}, {NONE})) <= m*exp(-2)", part(-1, SELDOM)),
        (f"P(both({HEARD}, {NONE})) <= m*exp(-2)", part("0", SELDOM)),
        (f"P(both({HEARD}, {NONE})) < m*exp(-2)", part(0, SELDOM)),
        (f"P(both({HEARD}, {NONE})) = m*exp(-2)", part(0, SELDOM)),
        (f"P(both({HEARD}, {NONE})) <= 0", part(0, SELDOM)),
        (f"P(both({SOME}, {NONE})) >= 1 - (1/2)^m", part(0, FIRES)),
        (f"P({HEARD}) <= m*exp(-2)", part(0, SELDOM)),
        (f"P(some(m, {RARE}, {HALF})) <= m*exp(-2)", part(0, SELDOM)),
        (f"P(both(some(t, {RARE}), {NONE})) <= m*exp(-2)", part(0, SELDOM)),
    ],
)
def test_complement_and_both_are_not_fooled(verdict, statement, node):
    assert verdict(statement, node) == "refused"


@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        (f"P(both({SOME}, {NONE})) = 0", True),
        (f"P(both({QUIET}, {HEARD})) = 0", True),
        (f"P(both({SOME}, {NONE})) <= 0", True),
        (f"P(both({SOME}, none(m, {HALF}, {RARE}))) = 0", True),
        (f"P(both({SOME}, {QUIET})) = 0", False),
        (f"P(both(some(m, {HALF}, {RARE}), {NONE})) = 0", False),
        (f"P(both({SOME}, none(t, {HALF}))) = 0", False),  # of another network
        (f"P(both({SOME}, {SOME})) = 0", False),
        (f"P({NONE}) = 0", False),
        (f"P(both({SOME}, {NONE})) < 0", False),
        (f"P(both({SOME}, {NONE})) = 1", False),
        (f"P(both({SOME}, {NONE})) <= 1/2", False),  # true, but not what the rule says
        ("P(both(some(m, exceeds(1, x)), none(m, exceeds(1, x)))) = 0", False),  # any weights
    ],
)
def test_never(verdict, statement, accepted):
    assert (verdict(statement, {"rule": "never"}) != "refused") == accepted


@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        (f"P({NONE}) = 1 - P({SOME})", True),
        (f"P({NONE}) + P({SOME}) <= 1", True),
        (f"P({NONE}) = P({SOME})", False),
        (f"P({NONE}) = 1 - P({HEARD})", False),
        (f"P({NONE}) = 1 - P(some(t, {HALF}))", False),
        (f"P({NONE}) = 1 - P(some(m, {HALF}, {HALF}))", False),
        (f"P(both({NONE}, {NONE})) = P({NONE})", False),  # true, but the form does not look inside
        (f"P(none(x, {HALF})) = 1 - P(some(x, {HALF}))", False),
    ],
)
def test_none_is_the_opposite_of_some(verdict, statement, accepted):
    assert (verdict(statement, PLAIN) != "refused") == accepted


# Probabilities in odd places ----------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "P(above(0, 1, 1)) <= 1",
        "P(above(0, 1, d - 3)) >= 0",
        "P(above(P(above(0, 1, 1)) + 1, 1, 1)) <= 1",
        "P(above(0, 1, 1))^2 <= 1",
    ],
)
def test_a_probability_is_a_number_from_0_to_1(verdict, build, statement):
    assert verdict(statement, NOISE) == set()
    assert proves(build, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "P(above(0, 1, x)) <= 1",  # x signs, x real
        "P(above(0, 1, k - 2)) <= 1",
        "P(above(0, 1, -1)) <= 1",
        "P(above(0, 1, 1/2)) >= 0",
        "P(above(0, 1, t/2)) >= 0",
        "P(some(y, above(0, 1, 1))) >= 0",
        "P(none(m - 2, above(0, 1, 1))) >= 0",
        "P(both(some(m, above(0, 1, 1)), none(x, above(0, 1, 1)))) >= 0",
        "P(above(log(y), 1, 1)) >= 0",
        "P(above(1/y, 1, 1)) >= 0",
        "P(above(0, sqrt(y), 1)) >= 0",
        "P(above(0, 1, P(above(0, 1, 1)) + 0)) >= 0",
        "P(above(P(above(0, 1, x)) + 1, 1, 1)) <= 1",
        "P(above(above(0, 1, 1) + 1, 1, 1)) <= 1",
        "above(0, 1, 1) = above(0, 1, 1)",
        "above(0, 1, 1) <= 1",
        "some(m, above(0, 1, 1)) >= 0",
        "0*above(0, 1, 1) = 0",
        "exp(above(0, 1, 1)) > 0",
        "y^P(above(0, 1, 1)) >= 0",
    ],
)
def test_what_has_no_value_is_refused(build, statement):
    assert not proves(build, statement)


def proves(build, statement):
    """Does a certificate with some rule that proves such things go through?"""
    nodes = (NOISE, PLAIN, {"rule": "sign"}, {"rule": "certain"})
    for node in nodes:
        try:
            Library().replay(claim(build, "m/c", statement, node))
        except CertificateError:
            continue
        return True
    return False


POINT = {"d": "3", "k": "1", "m": "1", "t": "1", "b": "0", "c": "1"} | dict.fromkeys("swxy", "1")


def claim(build, id, statement, steps, **changes):
    """A sealed claim on the parameters and hypotheses above."""
    kinds = {**dict.fromkeys(INTEGERS, "integer"), **dict.fromkeys(REALS, "real")}
    changes = {"id": id, "parameters": kinds, "hypotheses": HYPOTHESES, "point": POINT, **changes}
    return build.certificate("", statement, steps, **changes)


@pytest.mark.parametrize(
    "source",
    [
        *("P(1)", "P(x)", "P(P(above(0, 1, 1)))", "P()", "P(above(0, 1, 1), above(0, 1, 1))"),
        *("above(0)", "above(0, 1)", "above(0, 1, 1, 1)", "above(above(0, 1, 1), 1, 1)"),
        *("above(0, P(above(0, 1, 1)), 1)", "some(1)", "some(1, 2)", "none(m, some(1, x))"),
        *("some(above(0, 1, 1), above(0, 1, 1))", "some(m, none(m, above(0, 1, 1)))"),
        *("both(above(0, 1, 1), above(0, 1, 1))", "both(some(m, above(0, 1, 1)))"),
        *("both(1, 2)", "P(both(P(x), P(y)))", "P + 1", "above", "P(above(0, 1, 1)"),
    ],
)
def test_malformed_events_are_refused(source):
    with pytest.raises(InputError):
        parse(source)


@pytest.mark.parametrize("name", ["P", "above", "some", "none", "both"])
def test_no_parameter_is_called_like_an_event(name):
    with pytest.raises(CertificateError):
        Context({name: False})


SURE = "above(99/100, 1, 1)"
SURELY = hoeffding("99/100", "1")
BERNOULLI = "1 - (1/2)^x <= x*exp(-9801/20000)"


def bernoulli(build, id, kind, steps, at):
    """True for every whole number x, by neurons; false at x = 1/10."""
    return claim(
        build,
        id,
        BERNOULLI,
        steps,
        parameters={"k": kind, "x": "real"},
        hypotheses=["x = k", "k >= 0"],
        inhabited={"k": at, "x": at},
    )


def bernoulli_steps():
    fires = copies("1/2", fix([0]))
    heard = union(["exp(-9801/20000)"], [SURELY])
    same = {
        "rule": "exchange",
        "hole": "z",
        "function": "1 - (1/2)^z",
        "old": "x",
        "new": "k",
        "because": {"rule": "assume", "fact": "h0"},
    }
    back = {**same, "function": "z*exp(-9801/20000)", "old": "k", "new": "x"}
    return [
        ("=", "1 - (1/2)^k", same),
        ("<=", f"P(some(k, {SURE}))", fires),
        ("<=", "k*exp(-9801/20000)", heard),
        ("=", "x*exp(-9801/20000)", back),
    ]


def cite(name, part=0):
    return {"rule": "cite", "claim": name, "part": part}


def test_a_theorem_on_integers_is_not_one_on_reals(build):
    """Whether its hypotheses or its words speak of the integer."""
    library = Library()
    library.replay(bernoulli(build, "m/a", "integer", bernoulli_steps(), "1"))
    library.replay(bernoulli(build, "m/b", "integer", cite("m/a"), "1"))
    with pytest.raises(CertificateError, match="k is an integer, k may be none"):
        library.replay(bernoulli(build, "m/c", "real", cite("m/a"), "1/10"))
    with pytest.raises(CertificateError):
        library.replay(bernoulli(build, "m/d", "real", bernoulli_steps(), "1/10"))


def test_a_theorem_is_read_with_its_definitions_written_out(build):
    """Whatever its parts are called, and in whichever order sums stand."""
    library = Library()
    first = {"definitions": {"u": "x + s", "v": "2*u"}}
    library.replay(claim(build, "m/a", "v + 1 >= 3", PLAIN, **first))
    for definitions, statement, accepted in (
        ({"v": "x + s", "u": "2*v"}, "1 + u >= 3", True),
        ({"u": "s + x", "v": "u*2"}, "1 + v >= 3", True),
        ({}, "2*(x + s) + 1 >= 3", True),
        ({"u": "2*(x + s) + 1"}, "u >= 3", True),
        ({"u": "x", "v": "2*u"}, "v + 1 >= 3", False),  # the same words, another meaning
        ({"u": "x + w", "v": "2*u"}, "v + 1 >= 3", False),
        ({"v": "x + s", "u": "3*v"}, "1 + u >= 3", False),
        ({}, "2*(x + s) + 1 > 3", False),
        ({}, "2*(x + s) + 1 <= 3", False),
        ({}, "2*(x + s) + 1 >= 4", False),
    ):
        again = claim(
            build, f"m/{definitions}{statement}", statement, cite("m/a"), definitions=definitions
        )
        if accepted:
            library.replay(again)
        else:
            with pytest.raises(CertificateError, match="says something else"):
                library.replay(again)


def test_no_name_is_captured(build):
    """What is a parameter in one claim and a definition in another are two things."""
    library = Library()
    library.replay(claim(build, "m/a", "x + 1 >= 2", PLAIN))
    others = {n: "real" for n in REALS if n != "x"}
    captured = claim(
        build,
        "m/b",
        "x + 1 >= 2",
        cite("m/a"),
        parameters={**dict.fromkeys(INTEGERS, "integer"), **others},
        hypotheses=[],
        definitions={"x": "y - 10"},
        inhabited={name: value for name, value in POINT.items() if name != "x"},
    )
    with pytest.raises(CertificateError, match="not assumed here"):
        library.replay(captured)


def test_bounds_of_another_context_are_not_ours(build):
    """An energy is proved for the hypotheses it was proved under."""
    library = Library()
    energy = claim(build, "m/energy", "k*x^2 <= 4*k", PLAIN)
    library.replay(energy)
    node = hoeffding("s", "4*k", second=cite("m/energy"))
    bound = "P(above(s, x, k)) <= exp(-s^2/(8*k))"
    library.replay(claim(build, "m/tail", bound, node))
    loose = [h for h in HYPOTHESES if h != "x <= 2"] + ["x <= 3"]
    with pytest.raises(CertificateError, match="needs the hypothesis h5"):
        library.replay(claim(build, "m/loose", bound, node, hypotheses=loose))
    with pytest.raises(CertificateError, match="says something else"):
        less = "P(above(s, x, k)) <= exp(-s^2/(6*k))"
        weak = hoeffding("s", "3*k", second=cite("m/energy"))
        library.replay(claim(build, "m/less", less, weak))


def test_axioms_are_passed_on(build):
    library = Library()
    fact = "P(above(s, 1, k)) <= exp(-s^2/(2*k))"
    first = library.replay(claim(build, "m/a", fact, hoeffding("s", "k")))
    second = library.replay(claim(build, "m/b", fact, cite("m/a")))
    assert first.used.axioms == second.used.axioms == {"hoeffding", "independence"}
    assert second.used.theorems == {"m/a"}


# Whatever is accepted is true ---------------------------------------------------------

weights = st.sampled_from(["-1", "0", "1/2", "1", "2"])
group = st.tuples(weights, st.sampled_from(["0", "1", "1", "2"]))
thresholds = st.sampled_from(["-2", "-1", "-1/2", "0", "1/2", "1", "3/2", "2"])


def above(threshold, groups):
    return f"above({threshold}, {', '.join(f'{w}, {k}' for w, k in groups)})"


events = st.lists(group, min_size=1, max_size=3).map(tuple)
indexes = st.lists(st.integers(0, 2), max_size=3)


@given(thresholds, events, indexes)
def test_what_fix_accepts_is_true(build, threshold, groups, fixed):
    event = above(threshold, groups)
    for symmetric, halves in product((False, True), range(4)):
        node = fix(fixed, symmetric)
        if accepted(build, f"P({event}) >= 1/{2**halves}", node):
            assert build.chance(parse(event)) >= Fraction(1, 2**halves)


@given(
    *(thresholds, events, indexes, st.sampled_from(["0", "1/2", "1", "2"])),
    *(st.sampled_from(["1/4", "1", "2", "9/4", "4"]), st.sampled_from(["2", "1", "4"])),
)
def test_what_hoeffding_accepts_is_true(build, threshold, groups, dropped, excess, energy, twice):
    event = above(threshold, groups)
    exponent = -(Fraction(excess) ** 2) / (Fraction(twice) * Fraction(energy))
    node = hoeffding(excess, energy, dropped)
    if accepted(build, f"P({event}) <= exp({exponent})", node):
        assert float(build.chance(parse(event))) <= exp(float(exponent))


FIXES = [fix(f, s) for f in ([], [0], [1], [0, 1], [0, 1, 2]) for s in (False, True)]
TAILS = [("exp(-1/2)", hoeffding("1", "1")), ("1", NOISE)]


@given(thresholds, thresholds, events, st.integers(0, 3), st.booleans(), st.integers(0, 3))
def test_what_many_neurons_are_accepted_for_is_true(build, one, two, groups, m, swap, halves):
    """Lower bounds by copies, upper bounds by union, the opposites, and both at once."""
    first, second = above(one, groups), above(two, groups)
    some = f"some({m}, {first}{', ' + second if swap else ''})"
    none = some.replace("some", "none")
    bound = Fraction(1, 2**halves)
    least = 1 - (1 - bound) ** m
    fires = [copies(str(bound), node) for node in FIXES]
    kept = [n for n in fires if accepted(build, f"P({some}) >= {least}", n)]
    heard, quiet = (build.chance(parse(event)) for event in (some, none))
    assert heard + quiet == 1
    if kept:
        assert heard >= least
        assert accepted(build, f"P({none}) <= {1 - least}", complement(str(least), kept[0]))
    distinct = 1 + (swap and first != second)
    for tail, why in TAILS:
        node = union([tail] * distinct, [why] * distinct)
        most = f"{m * distinct}*{tail}"
        if accepted(build, f"P({some}) <= {most}", node):
            assert float(heard) <= m * distinct * exp(-0.5 if "exp" in tail else 0)
            hush = complement(most, node)
            assert accepted(build, f"P({none}) >= 1 - {most}", hush)
            if kept:
                pair = f"both({some}, none({m}, {first}{', ' + second if swap else ''}))"
                node = both([str(least), f"1 - {most}"], [kept[0], hush])
                assert accepted(build, f"P({pair}) >= {least} + (1 - {most}) - 1", node)
                floor = float(least) - m * distinct * exp(-0.5 if "exp" in tail else 0)
                assert build.chance(parse(pair)) >= floor


def accepted(build, statement, node):
    context = Context({})
    with precision():
        known = Known(context, Trail(), Library().theorem)
        try:
            inference.check(known, build.fact(statement), node)
        except (CertificateError, InputError, Undefined):
            return False
    return True


def test_a_probability_prints_as_it_parses():
    inner = Term("above", tuple(number(k) for k in (1, 2, 3)))
    event = Term(
        "P", (Term("both", (Term("some", (number(2), inner)), Term("none", (number(2), inner)))),)
    )
    assert parse(text(event)) == event
