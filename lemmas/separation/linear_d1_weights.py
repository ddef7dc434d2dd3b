"""Linear attention on D1: the needle has weight `(1 + a1)/(n + a1)`, 1 + a1 times any other.

The strength of the needle enters as the factor `1 + a1` only, where softmax has a power of n.
"""

from lemmas.notation import D1, a1, d1_hypotheses, d1_parameters
from lemmas.separation.linear_weights import claim_linear_weights
from proofkit.attention import Attention, linear, ones
from proofkit.lemma import Lemma

attention = Attention(D1, linear, ones)

lemma = Lemma(
    "linear-d1-weights",
    title="Linear weights on D1",
    source="Appendix D",
    provenance="R",
    section="Appendix D",
    parameters=d1_parameters,
    hypotheses=d1_hypotheses,
    quantities=(attention,),
    about=__doc__,
)

claim_linear_weights(lemma, attention, a1)
