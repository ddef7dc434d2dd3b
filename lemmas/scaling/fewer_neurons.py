"""A strong needle is heard by one neuron in four at least, so that 2.15 times fewer do.

All identity columns together hold b, whatever the weights. With `a1 >= 2*b + 1/4` the needle's
column alone is worth more than that, and two signs at +1 are enough: at the needle and the bias.
So `m >= log(2/delta)/log(4/3)` is enough to separate, where the general law needs
`log(2/delta)/log(8/7)`.
"""

from sympy import Rational, log

from lemmas.main_theorem import rows, separates, softmax_d0, softmax_d1
from lemmas.notation import (
    NEEDLE_D0,
    NETWORK,
    a0_lower,
    a0_upper,
    a1,
    also,
    b,
    c,
    d,
    directly,
    identity_columns,
    m,
    n,
)
from lemmas.scaling import scaling_lemma
from lemmas.separation import softmax_d0_network as silence
from lemmas.separation import softmax_d1_context as context
from lemmas.separation.silence import (
    COLUMNS,
    claim_both,
    claim_enough,
    claim_fires,
    enough_neurons,
    few_neurons,
    hears,
    network_ranges,
    tau,
    unheard,
)
from lemmas.separation.softmax_d0_signs import energy
from proofkit.claims import Hypothesis, at_least
from proofkit.events import P, some
from proofkit.proof import Chain

attention = context.attention
claims = context.lemma.claims
f_NN, f_NO = attention.f("needle", "needle"), attention.f("needle", "other")
needle, own, other, bias = (attention.context("needle", column) for column in COLUMNS)
quiet = Rational(3, 4)

lemma = scaling_lemma(
    "fewer-neurons",
    "A strong needle needs fewer neurons",
    also(
        context.lemma,
        NEEDLE_D0,
        *NETWORK,
        Hypothesis("a1-strong", at_least(a1, 2 * b + Rational(1, 4))),
        a0_lower,
        a0_upper,
        *network_ranges,
    ),
    (attention, softmax_d0, softmax_d1),
    __doc__,
    source="after section 6",
)
row = f_NN + (n - 1) * f_NO
lemma.claim("identity-total", *identity_columns(own + (d - 3) * other, row))
event = hears(attention, "needle")
left = needle + bias - own - (d - 3) * other
heard = lemma.claim(
    "probability",
    *directly(
        at_least(P(event), Rational(1, 4)),
        "fix two signs at +1; the identity columns take back at most b",
        given=Chain(left)
        .equals(needle + bias - b * row, "the identity columns")
        .equals(needle + bias - b, "the weights of a row sum to 1")
        .at_least(a1 / 2 + bias - b, "the needle's column", by=claims["needle-lower"])
        .at_least(a1 / 2 + c - b, "the bias column", by=claims["bias"])
        .more_than(tau, "a1/2 - b >= 1/8 > 1/10"),
    ),
)
fires = P(some(m, *rows(softmax_d1)))
fired = claim_fires(lemma, "fires", fires, quiet, "each of which hears the needle's query", heard)
budget = claim_enough(lemma, "budget", quiet)
silent = silence.lemma.claims
claim_both(
    lemma,
    "separates",
    separates,
    (quiet**m, 2 * m * unheard(energy)),
    (fired, silent["silent"]),
    (budget, silent["budget"]),
    (enough_neurons(quiet), few_neurons(1 / (200 * energy), 2)),
)
saved = log(Rational(4, 3)) / log(Rational(8, 7))
lemma.claim(
    "saved",
    *directly(at_least(saved, Rational(215, 100)), "log(4/3) is 0.2876..., log(8/7) is 0.1335..."),
)
