"""One number decides: a mechanism separates if it prefers the needle of D1 enough, of D0 not.

`rho1 >= n - 1` is enough to be heard on D1, and `rho0` small beside n, with many columns, to stay
unheard on D0. This is the main theorem for one query of any mechanism that normalises and gives all
other keys the same. The needle's query has `rho = n^p(a)` under softmax, and `1 + a` under linear
attention, which is enough only for a needle as strong as the whole text.
"""

from lemmas.mechanisms import rho_hears, rho_silent
from lemmas.mechanisms.preference import RHO_0, deaf, hearing, hears, mechanism_lemma, rho0_lower
from lemmas.notation import NEEDLE_D0, a0_lower, also, m
from lemmas.separation.silence import claim_both, enough_neurons, few_neurons
from proofkit.events import P, both, none, some

lemma = mechanism_lemma(
    "rho-separates",
    "The preferences that separate",
    also(rho_hears.lemma, NEEDLE_D0, RHO_0, a0_lower, rho0_lower),
    (deaf, hearing),
    __doc__,
)
fires, silent = rho_hears.lemma.claims, rho_silent.lemma.claims
separates = P(both(some(m, hears(hearing)), none(m, hears(deaf))))
claim_both(
    lemma,
    "separates",
    separates,
    (rho_hears.quiet**m, rho_silent.hearing),
    (fires["fires"], silent["silent"]),
    (fires["budget"], silent["budget"]),
    (enough_neurons(rho_hears.quiet), few_neurons(rho_silent.exponent)),
)
