"""Softmax on D0, one neuron: a query is heard with probability at most exp(-1/(200*V)).

`V` bounds the energy of a context, and falls like `b^2/d` as d and n grow together."""

from sympy import Rational

from lemmas.notation import a0, b, d, n
from lemmas.separation import softmax_d0_context as context
from lemmas.separation.silence import energy_of, silent_neuron

attention = context.attention
flat = n ** Rational(-89, 100)
needle, own = a0 * flat, b * (1 / (d - 2) + flat)
energy = energy_of(needle, own)
lemma = silent_neuron(
    "softmax-d0-signs", "One softmax neuron on D0", __doc__, context, needle, own, alike=False
)
