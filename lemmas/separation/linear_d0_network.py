"""Linear attention on D0: all queries have one and the same context, which m neurons hardly ever
hear.
"""

from lemmas.separation import linear_d0_signs as signs
from lemmas.separation.silence import silent_network

lemma = silent_network(
    "linear-d0-network", "The linear network on D0", __doc__, signs, alike=signs.contexts
)
