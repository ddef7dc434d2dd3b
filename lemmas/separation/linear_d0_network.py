"""Linear attention on D0: all queries have one and the same context, so that m neurons are
silent but with probability at most `m*exp(-1/(200*V))`, V as for one neuron.
"""

from lemmas.separation import linear_d0_signs as signs
from lemmas.separation.silence import silent_network

lemma = silent_network(
    "linear-d0-network", "The linear network on D0", __doc__, signs, alike=signs.contexts
)
