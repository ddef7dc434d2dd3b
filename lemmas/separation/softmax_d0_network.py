"""Softmax on D0: with m neurons and two distinct contexts, all are silent but with small
probability."""

from lemmas.notation import NETWORK
from lemmas.separation import softmax_d0_signs as signs
from lemmas.separation.silence import claim_silent, delta_range, m_range
from proofkit.lemma import Lemma

attention = signs.attention

lemma = Lemma(
    "softmax-d0-network",
    title="The softmax network on D0",
    source="Section 6",
    provenance="R",
    section="Section 6",
    parameters=(*signs.lemma.parameters, *NETWORK),
    hypotheses=(*signs.lemma.hypotheses, m_range, *delta_range),
    quantities=(attention,),
    about=__doc__,
)
claim_silent(lemma, signs.lemma, attention, signs.energy)
