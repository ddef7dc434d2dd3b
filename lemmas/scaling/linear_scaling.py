"""How long a text has to be for linear attention to miss the needle of D1, with constants.

Linear attention prefers the needle only `1 + a1` times, to every query. So the law of the lemma
deaf-scaling says when it is deaf: from `n >= 20*(1 + a1)*(a1 + 2)*sure` tokens on, if there are
`d >= 2 + 800*b^2*sure^2` columns. A needle that is to be heard by linear attention has to grow
with the text. As there, `sure^2 = log(2*m/delta)` leaves delta/2 for m neurons.
"""

from lemmas.notation import NETWORK, a1, also, directly, m, n
from lemmas.scaling import deaf_scaling, scaling_lemma
from lemmas.scaling.deaf_scaling import SURE, enough_columns, sure
from lemmas.scaling.seldom import claim_seldom, limit, seldom
from lemmas.separation import linear_d1_signs as signs
from lemmas.separation.linear_d1_context import lemma as contexts
from lemmas.separation.silence import claim_quiet, hears
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.events import P, none

attention = signs.attention

lemma = scaling_lemma(
    "linear-scaling",
    "How long a text linear attention is deaf to",
    also(
        signs.lemma,
        *NETWORK,
        SURE,
        *enough_columns,
        Hypothesis("n-large", at_least(n, 20 * (1 + a1) * (a1 + 2) * sure)),
    ),
    (attention,),
    __doc__,
)
law = deaf_scaling.lemma.claims["energy"]
small = lemma.claim(
    "energy",
    *directly(
        at_most(signs.energy, limit),
        "the preference is 1 + a1, the needle's strength a1",
        by=law(a0=a1, rho0=1 + a1),
    ),
)
unlikely = claim_seldom(lemma, signs, contexts, small, "n and d are large enough")
silent = P(none(m, hears(attention, "other")))
claim_quiet(lemma, "silent", silent, m * seldom, unlikely, "; all queries have one context")
