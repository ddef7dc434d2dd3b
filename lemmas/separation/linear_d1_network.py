"""Linear attention on D1: all queries have one and the same context, so that m neurons are
silent but with probability at most `m*exp(-1/(200*V))`, V as for one neuron.
"""

from lemmas.separation import linear_d1_signs as signs
from lemmas.separation.silence import silent_network

lemma = silent_network(
    "linear-d1-network", "The linear network on D1", __doc__, signs, alike=signs.contexts
)
