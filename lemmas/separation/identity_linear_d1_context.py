"""Linear attention on D1 with the weights `x = vec(I)`: every context, for the three queries.

With bounded `a1` nothing of the needle's column is left as n grows, for its own query as for any
other.
"""

from lemmas.notation import a1, d1_hypotheses, d1_parameters
from lemmas.separation import identity_linear_d1_weights as weights
from lemmas.separation.identity_linear_context import claim_identity_linear_context
from proofkit.lemma import Lemma

lemma = Lemma(
    "identity-linear-d1-context",
    title="Linear contexts on D1, scores from inner products",
    source="after Appendix D",
    provenance="O",
    section="Appendix D",
    parameters=d1_parameters,
    hypotheses=d1_hypotheses,
    quantities=(weights.attention,),
    about=__doc__,
)

claim_identity_linear_context(lemma, weights.lemma, weights.attention, a1)
