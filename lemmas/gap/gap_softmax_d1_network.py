"""Softmax on scores with a spike: a neuron hears the query with probability 1/4 at least.

The spike's weight alone is at least 1/2 and exceeds theta; the other weights, whatever they
are, add up to >= 0 with probability at least 1/2 by symmetry.
"""

from sympy import Rational

from lemmas.gap.gap_weights import lemma as weights
from lemmas.gap.networks import network_lemma, on_network, theta
from lemmas.gap.scores import exp1_spike
from lemmas.notation import directly
from lemmas.separation.silence import claim_enough
from proofkit.claims import at_least
from proofkit.events import P, despite
from proofkit.proof import Chain

lemma = network_lemma(
    "gap-softmax-d1-network", "The softmax network with a spike", on_network, (exp1_spike,), __doc__
)

spike = exp1_spike.f("spike")
hears = P(despite(theta, spike))
lemma.claim(
    "signs",
    *directly(
        at_least(hears, Rational(1, 4)),
        "fix the spike's sign at +1; the others add up to >= 0 with probability 1/2 or more",
        given=Chain(spike)
        .at_least(Rational(1, 2), "the spike's weight", by=weights.claims["softmax-d1-spike"])
        .more_than(theta, "theta < 1/2"),
    ),
)
claim_enough(lemma, "fires", Rational(3, 4))
