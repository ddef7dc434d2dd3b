"""Linear attention on the same scores: with or without a spike, neurons stay silent.

Every weight is at most `ceiling/(floor*n)`, but for the spike's in D1, which is at most
`spike/(floor*n)`: the energy falls like 1/n on both data sets.
"""

from sympy import exp

from lemmas.gap.gap_weights import lemma as weights
from lemmas.gap.networks import network_lemma, on_network, theta
from lemmas.gap.scores import ceiling, floor, lin0, lin1, lin1_spike, spike
from lemmas.notation import directly, n
from lemmas.separation.silence import claim_few
from proofkit.claims import at_most
from proofkit.events import P, exceeds
from proofkit.proof import Chain

lemma = network_lemma(
    "gap-linear-network",
    "The linear network on scores a gap apart",
    on_network,
    (lin0, lin1, lin1_spike),
    __doc__,
)
bound = weights.claims
usual, loud = ceiling / (floor * n), spike / (floor * n)

# D0: n weights, each at most the usual one

energy = n * lin0.f("own") ** 2
limit = n * usual**2
hears = P(exceeds(theta, energy))
lemma.claim(
    "signs-d0",
    *directly(
        at_most(hears, exp(-(theta**2) / (2 * limit))),
        "Hoeffding, with n squared weights",
        given=Chain(energy).at_most(limit, "each weight", by=bound["linear-d0"]),
    ),
)
claim_few(lemma, "silent-d0", theta**2 / (2 * limit))

# D1: the spike, and n - 1 others

own, loudest = lin1.f("own"), lin1_spike.f("spike")
energy = loudest**2 + (n - 1) * own**2
limit = loud**2 + (n - 1) * usual**2
hears = P(exceeds(theta, energy))
lemma.claim(
    "signs-d1",
    *directly(
        at_most(hears, exp(-(theta**2) / (2 * limit))),
        "Hoeffding, with the spike's and n - 1 other squared weights",
        given=Chain(energy)
        .at_most(loud**2 + (n - 1) * own**2, "the spike", by=bound["linear-d1-spike"])
        .at_most(limit, "each other weight", by=bound["linear-d1-rest"]),
    ),
)
claim_few(lemma, "silent-d1", theta**2 / (2 * limit))
