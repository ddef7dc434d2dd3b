"""What the network lemmas of the score-gap family share: threshold, neurons, budgets."""

from functools import partial

from sympy import Expr, Rational, exp, symbols

from lemmas.gap.scores import on_gap
from lemmas.notation import NETWORK, also, directly, make_lemma
from lemmas.separation.silence import claim_few, network_ranges
from proofkit.claims import Hypothesis, at_most, greater, less
from proofkit.events import P, exceeds
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

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


def claim_unheard(lemma: Lemma, mark: str, small: Chain, exponent: Expr, squares: str) -> None:
    """`signs` and `silent`: one neuron hears weights of so little energy with probability at most
    `exp(-exponent)`, and few of m neurons do."""
    said = at_most(P(exceeds(theta, small.written)), exp(-exponent))
    lemma.claim(f"signs{mark}", *directly(said, f"Hoeffding, with {squares}", given=small))
    claim_few(lemma, f"silent{mark}", exponent)
