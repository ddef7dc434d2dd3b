"""Softmax on D1: m neurons fire but with probability at most (7/8)^m.

Each hears the needle with probability at least 1/8, independently of the others."""

from sympy import Rational

from lemmas.notation import also, m, make_lemma
from lemmas.separation import softmax_d1_signs as signs
from lemmas.separation.silence import claim_enough, claim_fires, hears, network
from proofkit.events import P, some

attention = signs.attention
quiet = Rational(7, 8)

lemma = make_lemma(
    "softmax-d1-network",
    "The softmax network on D1",
    also(signs.lemma, *network),
    (attention,),
    __doc__,
    section="Section 6",
)

fires = some(m, hears(attention, "needle"), hears(attention, "other"))
heard = "each hears the needle's query with probability >= 1/8"
claim_fires(lemma, "fires", P(fires), quiet, heard, signs.lemma.claims["probability"])
claim_enough(lemma, "budget", quiet)
