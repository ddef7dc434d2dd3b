"""What the network lemmas of the score-gap family share: threshold, neurons, budgets."""

from sympy import Rational, symbols

from lemmas.gap.scores import PARAMETERS, hypotheses
from lemmas.notation import NETWORK
from lemmas.separation.silence import network_ranges
from proofkit.claims import Hypothesis, greater, less
from proofkit.parameters import Parameter

theta = symbols("theta", real=True)
parameters = (*PARAMETERS, *NETWORK, Parameter("theta", "1/4", "threshold of a neuron"))
network_hypotheses = (
    *hypotheses,
    *network_ranges,
    Hypothesis("theta-lower", greater(theta, 0)),
    Hypothesis("theta-upper", less(theta, Rational(1, 2))),
)
