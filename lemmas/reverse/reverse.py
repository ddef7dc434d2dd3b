"""The reverse separation: linear attention tells D1' from D0', softmax cannot.

The two data sets differ by an offset of all scores, which softmax divides out: its contexts, and
with them all its neurons, are the same on both. Linear attention sees the offset. It separates with
the same number of neurons as softmax does in the main theorem, as long as `rho = 1 + sigma/g`, the
needle's preference on D0', is small beside n and the columns are many.
"""

from lemmas.mechanisms.preference import hears
from lemmas.notation import m
from lemmas.reverse import reverse_context, reverse_network
from lemmas.reverse.data import linear_0, linear_1, reverse_lemma, softmax_0, softmax_1
from lemmas.separation.silence import claim_both, enough_neurons, few_neurons
from proofkit.claims import equal
from proofkit.events import P, both, none, some
from proofkit.proof import Chain

lemma = reverse_lemma(
    "reverse",
    "Linear attention separates where softmax cannot",
    reverse_network.lemma,
    (linear_1, linear_0, softmax_1, softmax_0),
    __doc__,
)
network = reverse_network.lemma.claims
separates = P(both(some(m, hears(linear_1)), none(m, hears(linear_0))))
claim_both(
    lemma,
    "linear-separates",
    separates,
    (reverse_network.quiet**m, reverse_network.hearing),
    (network["fires-d1"], network["silent-d0"]),
    (network["budget-d1"], network["budget-d0"]),
    (enough_neurons(reverse_network.quiet), few_neurons(reverse_network.exponent)),
)

# Softmax never separates

fires_1, fires_0 = hears(softmax_1), hears(softmax_0)
never = P(both(some(m, fires_1), none(m, fires_0)))
lemma.claim(
    "softmax-never",
    equal(never, 0),
    Chain(never)
    .equals(
        P(both(some(m, fires_0), none(m, fires_0))),
        "softmax divides the offset out: the same contexts",
        by=reverse_context.lemma.claims["softmax"],
    )
    .equals(0, "the same neurons cannot fire and be silent"),
)
