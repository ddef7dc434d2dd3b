"""Two data sets that differ by an offset: the same scores, and g more on every key.

Cross-attention: every query has row sum 1, so that a key's score is the key's own row sum. On D1'
the needle scores sigma and every other key 0; on D0' each of these scores is g higher. The values
are the needle matrix, with a needle of strength a1, on both. Softmax does not see an offset.
Linear attention does: where the others score 0 it looks at the needle alone, and where they score
g it prefers the needle only `1 + sigma/g` times.
"""

from sympy import Expr, Integer, Rational, symbols

from lemmas.notation import a1, also, any_d1, b, beyond, c, d, n, t
from proofkit.attention import Unit, linear, softmax
from proofkit.attention.needle import needle_data
from proofkit.attention.query import Query
from proofkit.claims import Hypothesis, at_least, greater
from proofkit.parameters import Parameter

sigma, g = symbols("sigma g", real=True)
reverse_lemma = beyond("where linear attention wins", source="Open question 3")

on_offset = also(
    any_d1,
    Parameter("sigma", "1", "the needle's score above the others"),
    Parameter("g", "10", "the offset of all scores in D0'"),
    Hypothesis("a1-tenth", at_least(a1, Rational(1, 10))),
    Hypothesis("sigma-positive", greater(sigma, 0)),
    Hypothesis("g-positive", greater(g, 0)),
)


def asked(unit: Unit, offset: Expr, mark: str) -> Query:
    """A query of either data set: the needle scores sigma above the offset."""
    values = needle_data("D'", n=n, d=d, t=t, a=a1, b=b, c=c)
    scores = {"needle": sigma + offset, "sibling": offset, "other": offset}
    return Query(values, unit, scores, mark)


linear_1, linear_0 = asked(linear, Integer(0), "lin1"), asked(linear, g, "lin0")
softmax_1, softmax_0 = asked(softmax, Integer(0), "exp1"), asked(softmax, g, "exp0")
rho = 1 + sigma / g
"""How many times any other key linear attention gives the needle on D0'."""
