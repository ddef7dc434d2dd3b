"""Linear attention on D0 with the weights `x = vec(I)`: every weight is of order 1/n."""

from lemmas.notation import D0, a0, by_column, d0_hypotheses, d0_parameters
from lemmas.separation.identity_linear_weights import claim_identity_linear_weights
from proofkit.attention import Attention, identity, linear
from proofkit.lemma import Lemma

attention = Attention(by_column(D0), linear, identity)

lemma = Lemma(
    "identity-linear-d0-weights",
    title="Linear weights on D0, scores from inner products",
    source="after Appendix D",
    provenance="O",
    section="Appendix D",
    parameters=d0_parameters,
    hypotheses=d0_hypotheses,
    quantities=(attention,),
    about=__doc__,
)

claim_identity_linear_weights(lemma, attention, a0)
