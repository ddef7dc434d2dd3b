"""Verdicts at points: right, undecided where they must be, and nobody else makes them."""

from fractions import Fraction

import pytest

from proofkit.foundations.errors import CertificateError, InputError, LimitExceeded
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context
from proofkit.language.terms import parse

F = Fraction


def decide(build, statement, definitions=None, max_bits=points.MAX_BITS, **values):
    context = build.context(" ".join(values), [], definitions)
    values = {name: F(value) for name, value in values.items()}
    return points.decide(context, build.fact(statement), values, max_bits)


@pytest.mark.parametrize(
    ("statement", "values", "verdict"),
    [
        ("x^2 = 2", {"x": "7/5"}, "fails"),
        ("sqrt(x)^2 = x", {"x": 2}, "holds"),
        ("sqrt(x)*sqrt(8) = 4", {"x": 2}, "holds"),
        ("sqrt(x)*sqrt(8) < 4", {"x": 2}, "fails"),
        ("sqrt(x)*sqrt(8) >= 4", {"x": 2}, "holds"),
        ("x^(log(y)) = y^(log(x))", {"x": 2, "y": 3}, "holds"),
        ("x^(log(y)) = y^(log(x)) + 1/10^2000", {"x": 2, "y": 3}, "fails"),
        ("exp(log(x)/2) = 3", {"x": 9}, "holds"),
        ("n^(a0^2 + a0 - 1) <= n^(-89/100)", {"n": 10**6, "a0": "1/10"}, "holds"),
        ("n^(a0^2 + a0 - 1) < n^(-89/100)", {"n": 10**6, "a0": "1/10"}, "fails"),
        ("n^(a0^2 + a0 - 1) <= n^(-89/100)", {"n": 10**6, "a0": F(1, 10) + F(1, 10**400)}, "fails"),
        ("n^(a0^2 + a0 - 1) <= n^(-89/100)", {"n": 10**6, "a0": F(1, 10) - F(1, 10**400)}, "holds"),
        ("n^a >= n - 1", {"n": 10**18, "a": 1}, "holds"),
        ("n^(10^9) > 1", {"n": 10**900}, "holds"),
        ("n^1000000000 > (n - 1)^1000000000", {"n": 10**18}, "holds"),
        ("0*x = 0", {"x": 5}, "holds"),
        ("x^0 = 1", {"x": 0}, "holds"),
        ("0^x = 0", {"x": "1/2"}, "holds"),
        ("sqrt(x) = 0", {"x": 0}, "holds"),
        ("x - x < 0", {"x": "1/3"}, "fails"),
        ("x - x <= 0", {"x": "1/3"}, "holds"),
        ("exp(1) > 2.718281828459045", {"x": 1}, "holds"),
        ("exp(-10000000000*x) > 0", {"x": 10**9}, "holds"),
        ("log(1 + x) < x", {"x": F(1, 10**500)}, "holds"),
    ],
)
def test_decisions(build, statement, values, verdict):
    assert decide(build, statement, **values).value == verdict


@pytest.mark.parametrize(
    ("statement", "m", "verdict"),
    [
        ("P(above(1, x, 1, x, 1)) = 1/4", 1, "holds"),
        ("P(above(1, x, 1, x, 1)) < 1/4", 1, "fails"),
        ("P(some(m, above(1, x, 1, x, 1))) = 1 - (3/4)^m", 64, "holds"),
        ("P(some(m, above(1, x, 1, x, 1))) >= 1 - (3/4)^m", 10**12, "holds"),
        ("P(some(m, above(1, x, 1, x, 1))) > 1 - (3/4)^m", 10**12, "fails"),
        ("P(some(m, above(1, x, 1, x, 1))) = 1 - (3/4)^(m + 1)", 64, "fails"),
        ("P(none(m, above(1, x, 1, x, 1))) = (3/4)^m", 10**12, "holds"),
        ("P(none(m, above(1, x, 1, x, 1))) = 1", 0, "holds"),
        ("2*P(none(m, above(2, x, 3))) = 2*(7/8)^m", 10**9, "holds"),
        ("P(none(m, above(2, x, 3))) = (1/2)^m", 100, "fails"),
        ("P(some(m, above(0, 1, 64))) = 1 - P(none(m, above(0, 1, 64)))", 10**9, "holds"),
    ],
)
def test_probabilities_that_are_ties(build, statement, m, verdict):
    context = Context({"m": True, "x": False}, {}, {})
    values = {"m": F(m), "x": F(2)}
    assert points.decide(context, build.fact(statement), values).value == verdict


def test_integer_powers_have_values_where_exponents_only_happen_to_be_integers(build):
    assert decide(build, "0^x = 1", x=0).value == "holds"
    assert decide(build, "0^x = 0", x=2).value == "holds"
    assert decide(build, "x^y = 4", x=-2, y=2).value == "holds"
    assert decide(build, "x^y = -1/2", x=-2, y=-1).value == "holds"


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("1/x = 1/x", {"x": 0}),
        ("0/x = 0", {"x": 0}),
        ("x/x = 1", {"x": 0}),
        ("0^x = 1", {"x": -1}),
        ("log(x) <= 0", {"x": 0}),
        ("log(x) = log(x)", {"x": -1}),
        ("sqrt(x) >= 0", {"x": -1}),
        ("x^y = 4", {"x": -2, "y": "1/2"}),
        ("0*log(x) = 0", {"x": -1}),
        ("exp(1/x)^0 = 1", {"x": 0}),
        ("1/(sqrt(x) - 2) > 0", {"x": 4}),
    ],
)
def test_where_a_side_has_no_value_nothing_is_decided(build, statement, values):
    verdict = decide(build, statement, **values)
    assert verdict.value == "undecided"
    assert "no value" in verdict.reason
    context = build.context(" ".join(values))
    left, _, right = build.fact(statement)
    point = points.Point(context, {k: F(v) for k, v in values.items()})
    assert not point.are_equal(left, right)


def test_a_tie_that_no_rule_sees_is_undecided(build):
    tie = "exp(sqrt(5 + 2*sqrt(x))) <= exp(sqrt(2) + sqrt(3))"
    verdict = decide(build, tie, x=6, max_bits=512)
    assert verdict.value == "undecided"
    assert "512 bits" in verdict.reason


@pytest.mark.parametrize("bits", [64, 128, 1024])
def test_precision_changes_no_verdict(build, bits):
    for a1, expected in (("618/1000", "fails"), ("6181/10000", "holds")):
        statement = "n^(a1*(1 + a1)) >= n - 1"
        value = decide(build, statement, n=10**6, a1=a1, max_bits=bits).value
        assert value in (expected, "undecided")
        assert decide(build, statement, n=10**6, a1=a1).value == expected


def test_the_sides_are_in_the_order_of_the_statement(build):
    for statement in ("x < y", "y > x", "x <= y", "y >= x"):
        verdict = decide(build, statement, x=1, y=2)
        low, high = (
            (verdict.left, verdict.right) if statement[0] == "x" else (verdict.right, verdict.left)
        )
        assert low.high == 1
        assert high.low == 2


def test_enclose_difference_keeps_digits_that_cancel(build):
    context = build.context("n")
    left, right = parse("n^30 + 1"), parse("n^30 + 1 + 1/n")
    gap = points.Point(context, {"n": F(10**6)}).enclose_difference(left, right, 64)
    assert 0 < gap.low < gap.high < F(2, 10**6).__float__()


def test_what_is_no_statement_is_refused(build):
    with pytest.raises(CertificateError):
        points.decide(Context({}), (parse("1"), "!=", parse("2")), {})
    with pytest.raises(CertificateError):
        points.decide(Context({}), build.fact("x = 1"), {})
    with pytest.raises(InputError):
        points.decide(Context({"x": False}), build.fact("x = 1"), {"y": F(1)})


def test_verdicts_are_made_by_the_kernel_and_are_no_truth_values(build):
    verdict = decide(build, "x = x", x=1)
    with pytest.raises(TypeError, match=r"verdict\.value"):
        bool(verdict)
    with pytest.raises(TypeError, match="kernel"):
        points.PointVerdict("holds", 64, None, None, "", frozenset(), token=object())
    with pytest.raises(TypeError):
        points.PointVerdict("holds", 64, None, None, "", frozenset())
    import dataclasses

    with pytest.raises((TypeError, ValueError)):
        dataclasses.replace(verdict, value="fails")


def test_towers_end_soon(build):
    tower = {"e0": "x", **{f"e{k}": f"exp(e{k - 1})" for k in range(1, 9)}}
    assert decide(build, "e8 >= 0", tower, x=9).value == "holds"
    assert decide(build, "e8 <= e7", tower, x=9).value == "undecided"
    deep = {"e0": "x", **{f"e{k}": f"exp(e{k - 1})" for k in range(1, 900)}}
    with pytest.raises(LimitExceeded):
        decide(build, "e899 >= 0", deep, x=9)


def test_expansions_that_are_too_long_leave_it_undecided(build):
    names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    statement = f"({' + '.join(names)})^24*sqrt(a) = ({' + '.join(reversed(names))})^24*sqrt(a)"
    values = dict.fromkeys(names, F(1, 3))
    verdict = decide(build, statement, **values)
    assert verdict.value == "holds"  # with the parameters as numbers
