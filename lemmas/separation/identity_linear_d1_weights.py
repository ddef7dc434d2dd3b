"""Linear attention on D1 with the weights `x = vec(I)`: every weight is of order 1/n.

The strength of the needle enters as `a1^2` beside `b^2 + c^2` only, where softmax has a power of n.
The claims are those of all-ones weights with inner products in the place of row sums; `f-own` is
new, since tokens with one identity column now attract each other, by the factor `1 + b^2/c^2`.
"""

from lemmas.notation import D1, a1, by_column, d1_hypotheses, d1_parameters
from lemmas.separation.identity_linear_weights import claim_identity_linear_weights
from proofkit.attention import Attention, identity, linear
from proofkit.lemma import Lemma

attention = Attention(by_column(D1), linear, identity)

lemma = Lemma(
    "identity-linear-d1-weights",
    title="Linear weights on D1, scores from inner products",
    source="after Appendix D",
    provenance="O",
    section="Appendix D",
    parameters=d1_parameters,
    hypotheses=d1_hypotheses,
    quantities=(attention,),
    about=__doc__,
)

claim_identity_linear_weights(lemma, attention, a1)
