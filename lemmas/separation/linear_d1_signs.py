"""Linear attention on D1, one neuron: a query is heard with probability at most exp(-1/(200*V)).

`V` bounds the energy of the one context. It falls like `b^2/d` as long as `a1` is small against
sqrt(n), for the needle's own column has `a1*(1 + a1)/n` at most.
"""

from lemmas.notation import a1, b, d, n
from lemmas.separation import linear_d1_context as context
from lemmas.separation.silence import claim_unheard
from proofkit.lemma import Lemma

attention, contexts = context.weights.attention, context.lemma
needle, own = a1 * (1 + a1) / n, b * (1 / (d - 2) + a1 / n)
energy = needle**2 + own**2 + (d - 3) * (b / (d - 2)) ** 2

lemma = Lemma(
    "linear-d1-signs",
    title="One linear neuron on D1",
    source="Appendix D",
    provenance="R",
    section="Appendix D",
    parameters=context.lemma.parameters,
    hypotheses=context.lemma.hypotheses,
    quantities=(attention,),
    about=__doc__,
)
claim_unheard(lemma, contexts, attention, needle, own, one_context=True)
