"""Softmax on scores in a range: every weight is small, so that neurons stay silent.

Each of the n weights is at most the greatest one, `f_own`; a neuron hears the query only if
signs with weights of energy at most `n*f_own^2` exceed theta. Scores as in `gap-weights`.
"""

from sympy import Rational

from lemmas.gap.gap_weights import lemma as weights
from lemmas.gap.networks import claim_unheard, network_lemma, on_network, theta
from lemmas.gap.scores import ceiling, exp0, floor
from lemmas.notation import also, n
from proofkit.claims import Hypothesis, less
from proofkit.proof import Chain

lemma = network_lemma(
    "gap-softmax-d0-network",
    "The softmax network without a spike",
    also(on_network, Hypothesis("gap-small", less(ceiling, floor + Rational(1, 2)))),
    (exp0,),
    __doc__,
)

gap = ceiling - floor
greatest = exp0.f("own")
exponent = theta**2 * n ** (1 - 2 * gap) / 2
small = (
    Chain(n * greatest**2)
    .at_most(n * (n ** (gap - 1)) ** 2, "each weight", by=weights.claims["softmax-d0"])
    .equals(n ** (2 * gap - 1), "add exponents")
)
claim_unheard(lemma, "", small, exponent, "n squared weights")
