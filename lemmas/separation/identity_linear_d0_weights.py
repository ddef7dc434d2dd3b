"""Linear attention on D0 with the weights `x = vec(I)`: every weight is of order 1/n."""

from lemmas.notation import by_column, on_d0
from lemmas.separation.identity_linear_weights import identity_linear_weights
from proofkit.attention import Attention, identity, linear

attention = Attention(by_column(on_d0.data), linear, identity)
lemma = identity_linear_weights(on_d0, attention, __doc__)
