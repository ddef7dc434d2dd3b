"""Polynomial attention of degree beta: the needle is worth (1 + a1)^beta other keys.

Every query agrees on that, since scores are products of row sums. A fixed degree is deaf in a long
text, `f_NN <= (1 + a1)^beta/n`; to hear the needle the degree has to grow like log n.
"""

from sympy import Rational, log, symbols

from lemmas.mechanisms.preference import SECTION, SOURCE
from lemmas.mechanisms.share import claim_half, claim_preference
from lemmas.notation import D1, a1, d1_hypotheses, d1_parameters, n
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.power import unit
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

beta = symbols("beta", integer=True, positive=True)
attention = Attention(D1, unit(beta), ones)
f_NN = attention.f("needle", "needle")
rho = (1 + a1) ** beta

lemma = Lemma(
    "power-degree",
    title="Polynomial attention of a degree",
    source=SOURCE,
    provenance="O",
    section=SECTION,
    parameters=(
        *d1_parameters,
        Parameter("beta", "9", "degree of the polynomial", integer=True, least=1),
    ),
    hypotheses=(*d1_hypotheses, Hypothesis("beta-lower", at_least(beta, 1))),
    quantities=(attention,),
    about=__doc__,
)
claim_preference(lemma, attention, rho, rho)
claim_half(lemma, attention, rho)
shared = Chain(f_NN).equals(rho / (rho + n - 1), "divide by u_NO")
lemma.claim(
    "f-NN-most", at_most(f_NN, rho / n), shared.at_most(rho / n, "(1 + a1)^beta >= 1")
)
lemma.claim(
    "f-NN-least",
    at_least(f_NN, 1 - (n - 1) / rho),
    shared.equals(1 - (n - 1) / (rho + n - 1), "what the needle does not have, the others do")
    .at_least(1 - (n - 1) / rho, "rho + n - 1 >= rho"),
)
enough = log(n) / log(1 + a1)
lemma.claim(
    "f-NN",
    at_least(f_NN, Rational(1, 2)),
    shared.at_least((1 + a1) ** enough / ((1 + a1) ** enough + n - 1), "the degree is high enough")
    .equals(n / (n + n - 1), "the definition of the logarithm")
    .at_least(Rational(1, 2), "n >= n - 1"),
    extra=(Hypothesis("degree", at_least(beta, enough)),),
)
