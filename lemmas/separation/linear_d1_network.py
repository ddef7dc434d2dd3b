"""Linear attention on D1: all queries have one and the same context, which m neurons hardly ever
hear.
"""

from lemmas.separation import linear_d1_signs as signs
from lemmas.separation.silence import silent_network

lemma = silent_network(
    "linear-d1-network", "The linear network on D1", __doc__, signs, alike=signs.contexts
)
