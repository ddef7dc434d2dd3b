"""Linear attention on D1, one neuron: a query is heard with probability at most exp(-1/(200*V)).

`V` bounds the energy of the one context. It is small as long as `d` is large and `a1` small against
sqrt(n), for the needle's own column has `a1*(1 + a1)/n` at most; and it falls like `b^2/d` as long
as `a1^2` is small against `b*n/sqrt(d)`.
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
