"""Beyond two classes: which class the needle has, and how strong it is, read off its context.

The paper's network answers yes or no. Under softmax the needle's context also tells its class, as
its own coordinate stands out by a constant, and its strength, up to a factor that goes to 1.
Under linear attention both shrink like 1/n.
"""

from sympy import Rational

from lemmas.notation import D1, a1, b, directly, n, on_d1, p1, t
from lemmas.scaling import scaling_lemma
from lemmas.separation import softmax_d1_weights as weights
from proofkit.attention import Attention, linear, ones
from proofkit.claims import at_least, at_most, equal
from proofkit.proof import Chain

softmax_1 = weights.attention
linear_1 = Attention(D1, linear, ones, mark="L")
claims = weights.lemma.claims

lemma = scaling_lemma(
    "read-outs",
    "The class and the strength of the needle",
    on_d1,
    (softmax_1, linear_1),
    __doc__,
    source="Limitation 3",
)
f_NN, f_NO = softmax_1.f("needle", "needle"), softmax_1.f("needle", "other")
gap = softmax_1.context("needle", "own") - softmax_1.context("needle", "class")
lemma.claim(
    "class-softmax",
    at_least(gap, b * (Rational(1, 2) - n ** (-p1))),
    Chain(gap)
    .equals(b * (f_NN + (t - 1) * f_NO) - b * t * f_NO, "the tokens that hold these columns")
    .equals(b * f_NN - b * f_NO, "t copies each, and the needle")
    .at_least(b / 2 - b * f_NO, "f_NN >= 1/2", by=claims["f-NN"])
    .at_least(b / 2 - b * n ** (-p1), "f_NO <= n^(-p1)", by=claims["f-NO"])
    .equals(b * (Rational(1, 2) - n ** (-p1)), "collect b"),
)
gap = linear_1.context("needle", "own") - linear_1.context("needle", "class")
lemma.claim(
    "class-linear",
    *directly(equal(gap, b * a1 / (n + a1)), "the needle counts 1 + a1 times, the others once"),
)
needle = softmax_1.context("needle", "needle")
lemma.claim(
    "strength-softmax",
    at_least(needle, a1 * (1 - n ** (1 - p1))),
    Chain(needle)
    .equals(a1 * f_NN, "only the needle has an entry in this column")
    .at_least(a1 * (1 - n ** (1 - p1)), "f_NN >= 1 - n^(1 - p1)", by=claims["f-NN-sharp"]),
)
needle = linear_1.context("needle", "needle")
lemma.claim(
    "strength-linear",
    at_most(needle, a1 * (1 + a1) / n),
    Chain(needle)
    .equals(a1 * (1 + a1) / (n + a1), "the needle counts 1 + a1 times, the others once")
    .at_most(a1 * (1 + a1) / n, "a1 >= 0"),
)
