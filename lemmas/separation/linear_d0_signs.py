"""Linear attention on D0, one neuron: a query is heard with probability at most exp(-1/(200*V)).

`V` bounds the energy of the one context, and falls like `b^2/d` as d and n grow together.
"""

from lemmas.notation import a0, b, d, n
from lemmas.separation import linear_d0_context as context
from lemmas.separation.silence import claim_unheard
from proofkit.lemma import Lemma

attention, contexts = context.weights.attention, context.lemma
needle, own = a0 * (1 + a0) / n, b * (1 / (d - 2) + a0 / n)
energy = needle**2 + own**2 + (d - 3) * (b / (d - 2)) ** 2

lemma = Lemma(
    "linear-d0-signs",
    title="One linear neuron on D0",
    source="Appendix D",
    provenance="R",
    section="Appendix D",
    parameters=context.lemma.parameters,
    hypotheses=context.lemma.hypotheses,
    quantities=(attention,),
    about=__doc__,
)
claim_unheard(lemma, contexts, attention, needle, own, one_context=True)
