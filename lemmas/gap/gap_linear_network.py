"""Linear attention on the same scores: with or without a spike, neurons stay silent.

Every weight is at most `ceiling/(floor*n)`, but for the spike's in D1, which is at most
`spike/(floor*n)`: the energy falls like 1/n on both data sets.
"""

from lemmas.gap.gap_weights import lemma as weights
from lemmas.gap.networks import claim_unheard, network_lemma, on_network, theta
from lemmas.gap.scores import ceiling, floor, lin0, lin1, lin1_spike, spike
from lemmas.notation import n
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
small = Chain(energy).at_most(limit, "each weight", by=bound["linear-d0"])
claim_unheard(lemma, "-d0", small, theta**2 / (2 * limit), "n squared weights")

# D1: the spike, and n - 1 others

own, loudest = lin1.f("own"), lin1_spike.f("spike")
energy = loudest**2 + (n - 1) * own**2
limit = loud**2 + (n - 1) * usual**2
small = (
    Chain(energy)
    .at_most(loud**2 + (n - 1) * own**2, "the spike", by=bound["linear-d1-spike"])
    .at_most(limit, "each other weight", by=bound["linear-d1-rest"])
)
weighed = "the spike's and n - 1 other squared weights"
claim_unheard(lemma, "-d1", small, theta**2 / (2 * limit), weighed)
