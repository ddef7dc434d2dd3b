"""What the network lemmas of the score-gap family share: threshold, neurons, budgets."""

from sympy import Expr, Integer, Rational, exp, log, symbols

from lemmas.gap.scores import PARAMETERS, hypotheses
from lemmas.notation import NETWORK, delta, m
from lemmas.separation.silence import delta_range, m_range
from proofkit.claims import Hypothesis, at_least, at_most, greater, less
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

theta = symbols("theta", real=True)
parameters = (*PARAMETERS, *NETWORK, Parameter("theta", "1/4", "threshold of a neuron"))
network_hypotheses = (
    *hypotheses,
    m_range,
    *delta_range,
    Hypothesis("theta-lower", greater(theta, 0)),
    Hypothesis("theta-upper", less(theta, Rational(1, 2))),
)


def claim_budget_of_silence(lemma: Lemma, id: str, exponent: Expr) -> None:
    """`m*exp(-exponent) <= delta/2`, for m as small as that asks for."""
    heard = m * exp(-exponent)
    lemma.claim(
        id,
        at_most(heard, delta / 2),
        Chain(heard).at_most(delta / 2, "m is at most the number that delta allows"),
        extra=(Hypothesis("m-few", at_most(m, delta / 2 * exp(exponent))),),
    )


def claim_budget_of_firing(lemma: Lemma, id: str, quiet: Expr) -> None:
    """`quiet^m <= delta/2`, for m as large as that asks for."""
    needed = log(2 / delta) / log(Integer(1) / quiet)
    lemma.claim(
        id,
        at_most(quiet**m, delta / 2),
        Chain(quiet**m)
        .at_most(quiet**needed, "m is large enough")
        .equals(delta / 2, "the definition of the logarithm"),
        extra=(Hypothesis("m-enough", at_least(m, needed)),),
    )
