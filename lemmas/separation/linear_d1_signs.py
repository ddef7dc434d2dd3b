"""Linear attention on D1, one neuron: no query is heard, as long as `a1` is small against
sqrt(n): the needle adds `a1*(1 + a1)/n`.
"""

from lemmas.notation import a1
from lemmas.separation import linear_d1_context as context
from lemmas.separation.linear_signs import bounds
from lemmas.separation.silence import energy_of, silent_neuron

attention, contexts = context.attention, context.lemma
energy = energy_of(*bounds(a1))
lemma = silent_neuron(
    "linear-d1-signs", "One linear neuron on D1", __doc__, context, *bounds(a1), alike=True
)
