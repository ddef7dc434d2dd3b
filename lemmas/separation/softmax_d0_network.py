"""Softmax on D0: with m neurons and two distinct contexts, all are silent but with probability
at most `2*m*exp(-1/(200*V))`, V as for one neuron."""

from lemmas.separation import softmax_d0_signs as signs
from lemmas.separation.silence import silent_network

lemma = silent_network("softmax-d0-network", "The softmax network on D0", __doc__, signs)
