"""What the lemmas on the preference share: a query that favours the needle rho times.

Any mechanism that looks at scores alone treats all keys but the needle alike, since they have the
same score. Up to a factor that normalising cancels, all it can choose is the multiple `rho` that
the needle gets of any other key. `rho0` belongs to D0, or to whatever is to go unheard; `rho1` to
D1, where the needle is to be heard.
"""

from sympy import Expr, Integer, Rational, symbols

from lemmas.notation import a0, a0_lower, a1, also, any_d0, any_d1, b, beyond, c, d, n, t
from lemmas.separation.silence import COLUMNS, hears_row
from proofkit.attention import DataSet, linear
from proofkit.attention.needle import needle_data
from proofkit.attention.query import Query
from proofkit.claims import Hypothesis, at_least, greater
from proofkit.events import above
from proofkit.parameters import Parameter

rho0, rho1 = symbols("rho0 rho1", real=True)
UNITS = symbols("v_N v_S v_O", real=True)
mechanism_lemma = beyond("other mechanisms", source="Open question 1")

RHO_0 = Parameter("rho0", "11/5", "how many times any other key the needle gets, where unheard")
RHO_1 = Parameter("rho1", "1000", "how many times any other key the needle gets, where heard")

rho0_lower = Hypothesis("rho0-lower", at_least(rho0, 1))
rho1_heard = Hypothesis("rho1-heard", at_least(rho1, n - 1))
a1_quarter = Hypothesis("a1-quarter", at_least(a1, Rational(1, 4)))
on_deaf = also(any_d0, RHO_0, a0_lower, rho0_lower)
on_hearing = also(any_d1, RHO_1)


def hears(query: Query) -> above:
    """The event that one neuron hears a query."""
    return hears_row(*(query.context(column) for column in COLUMNS))


def preferring(strength: Expr, rho: Expr, mark: str) -> Query:
    """A query that gives the needle rho times what it gives any other key."""
    data = needle_data(f"D{mark}", n=n, d=d, t=t, a=strength, b=b, c=c)
    scores = {"needle": rho, "sibling": Integer(1), "other": Integer(1)}
    return Query(data, linear, scores, mark)


def whatever(data: DataSet, mark: str) -> Query:
    """A query that gives each kind of key what it likes."""
    return Query(data, linear, dict(zip(("needle", "sibling", "other"), UNITS, strict=True)), mark)


def units_of(whose: str) -> tuple[Parameter | Hypothesis, ...]:
    """What a mechanism may give each kind of key: nothing negative, and something to the needle."""
    v_N, v_S, v_O = UNITS
    return (
        Parameter("v_N", "3", f"what {whose} gives the needle"),
        Parameter("v_S", "2", "what it gives a token of the same class"),
        Parameter("v_O", "1", "what it gives any other token"),
        Hypothesis("v_N-positive", greater(v_N, 0)),
        Hypothesis("v_S-lower", at_least(v_S, 0)),
        Hypothesis("v_O-lower", at_least(v_O, 0)),
    )


deaf = preferring(a0, rho0, "0")
hearing = preferring(a1, rho1, "1")
