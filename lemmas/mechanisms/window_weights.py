"""Softmax over a window: only the tokens of the needle's own block compete with it.

A block is q copies of the identity, `w = (d - 2)*q` tokens. The needle is worth `n^p1` of them, so
that it has half exactly when `n^p1 >= w - 1`: shorter windows hear weaker needles. But a block
without the needle cannot know of it: there every weight is `1/w`.
"""

from dataclasses import replace

from sympy import Integer, symbols

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.mechanisms.share import claim_half, claim_preference
from lemmas.notation import D1, a1, also, b, c, d, directly, n, on_d1, p1, t
from proofkit.attention import Attention, ones, softmax
from proofkit.attention.needle import needle_data
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.parameters import Parameter
from proofkit.proof import Chain

q = symbols("q", positive=True)
w = (d - 2) * q


def block(strength: object, mark: str) -> Attention:
    """Attention within a block of w tokens, whose entries are those of D1."""
    data = needle_data(f"a block of {D1.name}", n=w, d=d, t=q, a=strength, b=b, c=c)
    return Attention(replace(data, scale=D1.scale), softmax, ones, mark)


near, far = block(a1, "1"), block(Integer(0), "0")
f_NN, f_far = near.f("needle", "needle"), far.f("other", "other")
rho = n**p1

lemma = mechanism_lemma(
    "window-weights",
    "Weights of softmax over a window",
    also(
        on_d1,
        Parameter("q", "2", "copies of the identity block in a window", integer=True, least=1),
        Hypothesis("q-lower", at_least(q, 1)),
        Hypothesis("q-upper", at_most(q, t)),
    ),
    (near, far),
    __doc__,
)
claim_preference(lemma, near, rho, n**a1)
claim_half(lemma, f_NN, rho, w)
lemma.claim(
    "f-NN-least",
    at_least(f_NN, 1 - w * n ** (-p1)),
    Chain(f_NN)
    .equals(1 / (1 + (w - 1) * n ** (-p1)), "divide by u_NN")
    .at_least(1 / (1 + w * n ** (-p1)), "w - 1 <= w")
    .at_least(1 - w * n ** (-p1), "1/(1 + x) >= 1 - x"),
)
lemma.claim("blind", *directly(equal(f_far, 1 / w), "without the needle all w scores are equal"))
