"""Linear attention on D0, one neuron: no query is heard, as long as `a0` is small against n."""

from lemmas.notation import a0
from lemmas.separation import linear_d0_context as context
from lemmas.separation.linear_signs import bounds
from lemmas.separation.silence import energy_of, silent_neuron

attention, contexts = context.attention, context.lemma
energy = energy_of(*bounds(a0))
lemma = silent_neuron(
    "linear-d0-signs", "One linear neuron on D0", __doc__, context, *bounds(a0), alike=True
)
