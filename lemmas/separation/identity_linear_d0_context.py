"""Linear attention on D0 with the weights `x = vec(I)`: every context, for the three queries.

As n grows, the needle's column fades like 1/n. The query's own identity column gets at least the
average `b/(d - 2)` of all rows, and at most `(b^2 + c^2)/c^2` times that, for the needle's query up
to a term of order 1/n; the other identity columns get less than the average.
"""

from lemmas.notation import on_d0
from lemmas.separation import identity_linear_d0_weights as weights
from lemmas.separation.identity_linear_context import identity_linear_context

lemma = identity_linear_context(on_d0, weights.lemma, weights.attention, __doc__)
