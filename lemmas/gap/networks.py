"""What the network lemmas of the score-gap family share: threshold, neurons, budgets."""

from functools import partial

from sympy import Rational, symbols

from lemmas.gap.scores import on_gap
from lemmas.notation import NETWORK, also, make_lemma
from lemmas.separation.silence import network_ranges
from proofkit.claims import Hypothesis, greater, less
from proofkit.parameters import Parameter

theta = symbols("theta", real=True)
network_lemma = partial(make_lemma, section="Section 5")
on_network = also(
    on_gap,
    *NETWORK,
    Parameter("theta", "1/4", "threshold of a neuron"),
    *network_ranges,
    Hypothesis("theta-lower", greater(theta, 0)),
    Hypothesis("theta-upper", less(theta, Rational(1, 2))),
)
