"""Linear attention on D1 with the weights `x = vec(I)`: every weight is of order 1/n.

The strength of the needle enters as `a1^2` beside `b^2 + c^2` only, where softmax has a power of n.
The claims are those of all-ones weights with inner products in the place of row sums; `f-own` is
new, since tokens with one identity column now attract each other, by the factor `1 + b^2/c^2`.
"""

from lemmas.notation import by_column, on_d1
from lemmas.separation.identity_linear_weights import identity_linear_weights
from proofkit.attention import Attention, identity, linear

attention = Attention(by_column(on_d1.data), linear, identity)
lemma = identity_linear_weights(on_d1, attention, __doc__)
