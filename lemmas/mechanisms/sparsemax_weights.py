"""Sparsemax: the needle's weight grows linearly with the gap of its score, until it has all.

On D1 the gap of the needle's own query is `p1*log n`. Half of the weight takes a gap of just
`(n - 2)/(2*(n - 1))`, less than 1/2 for every n, and from a gap of 1 on the needle takes all:
that is so on D1 for every `n >= 3`.

Among n keys of which one stands out by g, sparsemax gives it `top`, the others `rest`. What makes
these the nearest point of the simplex is that they add up to 1, that none is negative, and that
weights differ as scores do.
"""

from types import SimpleNamespace

from sympy import Rational, log, symbols

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.notation import D1, also, directly, n, on_d1, p1
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.sparsemax import one_hot, spread
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

g = symbols("g", real=True)
half = Rational(1, 2)
attention = Attention(D1, one_hot, ones)
gap, f_NN = attention.gap("needle"), attention.f("needle", "needle")
formulas = SimpleNamespace(definitions=attention.definitions)
"""Without a second opinion: NumPy knows any gap, the formula only those from 1 on."""
weights = Definitions()
top = weights.let("top", spread(g, n), "the weight of the key that stands out by g")
rest = weights.let("rest", (1 - top) / (n - 1), "the weight of each other key")

lemma = mechanism_lemma(
    "sparsemax-weights",
    "Weights of sparsemax",
    also(
        on_d1,
        Parameter("g", "1/2", "a gap that leaves every key some weight"),
        Hypothesis("g-lower", at_least(g, 0)),
        Hypothesis("g-upper", at_most(g, 1)),
    ),
    (formulas, weights),
    __doc__,
)
three = Hypothesis("n-three", at_least(n, 3))
exact = Chain(gap).equals(p1 * log(n), "(1 + a1)^2 - (1 + a1) = p1, times log n")
lemma.claim("gap", equal(gap, p1 * log(n)), exact)
lemma.claim(
    "gap-least",
    at_least(gap, 1),
    exact.at_least(Rational(119, 100) * log(n), "a1 >= 7/10").at_least(1, "log 3 > 1"),
    extra=(three,),
)
total = top + (n - 1) * rest
lemma.claim(
    "nearest",
    [
        ("they add up to 1", *directly(equal(total, 1), "the others share the rest")),
        (
            "they differ as scores do",
            *directly(equal(top - rest, g), "(1 + (n - 1)*g)/n less (1 - g)/n"),
        ),
        (
            "none is negative",
            at_least(rest, 0),
            Chain(rest).equals((1 - g) / n, "share out").at_least(0, "g <= 1"),
        ),
    ],
)
at_half = (n - 2) / (2 * (n - 1))
lemma.claim(
    "half",
    *directly(
        equal(top - half, (n - 1) * (g - at_half) / n),
        "so it has half exactly when g >= (n - 2)/(2*(n - 1))",
    ),
)
lemma.claim("half-most", *directly(at_most(at_half, half), "n - 2 <= n - 1"))
lemma.claim(
    "one-hot",
    *directly(equal(f_NN, 1), "from a gap of 1 on the needle has all of the weight"),
    extra=(three,),
)
