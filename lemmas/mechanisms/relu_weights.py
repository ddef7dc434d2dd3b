"""ReLU of the score: on scores that are never negative it is linear attention.

The needle is worth `1 + a1` of any other key to every query, whatever n. So it has half of the
attention exactly when `a1 >= n - 2`: a needle as strong as the whole text is long.
"""

from sympy import log

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.mechanisms.share import claim_half, claim_preference
from lemmas.notation import D1, a1, directly, n, on_d1
from proofkit.attention import Attention, linear, ones
from proofkit.attention.mechanisms.relu import positive
from proofkit.claims import at_most, equal
from proofkit.proof import Chain

attention, plain = Attention(D1, positive, ones), Attention(D1, linear, ones, mark="L")
f_NN, least_score = attention.f("needle", "needle"), plain.u("other", "other")
rho = 1 + a1

lemma = mechanism_lemma(
    "relu-weights", "Weights of the ReLU of the score", on_d1, (attention, plain), __doc__
)
lemma.claim(
    "score",
    *directly(
        equal(least_score, log(n)), "a product of two row sums, so that no score is negative"
    ),
)
lemma.claim("linear", *directly(equal(f_NN, plain.f("needle", "needle")), "no score is negative"))
claim_preference(lemma, attention, rho, rho)
claim_half(lemma, f_NN, rho)
lemma.claim(
    "f-NN-most",
    at_most(f_NN, (1 + a1) / n),
    Chain(f_NN).equals(rho / (rho + n - 1), "divide by u_NO").at_most((1 + a1) / n, "a1 >= 0"),
)
