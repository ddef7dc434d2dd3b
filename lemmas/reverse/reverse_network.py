"""The linear network: it fires on D1' but with probability at most (7/8)^m, and is silent on D0'
but with probability at most `m*exp(-1/(200*V))`, V as for one neuron.
"""

from sympy import Integer, Rational, exp, log

from lemmas.mechanisms.preference import hears
from lemmas.notation import NETWORK, delta, m
from lemmas.reverse import reverse_signs as signs
from lemmas.reverse.data import SECTION, SOURCE, linear_0, linear_1
from lemmas.separation.silence import delta_range, enough_neurons, m_range, unheard
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.events import P, none, some
from proofkit.lemma import Lemma
from proofkit.proof import Chain

quiet = Rational(7, 8)
hearing = m * unheard(signs.most)
few = Hypothesis("m-few", at_most(m, delta / 2 * exp(1 / (200 * signs.most))))

lemma = Lemma(
    "reverse-network",
    title="The linear network with and without an offset",
    source=SOURCE,
    provenance="O",
    section=SECTION,
    parameters=(*signs.lemma.parameters, *NETWORK),
    hypotheses=(*signs.lemma.hypotheses, m_range, *delta_range),
    quantities=(linear_1, linear_0),
    about=__doc__,
)
fires, silent = P(some(m, hears(linear_1))), P(none(m, hears(linear_0)))
lemma.claim(
    "fires-d1",
    at_least(fires, 1 - quiet**m),
    Chain(fires).at_least(
        1 - quiet**m,
        "m independent neurons, each of which hears the query",
        by=signs.lemma.claims["probability-d1"],
    ),
)
lemma.claim(
    "silent-d0",
    at_least(silent, 1 - hearing),
    Chain(silent).at_least(
        1 - hearing, "union bound over m neurons", by=signs.lemma.claims["probability-d0"]
    ),
)
lemma.claim(
    "budget-d1",
    at_most(quiet**m, delta / 2),
    Chain(quiet**m)
    .at_most(quiet ** (log(2 / delta) / log(Integer(1) / quiet)), "m is large enough")
    .equals(delta / 2, "the definition of the logarithm"),
    extra=(enough_neurons(quiet),),
)
lemma.claim(
    "budget-d0",
    at_most(hearing, delta / 2),
    Chain(hearing).at_most(delta / 2, "m is at most the number that delta allows"),
    extra=(few,),
)
