"""Sigmoid attention without a bias: every score saturates, and the needle is one among n.

The sigmoid of a score z is `1/(1 + n^(-z/log n))`, close to 1 for the needle and for any other key
alike. The preference is at most `1 + 1/n`, whatever the strength of the needle.
"""

from sympy import Integer

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.mechanisms.share import claim_half, claim_preference
from lemmas.notation import D1, a1, directly, n, on_d1
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.sigmoid import unit
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

attention = Attention(D1, unit(Integer(0)), ones)
f_NN = attention.f("needle", "needle")
rho = (1 + n ** (-(1 + a1))) / (1 + n ** (-((1 + a1) ** 2)))
rho_other = (1 + n**-1) / (1 + n ** (-(1 + a1)))

lemma = mechanism_lemma("sigmoid-weights", "Weights of the sigmoid", on_d1, (attention,), __doc__)
claim_preference(lemma, attention, rho, rho_other)
claim_half(lemma, f_NN, rho)
lemma.claim(
    "preference-most",
    [
        (
            "the needle's query",
            at_most(rho, 1 + 1 / n),
            Chain(rho)
            .at_most(1 + n ** (-(1 + a1)), "the denominator is at least 1")
            .at_most(1 + 1 / n, "a1 >= 0"),
        ),
        (
            "any other query",
            *directly(at_most(rho_other, 1 + 1 / n), "the denominator is at least 1"),
        ),
    ],
)
lemma.claim("preference-least", *directly(at_least(rho, 1), "(1 + a1)^2 >= 1 + a1"))
lemma.claim(
    "f-NN-most",
    at_most(f_NN, (1 + 1 / n) / n),
    Chain(f_NN)
    .equals(rho / (rho + n - 1), "divide by u_NO")
    .at_most(rho / n, "rho >= 1", by=lemma.claims["preference-least"])
    .at_most((1 + 1 / n) / n, "rho <= 1 + 1/n", by=lemma.claims["preference-most"]),
)
