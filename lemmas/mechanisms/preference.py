"""What the lemmas on the preference share: a query that favours the needle rho times.

Any mechanism that looks at scores alone treats all keys but the needle alike, since they have the
same score. Up to a factor that normalising cancels, all it can choose is the multiple `rho` that
the needle gets of any other key. `rho0` belongs to D0, or to whatever is to go unheard; `rho1` to
D1, where the needle is to be heard.
"""

from sympy import Expr, Integer, Rational, symbols

from lemmas.notation import a0, a0_lower, a1, also, any_d0, any_d1, b, beyond, c, d, n, t
from lemmas.separation.silence import tau
from proofkit.attention import linear
from proofkit.attention.needle import needle_data
from proofkit.attention.query import Query
from proofkit.claims import Hypothesis, at_least
from proofkit.events import above, weighted
from proofkit.parameters import Parameter

rho0, rho1 = symbols("rho0 rho1", real=True)
mechanism_lemma = beyond("other mechanisms", source="Open question 1")

RHO_0 = Parameter("rho0", "11/5", "how many times any other key the needle gets, where unheard")
RHO_1 = Parameter("rho1", "1000", "how many times any other key the needle gets, where heard")

rho0_lower = Hypothesis("rho0-lower", at_least(rho0, 1))
rho1_heard = Hypothesis("rho1-heard", at_least(rho1, n - 1))
a1_quarter = Hypothesis("a1-quarter", at_least(a1, Rational(1, 4)))
on_deaf = also(any_d0, RHO_0, a0_lower, rho0_lower)
on_hearing = also(any_d1, RHO_1)

COLUMNS = ("needle", "own", "class", "bias")
HOLDERS = {"needle": 1, "own": 1, "class": d - 3, "bias": 1}


def hears(query: Query) -> above:
    """The event that one neuron hears a query."""
    groups = [(query.context(column), HOLDERS[column]) for column in COLUMNS]
    return weighted(tau, *groups)


def preferring(strength: Expr, rho: Expr, mark: str) -> Query:
    """A query that gives the needle rho times what it gives any other key."""
    data = needle_data(f"D{mark}", n=n, d=d, t=t, a=strength, b=b, c=c)
    scores = {"needle": rho, "sibling": Integer(1), "other": Integer(1)}
    return Query(data, linear, scores, mark)


deaf = preferring(a0, rho0, "0")
hearing = preferring(a1, rho1, "1")
