"""The paper's symbols, their default values, and the hypotheses lemmas share."""

from __future__ import annotations

from sympy import Expr, Rational, symbols

from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.parameters import Link, Parameter

n, d, t = symbols("n d t", positive=True)
a0, a1, b, c = symbols("a0 a1 b c", real=True)

_LAYOUT = Link(
    "n = (d - 2)*t",
    {
        "n": lambda v: (v["d"] - 2) * v["t"],
        "d": lambda v: v["n"] / v["t"] + 2,
        "t": lambda v: v["n"] / (v["d"] - 2),
    },
    keep=("d", "n", "t"),
)
_SPLIT = Link(
    "b + c = 1",
    {"b": lambda v: 1 - v["c"], "c": lambda v: 1 - v["b"]},
    keep=("b",),
)

TOKENS = Parameter("n", "1000", "number of tokens", integer=True, least=2, link=_LAYOUT)
COLUMNS = Parameter("d", "102", "number of columns", integer=True, least=3, link=_LAYOUT)
COPIES = Parameter("t", "10", "copies of the identity block", integer=True, least=1, link=_LAYOUT)
NEEDLE_D0 = Parameter("a0", "1/100", "strength of the needle in D0")
NEEDLE_D1 = Parameter("a1", "6/5", "strength of the needle in D1")
CLASS = Parameter("b", "1/5", "strength of the class columns", link=_SPLIT)
BIAS = Parameter("c", "4/5", "strength of the bias column", link=_SPLIT)

n_range = Hypothesis("n-range", at_least(n, 2))
d_range = Hypothesis("d-range", at_least(d, 3))
t_range = Hypothesis("t-range", at_least(t, 1))
layout = Hypothesis("layout", equal(n, (d - 2) * t))
a0_lower = Hypothesis("a0-lower", at_least(a0, 0))
a0_upper = Hypothesis("a0-upper", at_most(a0, Rational(1, 10)))
a1_lower = Hypothesis("a1-lower", at_least(a1, Rational(7, 10)))
b_lower = Hypothesis("b-lower", at_least(b, Rational(1, 10)))
c_lower = Hypothesis("c-lower", at_least(c, Rational(1, 10)))
split = Hypothesis("split", equal(c, 1 - b))

COLUMNS_AND_TOKENS = (TOKENS, COLUMNS, COPIES)
STRENGTHS = (CLASS, BIAS)
layout_hypotheses = (n_range, d_range, t_range, layout)
strength_hypotheses = (b_lower, c_lower, split)


def p(a: Expr) -> Expr:
    """The paper's exponent `p(a) = a*(1 + a)`: how much of n the needle is worth."""
    return a * (1 + a)


p0, p1 = p(a0), p(a1)
