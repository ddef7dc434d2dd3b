"""Taylor softmax of any order k: the needle is worth at most `(1 + a1)^k` other keys.

By induction. Let `U` and `u` be the sums up to the power k for the needle and for another key
with the score x, so that the needle's score is `(1 + a1)*x`. At order 0 both sums are 1. The claim
`step` takes the bound from k to k + 1, whatever positive factor r (it is `1/(k + 1)!`) the next
power has. So up to an order of `log(n - 1)/log(1 + a1)` the needle gets half of the attention at
most; the lemma taylor-order-needed turns this round.
"""

from sympy import Rational, exp, log, symbols

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.notation import D1, a1, also, n, on_d1
from proofkit.attention import linear
from proofkit.attention.query import Query
from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.parameters import Parameter
from proofkit.proof import Chain

k = symbols("k", integer=True)
x, U, u, r = symbols("x U u r", real=True)
asked = Query(D1, linear, {"needle": U, "sibling": u, "other": u}, "T")
f_N, half = asked.f("needle"), Rational(1, 2)
worth = (1 + a1) ** k
order_lower = Hypothesis("k-lower", at_least(k, 0))
u_positive = Hypothesis("u-positive", greater(u, 0))
so_far = Hypothesis("so-far", at_most(U, worth * u))

lemma = mechanism_lemma(
    "taylor-order",
    "Taylor softmax of any order",
    also(
        on_d1,
        Parameter("k", "4", "an order", integer=True, least=0),
        Parameter("x", "2", "the score of another key"),
        Parameter("U", "30", "the needle's sum of powers up to k"),
        Parameter("u", "7", "another key's sum of powers up to k"),
        Parameter("r", "1/120", "the factor of the next power"),
        order_lower,
        Hypothesis("x-positive", greater(x, 0)),
        Hypothesis("r-lower", at_least(r, 0)),
        u_positive,
        Hypothesis("more", at_least(U, u)),
        so_far,
    ),
    (asked,),
    __doc__,
)
next_needle, next_other = U + r * ((1 + a1) * x) ** (k + 1), u + r * x ** (k + 1)
after = (1 + a1) ** (k + 1)
lemma.claim(
    "step",
    at_most(next_needle, after * next_other),
    Chain(next_needle)
    .at_most(worth * u + r * ((1 + a1) * x) ** (k + 1), "the sums up to k")
    .equals(worth * u + after * r * x ** (k + 1), "a power of a product")
    .at_most(after * u + after * r * x ** (k + 1), "(1 + a1)^k <= (1 + a1)^(k + 1)")
    .equals(after * next_other, "take out the power"),
)
lemma.claim(
    "step-more",
    at_least(next_needle, next_other),
    Chain(next_needle)
    .at_least(u + r * ((1 + a1) * x) ** (k + 1), "the sums up to k")
    .at_least(next_other, "the needle scores more"),
)
weight = Chain(f_N).equals(U / (U + (n - 1) * u), "the definition of f")
lemma.claim(
    "f-N-most", at_most(f_N, worth / n), weight.at_most(worth / n, "u <= U <= (1 + a1)^k*u")
)
k_short = Hypothesis("k-short", at_most(k, log(n - 1) / log(1 + a1)))
short = lemma.claim(
    "order-short",
    at_most(worth, n - 1),
    Chain(worth)
    .equals(exp(k * log(1 + a1)), "a power is an exponential")
    .at_most(exp(log(n - 1)), "k*log(1 + a1) <= log(n - 1)")
    .equals(n - 1, "undo the logarithm"),
    extra=(k_short,),
)
lemma.claim(
    "f-N-short",
    at_most(f_N, half),
    weight.at_most(worth * u / (worth * u + (n - 1) * u), "U <= (1 + a1)^k*u")
    .at_most((n - 1) * u / ((n - 1) * u + (n - 1) * u), "(1 + a1)^k <= n - 1", by=short)
    .equals(half, "cancel"),
    extra=(k_short,),
)
