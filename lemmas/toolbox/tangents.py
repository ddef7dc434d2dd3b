"""Exponential and logarithm beside their tangents, and a little beyond them."""

from sympy import E, Rational, exp, log, sqrt

from lemmas.toolbox.letters import X, not_negative, positive, textbook_lemma, x
from proofkit.claims import Hypothesis, at_least, at_most, greater, less
from proofkit.proof import Chain

lemma = textbook_lemma(
    "tangents", "Tangents of the exponential and of the logarithm", (X,), __doc__
)
above_minus_one = Hypothesis("x-above-minus-one", greater(x, -1))
below_one = Hypothesis("x-below-one", less(x, 1))
to_one = Hypothesis("x-to-one", at_most(x, 1))

exp_tangent = lemma.claim("exp", at_least(exp(x), 1 + x))
log_tangent = lemma.claim("log", at_most(log(x), x - 1), extra=[positive["x"]])
log_lower = lemma.claim("log-lower", at_least(log(x), 1 - 1 / x), extra=[positive["x"]])
log_one_plus = lemma.claim(
    "log-one-plus",
    at_most(log(1 + x), x),
    Chain(log(1 + x)).at_most(1 + x - 1, "the tangent at 1", by=log_tangent(x=1 + x)).equals(x),
    extra=[above_minus_one],
)
lemma.claim("log-one-plus-lower", at_least(log(1 + x), x / (1 + x)), extra=[above_minus_one])
lemma.claim("log-one-plus-square", at_least(log(1 + x), x - x**2 / 2), extra=[not_negative["x"]])
lemma.claim("exp-upper", at_most(exp(x), 1 / (1 - x)), extra=[below_one])
lemma.claim("exp-square", at_least(exp(x), 1 + x + x**2 / 2), extra=[not_negative["x"]])
lemma.claim("exp-square-upper", at_most(exp(x), 1 + x + x**2), extra=[not_negative["x"], to_one])
lemma.claim("exp-linear", at_least(exp(x), E * x))
lemma.claim("exp-both", at_least(exp(x) + exp(-x), 2))
lemma.claim("log-root", at_most(log(x), 2 * (sqrt(x) - 1)), extra=[positive["x"]])
lemma.claim("entropy", at_least(x * log(x), x - 1), extra=[positive["x"]])
lemma.claim("entropy-least", at_least(x * log(x), -exp(-1)), extra=[positive["x"]])
lemma.claim("log-half", at_most(log(x), x * Rational(1, 2)), extra=[positive["x"]])
