"""The main theorem: softmax tells D0 and D1 apart, linear attention is blind to the needle.

The same neurons `y_1 .. y_m` are used on both data sets. Each failure probability spends half
of delta: on D1 that no neuron fires, on D0 that one does, and for linear attention that one
fires on either data set.
"""

from sympy import Expr, exp

from lemmas.notation import (
    D0,
    D1,
    NEEDLE_D0,
    NETWORK,
    a0_lower,
    a0_upper,
    d1_hypotheses,
    d1_parameters,
    delta,
    m,
)
from lemmas.separation import (
    linear_d0_network,
    linear_d1_network,
    softmax_d0_network,
    softmax_d1_network,
)
from lemmas.separation.linear_d0_signs import energy as linear_energy_d0
from lemmas.separation.linear_d1_signs import energy as linear_energy_d1
from lemmas.separation.silence import QUERIES, delta_range, enough_neurons, hears, m_range, unheard
from lemmas.separation.softmax_d0_signs import energy as softmax_energy
from lemmas.separation.softmax_d1_network import quiet
from proofkit.attention import Attention, linear, ones, softmax
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.events import P, above, both, none, some
from proofkit.lemma import Lemma
from proofkit.proof import Chain

softmax_d0 = Attention(D0, softmax, ones, mark="0")
softmax_d1 = Attention(D1, softmax, ones, mark="1")
linear_d0 = Attention(D0, linear, ones, mark="L0")
linear_d1 = Attention(D1, linear, ones, mark="L1")

lemma = Lemma(
    "main-theorem",
    title="Softmax separates D0 from D1, linear attention does not",
    source="Main theorem",
    provenance="R",
    section="Main theorem",
    parameters=(*d1_parameters, NEEDLE_D0, *NETWORK),
    hypotheses=(*d1_hypotheses, a0_lower, a0_upper, m_range, *delta_range),
    quantities=(softmax_d0, softmax_d1, linear_d0, linear_d1),
    about=__doc__,
)


def rows(attention: Attention) -> list[above]:
    """The distinct ways in which one neuron can hear a query."""
    return [hears(attention, query) for query, _ in QUERIES]


def few_neurons(id: str, energy: Expr, contexts: int) -> Hypothesis:
    """m so small that a union bound over neurons and contexts stays below delta/2."""
    return Hypothesis(id, at_most(m, delta / (2 * contexts) * exp(1 / (200 * energy))))


separates = P(both(some(m, *rows(softmax_d1)), none(m, *rows(softmax_d0))))
silent_d0 = 2 * m * unheard(softmax_energy)
fires, silent = softmax_d1_network.lemma.claims, softmax_d0_network.lemma.claims
lemma.claim(
    "softmax-separates",
    at_least(separates, 1 - delta),
    Chain(separates)
    .at_least(
        (1 - quiet**m) + (1 - silent_d0) - 1,
        "union bound over the two ways to fail",
        by=(fires["fires"], silent["silent"]),
    )
    .at_least(1 - delta, "delta/2 for each", by=(fires["budget"], silent["budget"])),
    extra=(enough_neurons(quiet), few_neurons("m-few", softmax_energy, 2)),
)

blind = P(both(none(m, *rows(linear_d1)), none(m, *rows(linear_d0))))
heard_d1, heard_d0 = m * unheard(linear_energy_d1), m * unheard(linear_energy_d0)
silent_d1, silent_d0 = linear_d1_network.lemma.claims, linear_d0_network.lemma.claims
lemma.claim(
    "linear-blind",
    at_least(blind, 1 - delta),
    Chain(blind)
    .at_least(
        (1 - heard_d1) + (1 - heard_d0) - 1,
        "union bound over the two data sets",
        by=(silent_d1["silent"], silent_d0["silent"]),
    )
    .at_least(1 - delta, "delta/2 for each", by=(silent_d1["budget"], silent_d0["budget"])),
    extra=(
        few_neurons("m-few-d1", linear_energy_d1, 1),
        few_neurons("m-few-d0", linear_energy_d0, 1),
    ),
)

apart = P(both(some(m, *rows(linear_d1)), none(m, *rows(linear_d0))))
lemma.claim(
    "linear-seldom",
    at_most(apart, delta / 2),
    Chain(apart)
    .at_most(heard_d1, "a neuron has to fire on the first data set", by=silent_d1["silent"])
    .at_most(delta / 2, "few neurons", by=silent_d1["budget"]),
    extra=(few_neurons("m-few-d1", linear_energy_d1, 1),),
    provenance="O",
)
