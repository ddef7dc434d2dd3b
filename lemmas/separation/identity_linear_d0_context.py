"""Linear attention on D0 with the weights `x = vec(I)`: every context, for the three queries.

As n grows, the needle's column fades like 1/n. The query's own identity column gets at least the
average `b/(d - 2)` of all rows, and at most `(b^2 + c^2)/c^2` times that, for the needle's query up
to a term of order 1/n; the other identity columns get less than the average.
"""

from lemmas.notation import a0, d0_hypotheses, d0_parameters
from lemmas.separation import identity_linear_d0_weights as weights
from lemmas.separation.identity_linear_context import claim_identity_linear_context
from proofkit.lemma import Lemma

lemma = Lemma(
    "identity-linear-d0-context",
    title="Linear contexts on D0, scores from inner products",
    source="after Appendix D",
    provenance="O",
    section="Appendix D",
    parameters=d0_parameters,
    hypotheses=d0_hypotheses,
    quantities=(weights.attention,),
    about=__doc__,
)

claim_identity_linear_context(lemma, weights.lemma, weights.attention, a0)
