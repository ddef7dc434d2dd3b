"""Logarithms, powers and exponentials against each other; how powers grow."""

from dataclasses import replace

from sympy import E, exp, log, sqrt

from lemmas.toolbox.letters import (
    S,
    W,
    X,
    Y,
    not_negative,
    ordered,
    positive,
    s,
    textbook_lemma,
    w,
    x,
    y,
)
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.proof import Chain

lemma = textbook_lemma(
    "growth", "Logarithms, powers and exponentials", (replace(X, default="1"), Y, S, W), __doc__
)
large = Hypothesis("x-from-one", at_least(x, 1))
small = Hypothesis("x-to-one", at_most(x, 1))
exponents = Hypothesis("w-at-most-s", at_most(w, s))

lemma.claim("base", at_most(y**s, x**s), extra=[positive["y"], positive["s"], ordered])
lemma.claim("exponent", at_most(x**w, x**s), extra=[large, exponents])
lemma.claim("exponent-small", at_least(x**w, x**s), extra=[positive["x"], small, exponents])
log_linear = lemma.claim("log-linear", at_most(log(x), x / E), extra=[positive["x"]])
lemma.claim(
    "log-root",
    at_most(log(x), sqrt(x)),
    Chain(log(x))
    .equals(2 * log(sqrt(x)), "the root halves the logarithm")
    .at_most(2 * sqrt(x) / E, "a line through the origin", by=log_linear(x=sqrt(x)))
    .at_most(sqrt(x), "2 < e"),
    extra=[positive["x"]],
)
lemma.claim("log-power", at_most(log(x), x**s / s), extra=[positive["x"], positive["s"]])
lemma.claim("exp-square", at_least(exp(x), x**2), extra=[not_negative["x"]])
lemma.claim("exp-cube", at_least(6 * exp(x), x**3), extra=[not_negative["x"]])
lemma.claim("log-product", at_most(x * exp(-x), exp(-1)))
lemma.claim("log-monotone", at_most(log(y), log(x)), extra=[positive["y"], ordered])
