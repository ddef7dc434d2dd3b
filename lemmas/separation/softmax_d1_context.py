"""Softmax on D1: the needle's context carries at least half of the needle's own row.

The needle gives itself at least half of its attention (`f-NN`), so that its context keeps at least
half of `a1` and of `b`; all the other class columns together receive at most `b*n^(1 - p1)`, and,
since a row of weights sums to 1, at most the other half of `b`. The bias column, which is the same
for every token, stays `c`.
"""

from sympy import Rational

from lemmas.notation import a1, b, constant, d, n, on_d1, p1, t
from lemmas.separation.softmax_d1_weights import attention, f_NN_half, f_NO_small
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

lemma = on_d1.lemma("softmax-d1-context", "Softmax context of the needle on D1", attention, __doc__)

f_NN, f_NO = attention.f("needle", "needle"), attention.f("needle", "other")
c_needle, c_own = attention.context("needle", "needle"), attention.context("needle", "own")
c_class, c_bias = attention.context("needle", "class"), attention.context("needle", "bias")
all_of_a_row = "the weights of a row sum to 1"

# The columns of the needle: its own, and the identity column it shares with its siblings

lemma.claim(
    "needle-lower",
    at_least(c_needle, a1 / 2),
    Chain(c_needle)
    .equals(a1 * f_NN, "only the needle has an entry in this column")
    .at_least(a1 / 2, "f_NN >= 1/2", by=f_NN_half),
)
lemma.claim(
    "needle-upper",
    at_most(c_needle, a1),
    Chain(c_needle)
    .at_most(a1 * (f_NN + (n - 1) * f_NO), "a1 >= 0, and no weight is negative")
    .equals(a1, all_of_a_row),
)
lemma.claim(
    "own-lower",
    at_least(c_own, b / 2),
    Chain(c_own)
    .equals(b * (f_NN + (t - 1) * f_NO), "the needle and its t - 1 siblings")
    .at_least(b * f_NN, "no weight is negative")
    .at_least(b / 2, "f_NN >= 1/2", by=f_NN_half),
)
lemma.claim(
    "own-upper",
    at_most(c_own, b),
    Chain(c_own)
    .equals(b * (f_NN + (t - 1) * f_NO), "the needle and its t - 1 siblings")
    .at_most(b * (f_NN + (n - 1) * f_NO), "t <= n, since d >= 3")
    .equals(b, all_of_a_row),
)

# The other identity columns: one of them, and all d - 3

class_small = lemma.claim(
    "class",
    at_most(c_class, b * t * n ** (-p1)),
    Chain(c_class)
    .equals(b * t * f_NO, "t tokens have an entry in this column")
    .at_most(b * t * n ** (-p1), "f_NO <= n^(-p1)", by=f_NO_small),
)
lemma.claim(
    "class-total",
    at_most((d - 3) * c_class, b * n ** (1 - p1)),
    Chain((d - 3) * c_class)
    .at_most((d - 3) * b * t * n ** (-p1), "the bound on one of them", by=class_small)
    .at_most((d - 2) * b * t * n ** (-p1), "d - 3 <= d - 2")
    .equals(b * n ** (1 - p1), "(d - 2)*t = n"),
)
lemma.claim(
    "class-share",
    at_most((d - 3) * c_class, b / 2),
    Chain((d - 3) * c_class)
    .equals((n - t) * b * f_NO, "(d - 3)*t = n - t tokens have an entry in these columns")
    .at_most((n - 1) * b * f_NO, "t >= 1, and no weight is negative")
    .equals(b * (1 - f_NN), all_of_a_row)
    .at_most(b * (1 - Rational(1, 2)), "f_NN >= 1/2", by=f_NN_half),
)

# The bias column

lemma.claim("bias", *constant(c_bias, f_NN + (n - 1) * f_NO))
