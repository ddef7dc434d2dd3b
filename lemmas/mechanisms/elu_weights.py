"""The feature map elu + 1 of queries and keys: worth less than linear attention to the needle.

Queries and keys are row sums here, `(1 + a1)*sqrt(log n)` and `sqrt(log n)`, and the feature map
adds 1 to each. That brings the needle's share closer to the others': the preference lies between
1 and `1 + a1` for every n.
"""

from sympy import log, sqrt

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.mechanisms.share import claim_half, claim_preference
from lemmas.notation import D1, a1, directly, n, on_d1
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.elu import positive
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

attention = Attention(D1, positive, ones)
f_NN = attention.f("needle", "needle")
root = sqrt(log(n))
rho = (1 + (1 + a1) * root) / (1 + root)

lemma = mechanism_lemma(
    "elu-weights", "Weights of the feature map elu + 1", on_d1, (attention,), __doc__
)
claim_preference(lemma, attention, rho, rho)
claim_half(lemma, f_NN, rho)
lemma.claim("preference-least", *directly(at_least(rho, 1), "a1 >= 0"))
lemma.claim(
    "preference-most", *directly(at_most(rho, 1 + a1), "(1 + a1)*(1 + x) >= 1 + (1 + a1)*x")
)
lemma.claim(
    "f-NN-most",
    at_most(f_NN, (1 + a1) / n),
    Chain(f_NN)
    .equals(rho / (rho + n - 1), "divide by u_NO")
    .at_most(rho / n, "rho >= 1")
    .at_most((1 + a1) / n, "rho <= 1 + a1", by=lemma.claims["preference-most"]),
)
