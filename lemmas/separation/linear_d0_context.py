"""Linear attention on D0: each context is the average of all rows, up to terms of order 1/n."""

from lemmas.notation import a0, d0_hypotheses, d0_parameters
from lemmas.separation import linear_d0_weights as weights
from lemmas.separation.linear_context import claim_linear_context
from proofkit.lemma import Lemma

attention = weights.attention

lemma = Lemma(
    "linear-d0-context",
    title="Linear contexts on D0",
    source="Appendix D",
    provenance="R",
    section="Appendix D",
    parameters=d0_parameters,
    hypotheses=d0_hypotheses,
    quantities=(attention,),
    about=__doc__,
)

claim_linear_context(lemma, weights.lemma, attention, a0)
