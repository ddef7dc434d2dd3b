"""Linear attention on D0: every weight is of order 1/n."""

from lemmas.notation import D0, a0, d0_hypotheses, d0_parameters
from lemmas.separation.linear_weights import claim_linear_weights
from proofkit.attention import Attention, linear, ones
from proofkit.lemma import Lemma

attention = Attention(D0, linear, ones)

lemma = Lemma(
    "linear-d0-weights",
    title="Linear weights on D0",
    source="Appendix D",
    provenance="R",
    section="Appendix D",
    parameters=d0_parameters,
    hypotheses=d0_hypotheses,
    quantities=(attention,),
    about=__doc__,
)

claim_linear_weights(lemma, attention, a0)
