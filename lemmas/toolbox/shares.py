"""Convexity of the exponential, the logarithm of a sum of two, and the share of one of them."""

from sympy import Rational, exp, log

from lemmas.toolbox.letters import W, X, Y, Z, ordered, share, textbook_lemma, w, x, y, z
from lemmas.toolbox.tangents import exp_tangent
from proofkit.claims import at_least, at_most, greater, less
from proofkit.proof import Chain

lemma = textbook_lemma("shares", "Sums and shares of exponentials", (X, Y, Z, W), __doc__)
total = exp(x) + exp(y)

mean = w * x + (1 - w) * y
lemma.claim(
    "convex",
    at_least(w * exp(x) + (1 - w) * exp(y), exp(mean)),
    Chain(w * exp(x) + (1 - w) * exp(y))
    .equals(
        exp(mean) * (w * exp((1 - w) * (x - y)) + (1 - w) * exp(w * (y - x))),
        "take out the exponential of the mean",
    )
    .at_least(
        exp(mean) * (w * (1 + (1 - w) * (x - y)) + (1 - w) * (1 + w * (y - x))),
        "the tangent at 0, twice",
        by=(exp_tangent(x=(1 - w) * (x - y)), exp_tangent(x=w * (y - x))),
    )
    .equals(exp(mean), "the slopes cancel"),
    extra=share,
)
middle = lemma.claim("middle", at_least(total, 2 * exp((x + y) / 2)))
lemma.claim("sum-lower", at_least(log(total), x))
lemma.claim("sum-upper", at_most(log(total), x + log(2)), extra=[ordered])
lemma.claim(
    "sum-mean",
    at_least(log(total), (x + y) / 2 + log(2)),
    Chain(log(total))
    .at_least(log(2 * exp((x + y) / 2)), "arithmetic and geometric mean", by=middle)
    .equals((x + y) / 2 + log(2), "the logarithm of a product"),
)
lemma.claim("positive", greater(exp(x) / total, 0))
lemma.claim("below-one", less(exp(x) / total, 1))
lemma.claim("larger", at_least(exp(x) / total, Rational(1, 2)), extra=[ordered])
lemma.claim(
    "monotone", at_most(exp(y) / (exp(y) + exp(z)), exp(x) / (exp(x) + exp(z))), extra=[ordered]
)
lemma.claim("ratio", at_most(exp(y) / total, exp(y - x)))
lemma.claim("both", at_most(exp(x) / total * exp(y) / total, Rational(1, 4)))
