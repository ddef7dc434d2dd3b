"""Softmax on D1 with the weights `x = vec(I)`: the needle's context, for `a1 >= 1`.

As with all-ones weights it carries half of the needle's own row, but under `a1 >= 1` in place of
`a1^2 + a1 >= 1`; the other class columns together receive at most `b*n^(1 - a1^2 - b^2)`.
"""

from lemmas.notation import a1, b, constant, d, n, on_d1, t
from lemmas.separation.identity_softmax_d1_weights import (
    a1_strong,
    attention,
    f_NN_half,
    f_NO_small,
)
from lemmas.separation.identity_units import identity_lemma
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

title = "Softmax context of the needle on D1"
lemma = identity_lemma(on_d1, "softmax-d1-context", title, attention, __doc__)

f, context = attention.f, attention.context
f_NN, f_NS, f_NO = f("needle", "needle"), f("needle", "sibling"), f("needle", "other")
c_needle, c_own = context("needle", "needle"), context("needle", "own")
c_class, c_bias = context("needle", "class"), context("needle", "bias")
all_weights = f_NN + (t - 1) * f_NS + (d - 3) * t * f_NO
all_of_a_row = "the weights of a row sum to 1"

# The columns of the needle: its own, and the identity column it shares with its siblings

lemma.claim(
    "needle-lower",
    at_least(c_needle, a1 / 2),
    Chain(c_needle)
    .equals(a1 * f_NN, "only the needle has an entry in this column")
    .at_least(a1 / 2, "f_NN >= 1/2", by=f_NN_half),
    extra=[a1_strong],
)
lemma.claim(
    "needle-upper",
    at_most(c_needle, a1),
    Chain(c_needle)
    .at_most(a1 * all_weights, "a1 >= 0, and no weight is negative")
    .equals(a1, all_of_a_row),
)
lemma.claim(
    "own-lower",
    at_least(c_own, b / 2),
    Chain(c_own)
    .equals(b * (f_NN + (t - 1) * f_NS), "the needle and its t - 1 siblings")
    .at_least(b * f_NN, "no weight is negative")
    .at_least(b / 2, "f_NN >= 1/2", by=f_NN_half),
    extra=[a1_strong],
)
lemma.claim(
    "own-upper",
    at_most(c_own, b),
    Chain(c_own)
    .equals(b * (f_NN + (t - 1) * f_NS), "the needle and its t - 1 siblings")
    .at_most(b * all_weights, "no weight is negative")
    .equals(b, all_of_a_row),
)

# The other identity columns: one of them, and all d - 3

small = n ** (-(a1**2) - b**2)
class_small = lemma.claim(
    "class",
    at_most(c_class, b * t * small),
    Chain(c_class)
    .equals(b * t * f_NO, "t tokens have an entry in this column")
    .at_most(b * t * small, "f_NO <= n^(-a1^2 - b^2)", by=f_NO_small),
)
lemma.claim(
    "class-total",
    at_most((d - 3) * c_class, b * n ** (1 - a1**2 - b**2)),
    Chain((d - 3) * c_class)
    .at_most((d - 3) * b * t * small, "the bound on one of them", by=class_small)
    .at_most((d - 2) * b * t * small, "d - 3 <= d - 2")
    .equals(b * n ** (1 - a1**2 - b**2), "(d - 2)*t = n"),
)

# The bias column

lemma.claim("bias", *constant(c_bias, all_weights))
