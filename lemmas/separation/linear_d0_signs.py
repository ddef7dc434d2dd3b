"""Linear attention on D0, one neuron: a query is heard with probability at most exp(-1/(200*V)).

`V` bounds the energy of the one context, and falls like `b^2/d` as d and n grow together.
"""

from lemmas.notation import a0
from lemmas.separation import linear_d0_context as context
from lemmas.separation.linear_signs import bounds
from lemmas.separation.silence import energy_of, silent_neuron

attention, contexts = context.attention, context.lemma
energy = energy_of(*bounds(a0))
lemma = silent_neuron(
    "linear-d0-signs", "One linear neuron on D0", __doc__, context, *bounds(a0), alike=True
)
