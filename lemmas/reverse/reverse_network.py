"""The linear network: it fires on D1' but with probability at most (7/8)^m, and is silent on D0'
but with probability at most `m*exp(-1/(200*V))`, V as for one neuron.
"""

from sympy import Rational

from lemmas.mechanisms.preference import hears
from lemmas.notation import also, m
from lemmas.reverse import reverse_signs as signs
from lemmas.reverse.data import linear_0, linear_1, reverse_lemma
from lemmas.separation.silence import (
    claim_enough,
    claim_few,
    claim_fires,
    claim_quiet,
    network,
    unheard,
)
from proofkit.events import P, none, some

quiet = Rational(7, 8)
hearing = m * unheard(signs.most)
exponent = 1 / (200 * signs.most)

lemma = reverse_lemma(
    "reverse-network",
    "The linear network with and without an offset",
    also(signs.lemma, *network),
    (linear_1, linear_0),
    __doc__,
)
fires, silent = P(some(m, hears(linear_1))), P(none(m, hears(linear_0)))
heard = signs.lemma.claims["probability-d1"]
claim_fires(lemma, "fires-d1", fires, quiet, "each of which hears the query", heard)
claim_quiet(lemma, "silent-d0", silent, hearing, signs.lemma.claims["probability-d0"])
claim_enough(lemma, "budget-d1", quiet)
claim_few(lemma, "budget-d0", exponent)
