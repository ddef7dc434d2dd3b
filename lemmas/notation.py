"""The paper's symbols, their default values, and the hypotheses lemmas share."""

from __future__ import annotations

from dataclasses import replace

from sympy import Expr, Rational, symbols

from proofkit.attention import DataSet
from proofkit.attention.needle import needle_data
from proofkit.attention.parameters import LAYOUT, SPLIT
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.parameters import Parameter

TOKENS = Parameter("n", "1000", "number of tokens", integer=True, least=2, link=LAYOUT)
COLUMNS = Parameter("d", "102", "number of columns", integer=True, least=3, link=LAYOUT)
COPIES = Parameter("t", "10", "copies of the identity block", integer=True, least=1, link=LAYOUT)
NEEDLE_D0 = Parameter("a0", "1/100", "strength of the needle in D0")
NEEDLE_D1 = Parameter("a1", "6/5", "strength of the needle in D1")
CLASS = Parameter("b", "1/5", "strength of the class columns", link=SPLIT)
BIAS = Parameter("c", "4/5", "strength of the bias column", link=SPLIT)
NEURONS = Parameter("m", "64", "hidden neurons", integer=True, least=1)
FAILURE = Parameter("delta", "1/100", "failure probability")

n, d, t = symbols("n d t", positive=True)
a0, a1, b, c = symbols("a0 a1 b c", real=True)
m, delta = symbols("m delta", positive=True)

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
NETWORK = (NEURONS, FAILURE)
layout_hypotheses = (n_range, d_range, t_range, layout)
strength_hypotheses = (b_lower, c_lower, split)


def p(a: Expr) -> Expr:
    """The paper's exponent `p(a) = a*(1 + a)`: how much of n the needle is worth."""
    return a * (1 + a)


p0, p1 = p(a0), p(a1)

D0 = needle_data("D0", n=n, d=d, t=t, a=a0, b=b, c=c)
D1 = needle_data("D1", n=n, d=d, t=t, a=a1, b=b, c=c)


def by_column(data: DataSet) -> DataSet:
    """The same data set with its n - t other tokens counted as t in each of d - 3 columns."""
    *first, other = data.tokens
    return replace(data, tokens=(*first, replace(other, count=(d - 3) * t)))


d0_parameters = (*COLUMNS_AND_TOKENS, NEEDLE_D0, *STRENGTHS)
d1_parameters = (*COLUMNS_AND_TOKENS, NEEDLE_D1, *STRENGTHS)
d0_hypotheses = (*layout_hypotheses, a0_lower, a0_upper, *strength_hypotheses)
d1_hypotheses = (*layout_hypotheses, a1_lower, *strength_hypotheses)
