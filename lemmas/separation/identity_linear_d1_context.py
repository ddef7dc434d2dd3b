"""Linear attention on D1 with the weights `x = vec(I)`: every context, for the three queries.

With bounded `a1` nothing of the needle's column is left as n grows, for its own query as for any
other.
"""

from lemmas.notation import on_d1
from lemmas.separation import identity_linear_d1_weights as weights
from lemmas.separation.identity_linear_context import identity_linear_context

lemma = identity_linear_context(on_d1, weights.lemma, weights.attention, __doc__)
