"""Linear attention on D1: each context is the average of all rows, up to terms of order 1/n.

The needle adds `a1*(1 + a1)/(n + a1)` in its column: with bounded `a1` nothing of it is left as
n grows, on D1 as on D0.
"""

from lemmas.notation import on_d1
from lemmas.separation import linear_d1_weights as weights
from lemmas.separation.linear_context import linear_context

attention = weights.attention
lemma = linear_context(on_d1, weights.lemma, attention, __doc__)
