"""Linear attention on D0: each context is the average of all rows, up to terms of order 1/n."""

from lemmas.notation import on_d0
from lemmas.separation import linear_d0_weights as weights
from lemmas.separation.linear_context import linear_context

attention = weights.attention
lemma = linear_context(on_d0, weights.lemma, attention, __doc__)
