"""One neuron and a query that favours the needle rho times: what it takes to be heard.

The bias gives the neuron at most c, and its threshold is c + 1/10. The missing 1/10 has to come
from the other columns, whose energy is at most `V_rho`; by Hoeffding that has probability at most
`exp(-1/(200*V_rho))`.
"""

from lemmas.mechanisms import rho_context as context
from lemmas.mechanisms.preference import deaf, hears, mechanism_lemma, on_deaf
from lemmas.notation import bounded
from lemmas.separation.silence import COLUMNS, energy_of, less_energy, seldom_heard, unheard
from proofkit.events import P
from proofkit.proof import Chain

bound = context.lemma.claims
needle, own, class_ = context.needle, context.own, context.class_
energy = energy_of(needle, own, class_)

lemma = mechanism_lemma("rho-signs", "The preference and one neuron", on_deaf, (deaf,), __doc__)

columns = [deaf.context(column) for column in COLUMNS[:3]]
chain = less_energy(columns, (needle, own, class_), [bound[column] for column in COLUMNS])
heard = chain.written
small = lemma.claim("energy", *bounded(chain))
lemma.claim(
    "probability", *seldom_heard(Chain(P(hears(deaf))), unheard(energy), small, bound["bias"])
)
