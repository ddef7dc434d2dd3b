"""A query whose scores are given: derived quantities, and the same from NumPy."""

from fractions import Fraction

import pytest
from sympy import Integer, Symbol, exp, symbols

from proofkit.attention import linear, softmax
from proofkit.attention.needle import needle_data
from proofkit.attention.query import Query

n, d, t = symbols("n d t", positive=True)
a, b, c, rho = symbols("a b c rho", real=True)
DATA = needle_data("D", n=n, d=d, t=t, a=a, b=b, c=c)


def preferring(unit=linear, mark=""):
    return Query(DATA, unit, {"needle": rho, "sibling": Integer(1), "other": Integer(1)}, mark)


def real(name):
    return Symbol(name, real=True)


def values(copies, columns):
    given = {"a": "6/5", "b": "1/5", "c": "4/5", "rho": "11/5"}
    sizes = {"n": (columns - 2) * copies, "d": columns, "t": copies}
    return {name: Fraction(value) for name, value in {**given, **sizes}.items()}


def test_each_layer_is_defined_by_the_one_below():
    query = preferring()
    query.context("own")
    assert {name: made.expression for name, made in query.definitions.items()} == {
        "u_N": rho,
        "u_O": Integer(1),
        "alpha": real("u_N") + (n - 1) * real("u_O"),
        "f_N": real("u_N") / real("alpha"),
        "f_O": real("u_O") / real("alpha"),
        "c_own": b * (real("f_N") + (t - 1) * real("f_O")),
    }


def test_the_unit_is_applied_and_the_mark_is_a_subscript():
    query = preferring(softmax, "1")
    assert query.f("needle").name == "f_1_N"
    assert query.definitions["u_1_N"].expression == exp(rho)


@pytest.mark.parametrize("copies", [4, 10**6], ids=["token by token", "by roles"])
@pytest.mark.parametrize(
    ("measured", "value"),
    [
        (("u", "needle"), lambda v: v["rho"]),
        (("alpha",), lambda v: v["rho"] + v["n"] - 1),
        (("f", "needle"), lambda v: v["rho"] / (v["rho"] + v["n"] - 1)),
        (("f", "other"), lambda v: 1 / (v["rho"] + v["n"] - 1)),
        (("context", "needle"), lambda v: v["a"] * v["rho"] / (v["rho"] + v["n"] - 1)),
        (("context", "own"), lambda v: v["b"] * (v["rho"] + v["t"] - 1) / (v["rho"] + v["n"] - 1)),
        (("context", "class"), lambda v: v["b"] * v["t"] / (v["rho"] + v["n"] - 1)),
        (("context", "bias"), lambda v: v["c"]),
    ],
)
def test_numpy_finds_the_same(copies, measured, value):
    at = values(copies, 12)
    found = preferring().measure(measured, at)
    assert found.value == pytest.approx(float(value(at)), rel=1e-12)


def test_columns_that_do_not_exist_have_no_value():
    assert preferring().measure(("context", "class"), values(4, 3)) is None
