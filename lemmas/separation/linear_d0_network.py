"""Linear attention on D0: all queries have one and the same context, and no neuron hears it."""

from lemmas.notation import NETWORK
from lemmas.separation import linear_d0_signs as signs
from lemmas.separation.silence import claim_silent, delta_range, m_range
from proofkit.lemma import Lemma

attention = signs.attention

lemma = Lemma(
    "linear-d0-network",
    title="The linear network on D0",
    source="Section 6",
    provenance="R",
    section="Section 6",
    parameters=(*signs.lemma.parameters, *NETWORK),
    hypotheses=(*signs.lemma.hypotheses, m_range, *delta_range),
    quantities=(attention,),
    about=__doc__,
)
claim_silent(lemma, signs.lemma, attention, signs.energy, alike=signs.contexts)
