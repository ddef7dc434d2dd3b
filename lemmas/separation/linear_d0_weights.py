"""Linear attention on D0: every weight is of order 1/n."""

from lemmas.notation import on_d0
from lemmas.separation.linear_weights import linear_weights
from proofkit.attention import Attention, linear, ones

attention = Attention(on_d0.data, linear, ones)
lemma = linear_weights(on_d0, attention, __doc__)
