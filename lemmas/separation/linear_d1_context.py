"""Linear attention on D1: each context is the average of all rows, up to terms of order 1/n.

The needle adds `a1*(1 + a1)/(n + a1)` in its column: with bounded `a1` nothing of it is left as
n grows, on D1 as on D0.
"""

from lemmas.notation import a1, d1_hypotheses, d1_parameters
from lemmas.separation import linear_d1_weights as weights
from lemmas.separation.linear_context import claim_linear_context
from proofkit.lemma import Lemma

attention = weights.attention

lemma = Lemma(
    "linear-d1-context",
    title="Linear contexts on D1",
    source="Appendix D",
    provenance="R",
    section="Appendix D",
    parameters=d1_parameters,
    hypotheses=d1_hypotheses,
    quantities=(attention,),
    about=__doc__,
)

claim_linear_context(lemma, weights.lemma, attention, a1)
