"""The score-gap families: parameters, hypotheses, and the weights derived from scores.

D0: every score lies in `[floor, ceiling]*log n`. D1: one score is `spike*log n`, the others lie in
that range. `own`, `others` and `rivals` say where in the range a score lies (0 is the floor, 1 the
ceiling): of a crowd, the one score that gives the same sum of units if all have it, which for
softmax is not the average of their scores. By default each sits at the end that is worst for the
claims, so that `check` at given parameters speaks of every choice.
"""

from sympy import Expr, Integer, log, symbols

from lemmas.notation import COLUMNS_AND_TOKENS, given, layout_hypotheses, n
from proofkit.attention import linear, softmax
from proofkit.attention.scores import Scores, Token, position
from proofkit.attention.units import Unit
from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.parameters import Parameter

floor, ceiling, spike = symbols("floor ceiling spike", real=True)
own, others, rivals = symbols("own others rivals", real=True)

PARAMETERS = (
    *COLUMNS_AND_TOKENS,
    Parameter("floor", "1/5", "least score, in units of log n"),
    Parameter("ceiling", "1/4", "greatest score but the spike's, in units of log n"),
    Parameter("spike", "2", "the spike's score in D1, in units of log n"),
    Parameter("own", "1", "where a token's own score lies: 0 the floor, 1 the ceiling"),
    Parameter("others", "0", "where the others lie: the one score for all with the same sum"),
    Parameter(
        "rivals", "1", "where the spike's rivals lie: the one score for all with the same sum"
    ),
)

floor_positive = Hypothesis("floor-positive", greater(floor, 0))
range_ordered = Hypothesis("range-ordered", at_least(ceiling, floor))
spike_high = Hypothesis("spike-high", at_least(spike, 1 + ceiling))
places = tuple(
    Hypothesis(f"{name}-{side}", bound)
    for name, where in (("own", own), ("others", others), ("rivals", rivals))
    for side, bound in (("lower", at_least(where, 0)), ("upper", at_most(where, 1)))
)
on_gap = given(*PARAMETERS, *layout_hypotheses, floor_positive, range_ordered, spike_high, *places)


def score(where: Expr) -> Expr:
    """A score of the range, in full."""
    return position(floor, ceiling, where) * log(n)


def family(mark: str, unit: Unit, *tokens: Token) -> Scores:
    return Scores(mark, unit, tokens, floor * log(n), ceiling * log(n))


own_token = Token("own", Integer(1), score(own))
spike_token = Token("spike", Integer(1), spike * log(n))

exp0 = family("exp0", softmax, own_token, Token("others", n - 1, score(others)))
lin0 = family("lin0", linear, own_token, Token("others", n - 1, score(others)))
exp1 = family("exp1", softmax, own_token, spike_token, Token("others", n - 2, score(others)))
lin1 = family("lin1", linear, own_token, spike_token, Token("others", n - 2, score(others)))
exp1_spike = family("expS", softmax, spike_token, Token("rivals", n - 1, score(rivals)))
lin1_spike = family("linS", linear, spike_token, Token("others", n - 1, score(others)))
