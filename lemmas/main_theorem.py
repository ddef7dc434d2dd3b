"""With probability at least `1 - delta`, a softmax network of `m` random neurons fires on D1 and is
silent on D0, and a linear network of `m` random neurons is silent on both.

So softmax attention tells the two data sets apart, and linear attention does not. Softmax needs at
least `log(2/delta)/log(8/7)` neurons to hear the needle. For silence `m` must not be too large; the
hypotheses have the exact bounds. The theorem is true for every `n >= 2`, not only for large `n`.

The same `m` neurons are used on both data sets. Each failure probability spends half of delta: on
D1 that no neuron fires, on D0 that one does, and for linear attention that one fires on either.
"""

from lemmas.notation import (
    D0,
    D1,
    NEEDLE_D0,
    NETWORK,
    a0_lower,
    a0_upper,
    also,
    delta,
    m,
    make_lemma,
    on_d1,
)
from lemmas.separation import (
    linear_d0_network,
    linear_d1_network,
    softmax_d0_network,
    softmax_d1_network,
)
from lemmas.separation.linear_d0_signs import energy as linear_energy_d0
from lemmas.separation.linear_d1_signs import energy as linear_energy_d1
from lemmas.separation.silence import (
    QUERIES,
    claim_both,
    enough_neurons,
    few_neurons,
    hears,
    network_ranges,
    unheard,
)
from lemmas.separation.softmax_d0_signs import energy as softmax_energy
from lemmas.separation.softmax_d1_network import quiet
from proofkit.attention import Attention, linear, ones, softmax
from proofkit.claims import at_most
from proofkit.events import P, above, both, none, some
from proofkit.proof import Chain

softmax_d0 = Attention(D0, softmax, ones, mark="0")
softmax_d1 = Attention(D1, softmax, ones, mark="1")
linear_d0 = Attention(D0, linear, ones, mark="L0")
linear_d1 = Attention(D1, linear, ones, mark="L1")

lemma = make_lemma(
    "main-theorem",
    "Softmax separates D0 from D1, linear attention does not",
    also(on_d1, NEEDLE_D0, *NETWORK, a0_lower, a0_upper, *network_ranges),
    (softmax_d0, softmax_d1, linear_d0, linear_d1),
    __doc__,
    section="Main theorem",
)


def rows(attention: Attention) -> list[above]:
    """The distinct ways in which one neuron can hear a query."""
    return [hears(attention, query) for query, _ in QUERIES]


separates = P(both(some(m, *rows(softmax_d1)), none(m, *rows(softmax_d0))))
silent_d0 = 2 * m * unheard(softmax_energy)
fires, silent = softmax_d1_network.lemma.claims, softmax_d0_network.lemma.claims
claim_both(
    lemma,
    "softmax-separates",
    separates,
    (quiet**m, silent_d0),
    (fires["fires"], silent["silent"]),
    (fires["budget"], silent["budget"]),
    (enough_neurons(quiet), few_neurons(1 / (200 * softmax_energy), 2)),
)

blind = P(both(none(m, *rows(linear_d1)), none(m, *rows(linear_d0))))
heard_d1, heard_d0 = m * unheard(linear_energy_d1), m * unheard(linear_energy_d0)
silent_d1, silent_d0 = linear_d1_network.lemma.claims, linear_d0_network.lemma.claims
few_d1 = few_neurons(1 / (200 * linear_energy_d1), id="m-few-d1")
few_d0 = few_neurons(1 / (200 * linear_energy_d0), id="m-few-d0")
claim_both(
    lemma,
    "linear-blind",
    blind,
    (heard_d1, heard_d0),
    (silent_d1["silent"], silent_d0["silent"]),
    (silent_d1["budget"], silent_d0["budget"]),
    (few_d1, few_d0),
    "data sets",
)

apart = P(both(some(m, *rows(linear_d1)), none(m, *rows(linear_d0))))
lemma.claim(
    "linear-seldom",
    at_most(apart, delta / 2),
    Chain(apart)
    .at_most(heard_d1, "a neuron has to fire on the first data set", by=silent_d1["silent"])
    .at_most(delta / 2, "few neurons", by=silent_d1["budget"]),
    extra=(few_d1,),
    provenance="O",
)
