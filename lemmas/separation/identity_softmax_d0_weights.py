"""Softmax on D0 with the weights `x = vec(I)`: no weight exceeds `n^(-18/100)`.

Tokens with one identity column attract each other by `n^(b^2)`, which all-ones weights do not
have; the needle adds `n^(a0^2)` for its own query only. As `a0 <= 1/10` and `b <= 9/10`, no
weight exceeds `n^(a0^2 + b^2 - 1) <= n^(-18/100)`; with all-ones weights none exceeds
`n^(-89/100)`.

The weight of the needle for other queries (`f-ON`) has no counterpart: its entry `a0` meets a zero
in their rows, so that they do not tell it from its siblings.
"""

from sympy import Rational

from lemmas.notation import a0, b, by_column, c, d, n, on_d0, t
from lemmas.separation.identity_units import (
    claim_identity_bystanders,
    claim_identity_units,
    identity_lemma,
)
from lemmas.separation.units import Row, claim_share
from proofkit.attention import Attention, identity, softmax
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

attention = Attention(by_column(on_d0.data), softmax, identity)
alpha, f = attention.alpha, attention.f

lemma = identity_lemma(on_d0, "softmax-d0-weights", "Softmax weights on D0", attention, __doc__)

b_upper = lemma.claim(
    "b-upper",
    at_most(b, Rational(9, 10)),
    Chain(b).equals(1 - c, "b + c = 1").at_most(Rational(9, 10), "c >= 1/10"),
)

# u: the exponential of each score

claim_identity_units(lemma, attention, a0, lambda score: n**score)

# alpha: the sum of a row of u

alpha_N = alpha("needle")
u_N, u_S, u_O = n ** (a0**2 + b**2 + c**2), n ** (b**2 + c**2), n ** (c**2)
alpha_N_exact = u_N + (t - 1) * u_S + (d - 3) * t * u_O
no_less = "no term is less than n^(c^2), and there are n of them"

lemma.claim(
    "alpha-N",
    at_least(alpha_N, n * u_O),
    Chain(alpha_N)
    .equals(alpha_N_exact, "the needle, t - 1 siblings and (d - 3)*t others")
    .at_least(n * u_O, no_less),
)

# f: the softmax weights, first those that the needle gives

f_NN, f_NS, f_NO = f("needle", "needle"), f("needle", "sibling"), f("needle", "other")

row, cancel = Row(alpha_N_exact, n * u_O, no_less), "cancel n^(c^2)"
f_NN_bound = claim_share(lemma, "f-NN", f_NN, n ** (a0**2 + b**2 - 1), u_N, row, cancel)
f_NN_flat = lemma.claim(
    "f-NN-flat",
    at_most(f_NN, n ** Rational(-18, 100)),
    Chain(f_NN)
    .at_most(n ** (a0**2 + b**2 - 1), "f-NN", by=f_NN_bound)
    .at_most(n ** Rational(-18, 100), "a0 <= 1/10 and b <= 9/10", by=b_upper),
)
f_NS_bound = claim_share(lemma, "f-NS", f_NS, n ** (b**2 - 1), u_S, row, cancel)
f_NO_bound = claim_share(lemma, "f-NO", f_NO, 1 / n, u_O, row, cancel)

# Then those that all other tokens give

claim_identity_bystanders(lemma, attention)
