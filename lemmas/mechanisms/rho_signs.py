"""One neuron and a query that favours the needle rho times: what it takes to be heard.

The bias gives the neuron at most c, and its threshold is c + 1/10. The missing 1/10 has to come
from the other columns, whose energy is at most `V_rho`; by Hoeffding that has probability at most
`exp(-1/(200*V_rho))`.
"""

from lemmas.mechanisms import rho_context as context
from lemmas.mechanisms.preference import (
    SECTION,
    SOURCE,
    deaf,
    deaf_hypotheses,
    deaf_parameters,
    hears,
)
from lemmas.notation import d
from lemmas.separation.silence import unheard
from proofkit.claims import at_most
from proofkit.events import P
from proofkit.lemma import Lemma
from proofkit.proof import Chain

bound = context.lemma.claims
needle, own, class_ = context.needle, context.own, context.class_
energy = needle**2 + own**2 + (d - 3) * class_**2

lemma = Lemma(
    "rho-signs",
    title="The preference and one neuron",
    source=SOURCE,
    provenance="O",
    section=SECTION,
    parameters=deaf_parameters,
    hypotheses=deaf_hypotheses,
    quantities=(deaf,),
    about=__doc__,
)

c_needle, c_own, c_class = (deaf.context(column) for column in ("needle", "own", "class"))
heard = c_needle**2 + c_own**2 + (d - 3) * c_class**2
small = lemma.claim(
    "energy",
    at_most(heard, energy),
    Chain(heard)
    .at_most(needle**2 + c_own**2 + (d - 3) * c_class**2, "needle", by=bound["needle"])
    .at_most(needle**2 + own**2 + (d - 3) * c_class**2, "own", by=bound["own"])
    .at_most(energy, "class", by=bound["class"]),
)
lemma.claim(
    "probability",
    at_most(P(hears(deaf)), unheard(energy)),
    Chain(P(hears(deaf))).at_most(
        unheard(energy),
        "the bias gives at most c; Hoeffding for the other columns",
        by=(small, bound["bias"]),
    ),
)
