"""A network over queries that favour the needle rho times: silent, if d is large and rho
small beside n.

All m neurons stay silent but with probability at most `m*exp(-1/(200*V_rho))` for each distinct
context; a mechanism that treats the needle's own query otherwise has two, and the larger rho bounds
both.
"""

from lemmas.mechanisms import rho_signs as signs
from lemmas.mechanisms.preference import deaf, hears, mechanism_lemma, on_deaf
from lemmas.notation import also, m
from lemmas.separation.silence import claim_few, claim_quiet, network, unheard
from proofkit.events import P, none

hearing = m * unheard(signs.energy)
exponent = 1 / (200 * signs.energy)

lemma = mechanism_lemma(
    "rho-silent", "The preference and a silent network", also(on_deaf, *network), (deaf,), __doc__
)

silent = P(none(m, hears(deaf)))
claim_quiet(lemma, "silent", silent, hearing, signs.lemma.claims["probability"])
claim_few(lemma, "budget", exponent)
