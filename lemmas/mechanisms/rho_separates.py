"""One number decides: a mechanism separates if it prefers the needle of D1 enough, of D0 not.

`rho1 >= n - 1` is enough to be heard on D1, and `rho0` small beside n to stay unheard on D0. This
is the main theorem for one query of any mechanism that normalises and gives all other keys the
same. The needle's query has `rho = n^p(a)` under softmax, and `1 + a` under linear attention, which
is enough only for a needle as strong as the whole text.
"""

from lemmas.mechanisms import rho_hears, rho_silent
from lemmas.mechanisms.preference import RHO_0, SECTION, SOURCE, deaf, hearing, hears, rho0_lower
from lemmas.notation import NEEDLE_D0, a0_lower, delta, m
from lemmas.separation.silence import enough_neurons
from proofkit.claims import at_least
from proofkit.events import P, both, none, some
from proofkit.lemma import Lemma
from proofkit.proof import Chain

lemma = Lemma(
    "rho-separates",
    title="The preferences that separate",
    source=SOURCE,
    provenance="O",
    section=SECTION,
    parameters=(*rho_hears.lemma.parameters, NEEDLE_D0, RHO_0),
    hypotheses=(*rho_hears.lemma.hypotheses, a0_lower, rho0_lower),
    quantities=(deaf, hearing),
    about=__doc__,
)
fires, silent = rho_hears.lemma.claims, rho_silent.lemma.claims
separates = P(both(some(m, hears(hearing)), none(m, hears(deaf))))
lemma.claim(
    "separates",
    at_least(separates, 1 - delta),
    Chain(separates)
    .at_least(
        (1 - rho_hears.quiet**m) + (1 - rho_silent.hearing) - 1,
        "union bound over the two ways to fail",
        by=(fires["fires"], silent["silent"]),
    )
    .at_least(1 - delta, "delta/2 for each", by=(fires["budget"], silent["budget"])),
    extra=(enough_neurons(rho_hears.quiet), rho_silent.few),
)
