"""A network over queries that favour the needle rho times: silent, if rho is small beside n.

All m neurons stay silent but with probability at most `m*exp(-1/(200*V_rho))` for each distinct
context; a mechanism that treats the needle's own query otherwise has two, and the larger rho bounds
both.
"""

from sympy import exp

from lemmas.mechanisms import rho_signs as signs
from lemmas.mechanisms.preference import SECTION, SOURCE, deaf, deaf_hypotheses, hears
from lemmas.notation import NETWORK, delta, m
from lemmas.separation.silence import delta_range, m_range, unheard
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.events import P, none
from proofkit.lemma import Lemma
from proofkit.proof import Chain

hearing = m * unheard(signs.energy)
few = Hypothesis("m-few", at_most(m, delta / 2 * exp(1 / (200 * signs.energy))))

lemma = Lemma(
    "rho-silent",
    title="The preference and a silent network",
    source=SOURCE,
    provenance="O",
    section=SECTION,
    parameters=(*signs.lemma.parameters, *NETWORK),
    hypotheses=(*deaf_hypotheses, m_range, *delta_range),
    quantities=(deaf,),
    about=__doc__,
)

silent = P(none(m, hears(deaf)))
lemma.claim(
    "silent",
    at_least(silent, 1 - hearing),
    Chain(silent).at_least(
        1 - hearing, "union bound over m neurons", by=signs.lemma.claims["probability"]
    ),
)
lemma.claim(
    "budget",
    at_most(hearing, delta / 2),
    Chain(hearing).at_most(delta / 2, "m is at most the number that delta allows"),
    extra=(few,),
)
