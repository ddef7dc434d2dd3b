"""Softmax on D1, one neuron: with probability at least 1/8 its signs let the needle through.

A neuron with signs +1 at the needle, own and bias columns gets `c` from the bias and at
least `a1/2 + b/2` from the needle and own columns. The class columns, whatever their signs,
take back what they have: no more than `b/2`, since a row of weights sums to 1 and the needle
has half of it. What is left is `c + a1/2`, above the threshold `c + 1/10`, for every n >= 2.

`margin` takes a longer way, through the powers of n that bound each weight, and needs n >= 4.
"""

from sympy import Rational

from lemmas.notation import a1, b, c, d, directly, make_lemma, n, p1
from lemmas.separation import softmax_d1_context as context
from lemmas.separation.silence import COLUMNS, hears, tau
from proofkit.claims import Hypothesis, at_least, greater
from proofkit.events import P
from proofkit.proof import Chain

attention = context.attention
claims = context.lemma.claims
n_large = Hypothesis("n-large", at_least(n, 4))

lemma = make_lemma(
    "softmax-d1-signs",
    "One softmax neuron on D1",
    context.lemma,
    (attention,),
    __doc__,
    section="Appendix D",
)

needle, own, other, bias = (attention.context("needle", column) for column in COLUMNS)
fires = hears(attention, "needle")

lemma.claim(
    "margin",
    greater(a1 / 2 + b / 2 - b * n ** (1 - p1), Rational(1, 10)),
    Chain(a1 / 2 + b / 2 - b * n ** (1 - p1))
    .equals(a1 / 2 + b * (Rational(1, 2) - n ** (1 - p1)), "collect b")
    .more_than(Rational(1, 10), "a1 >= 7/10, b <= 9/10 and n^(1 - p1) <= 4^(-19/100)"),
    extra=(n_large,),
)
lemma.claim(
    "probability",
    *directly(
        at_least(P(fires), Rational(1, 8)),
        "fix three signs at +1; the class columns take back at most all they have",
        given=Chain(needle + own + bias - (d - 3) * other)
        .at_least(a1 / 2 + own + bias - (d - 3) * other, "needle", by=claims["needle-lower"])
        .at_least(a1 / 2 + b / 2 + bias - (d - 3) * other, "own", by=claims["own-lower"])
        .at_least(a1 / 2 + b / 2 + c - (d - 3) * other, "bias", by=claims["bias"])
        .at_least(a1 / 2 + b / 2 + c - b / 2, "class", by=claims["class-share"])
        .more_than(tau, "a1/2 >= 7/20 > 1/10"),
    ),
)
lemma.claim(
    "probability-symmetric",
    *directly(
        at_least(P(fires), Rational(1, 16)),
        "fix three signs at +1; the class columns add up to >= 0 with probability 1/2 or more",
        given=Chain(needle + own + bias)
        .at_least(a1 / 2 + own + bias, "needle", by=claims["needle-lower"])
        .at_least(a1 / 2 + b / 2 + bias, "own", by=claims["own-lower"])
        .at_least(a1 / 2 + b / 2 + c, "bias", by=claims["bias"])
        .more_than(tau, "a1/2 + b/2 >= 7/20 + 1/20"),
    ),
)
