"""Softmax on D1 with the weights `x = vec(I)`: the needle takes half of its attention if a1 >= 1.

The needle's score with itself is `a1^2*log n` above its siblings' and `(a1^2 + b^2)*log n` above
the others'. All-ones weights need `a1^2 + a1 >= 1`; here `t - 1` siblings are outweighed when
`n^(a1^2)` is large beside `t`, and `n - t` others when `n^(a1^2 + b^2)` is large beside `n`
(`f-NN-few`). For all `t` and `n` together that is `a1 >= 1` (`f-NN`), which cannot be weakened:
with d = 3 every token is a sibling, and `f_NN = 1/(1 + (n - 1)*n^(-a1^2))`.

The weight of the needle for other queries (`f-ON`) has no counterpart: its entry `a1` meets a zero
in their rows, so that they do not tell it from its siblings.
"""

from sympy import Rational

from lemmas.notation import a1, b, by_column, c, d, n, on_d1, t
from lemmas.separation.identity_units import (
    claim_identity_bystanders,
    claim_identity_units,
    identity_lemma,
)
from lemmas.separation.units import Row, claim_share
from proofkit.attention import Attention, identity, softmax
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.proof import Chain

attention = Attention(by_column(on_d1.data), softmax, identity)
alpha, f = attention.alpha, attention.f

title = "Softmax weights on D1"
lemma = identity_lemma(on_d1, "softmax-d1-weights", title, attention, __doc__, "after Lemma D.2")

half = Rational(1, 2)
siblings, others = t * n ** (-(a1**2)), n ** (1 - a1**2 - b**2)
a1_strong = Hypothesis("a1-strong", at_least(a1, 1))
few_siblings = Hypothesis("few-siblings", at_most(siblings, half))
few_others = Hypothesis("few-others", at_most(others, half))

# u: the exponential of each score

claim_identity_units(lemma, attention, a1, lambda score: n**score)

# alpha: the sum of a row of u

alpha_N = alpha("needle")
u_N, u_S, u_O = n ** (a1**2 + b**2 + c**2), n ** (b**2 + c**2), n ** (c**2)
alpha_N_exact = u_N + (t - 1) * u_S + (d - 3) * t * u_O

lemma.claim(
    "alpha-N-lower",
    at_least(alpha_N, u_N),
    Chain(alpha_N)
    .equals(alpha_N_exact, "the needle, t - 1 siblings and (d - 3)*t others")
    .at_least(u_N, "the other terms are >= 0"),
)
lemma.claim(
    "alpha-N-upper",
    at_most(alpha_N, 2 * u_N),
    Chain(alpha_N)
    .equals(alpha_N_exact, "the needle, t - 1 siblings and (d - 3)*t others")
    .at_most(u_N + (t - 1) * u_S + (d - 3) * t * u_S, "an other counts no more than a sibling")
    .at_most(u_N + n * u_S, "(t - 1) + (d - 3)*t <= n")
    .at_most(2 * u_N, "a1 >= 1, so n*n^(b^2 + c^2) <= n^(a1^2 + b^2 + c^2)"),
    extra=[a1_strong],
)

# f: the softmax weights, first those that the needle gives

f_NN, f_NS, f_NO = f("needle", "needle"), f("needle", "sibling"), f("needle", "other")
f_NN_divided = 1 / (1 + (t - 1) * n ** (-(a1**2)) + (d - 3) * t * n ** (-(a1**2) - b**2))

f_NN_half = lemma.claim(
    "f-NN",
    at_least(f_NN, half),
    Chain(f_NN)
    .equals(f_NN_divided, "divide by u_NN")
    .at_least(
        1 / (1 + (t - 1) * n ** (-(a1**2)) + (d - 3) * t * n ** (-(a1**2))),
        "an other counts no more than a sibling",
    )
    .at_least(1 / (1 + n ** (1 - a1**2)), "(t - 1) + (d - 3)*t <= n")
    .at_least(half, "a1 >= 1, so n^(1 - a1^2) <= 1"),
    extra=[a1_strong],
)
f_NN_split = (
    Chain(f_NN)
    .equals(f_NN_divided, "divide by u_NN")
    .at_least(1 / (1 + siblings + others), "t - 1 <= t and n - t <= n")
)
lemma.claim(
    "f-NN-few",
    at_least(f_NN, half),
    f_NN_split.at_least(half, "the two sums are at most 1/2 each"),
    extra=[few_siblings, few_others],
)
lemma.claim(
    "f-NN-sharp",
    at_least(f_NN, 1 - siblings - others),
    f_NN_split.at_least(1 - siblings - others, "1/(1 + x) >= 1 - x, as (1 + x)*(1 - x) = 1 - x^2"),
)
row = Row(alpha_N_exact, u_N, "keep only the needle's term of alpha_N")
claim_share(lemma, "f-NS", f_NS, n ** (-(a1**2)), u_S, row, "cancel n^(b^2 + c^2)")
f_NO_small = claim_share(lemma, "f-NO", f_NO, n ** (-(a1**2) - b**2), u_O, row, "cancel n^(c^2)")

# Then those that all other tokens give

claim_identity_bystanders(lemma, attention)
