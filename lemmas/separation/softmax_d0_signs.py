"""Softmax on D0, one neuron: a query is heard with probability at most exp(-1/(200*V)).

`V` bounds the energy of a context, and falls like `b^2/d` as d and n grow together."""

from sympy import Rational

from lemmas.notation import a0, b, d, n
from lemmas.separation import softmax_d0_context as context
from lemmas.separation.silence import claim_unheard
from proofkit.lemma import Lemma

attention = context.attention
flat = n ** Rational(-89, 100)
needle, own = a0 * flat, b * (1 / (d - 2) + flat)
energy = needle**2 + own**2 + (d - 3) * (b / (d - 2)) ** 2

lemma = Lemma(
    "softmax-d0-signs",
    title="One softmax neuron on D0",
    source="Appendix D",
    provenance="R",
    section="Appendix D",
    parameters=context.lemma.parameters,
    hypotheses=context.lemma.hypotheses,
    quantities=(attention,),
    about=__doc__,
)
claim_unheard(lemma, context.lemma, attention, needle, own)
