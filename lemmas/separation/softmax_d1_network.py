"""Softmax on D1: m neurons fire but with probability at most (7/8)^m.

Each hears the needle with probability at least 1/8, independently of the others."""

from sympy import Integer, Rational, log

from lemmas.notation import NETWORK, delta, m
from lemmas.separation import softmax_d1_signs as signs
from lemmas.separation.silence import delta_range, enough_neurons, hears, m_range
from proofkit.claims import at_least, at_most
from proofkit.events import P, some
from proofkit.lemma import Lemma
from proofkit.proof import Chain

attention = signs.attention
quiet = Rational(7, 8)

lemma = Lemma(
    "softmax-d1-network",
    title="The softmax network on D1",
    source="Section 6",
    provenance="R",
    section="Section 6",
    parameters=(*signs.lemma.parameters, *NETWORK),
    hypotheses=(*signs.lemma.hypotheses, m_range, *delta_range),
    quantities=(attention,),
    about=__doc__,
)

fires = some(m, hears(attention, "needle"), hears(attention, "other"))
lemma.claim(
    "fires",
    at_least(P(fires), 1 - quiet**m),
    Chain(P(fires)).at_least(
        1 - quiet**m,
        "m independent neurons, each hears the needle's query with probability >= 1/8",
        by=signs.lemma.claims["probability"],
    ),
)
lemma.claim(
    "budget",
    at_most(quiet**m, delta / 2),
    Chain(quiet**m)
    .at_most(quiet ** (log(2 / delta) / log(Integer(1) / quiet)), "m is large enough")
    .equals(delta / 2, "the definition of the logarithm"),
    extra=(enough_neurons(quiet),),
)
