"""Linear attention on D1: the needle has weight `(1 + a1)/(n + a1)`, 1 + a1 times any other.

The strength of the needle enters as the factor `1 + a1` only, where softmax has a power of n.
"""

from lemmas.notation import on_d1
from lemmas.separation.linear_weights import linear_weights
from proofkit.attention import Attention, linear, ones

attention = Attention(on_d1.data, linear, ones)
lemma = linear_weights(on_d1, attention, __doc__)
