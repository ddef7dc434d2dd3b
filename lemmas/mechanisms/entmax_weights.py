"""Entmax with alpha = 3/2: between softmax and sparsemax, and it hears the needle of D1 as both do.

Weights are squares: among n keys of which one stands out by g, it has `top^2` and each other
`rest^2`, where `top - rest = g/2`. From a gap of 2 on the needle takes all. Half of the weight
takes `sqrt(2)*(1 - 1/sqrt(n - 1))`, less than `sqrt(2)` for every n, and the gap `p1*log n` of the
needle's own query on D1 is more than half takes, for every n.
"""

from types import SimpleNamespace

from sympy import Rational, log, sqrt, symbols

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.notation import D1, also, directly, n, on_d1, p1
from lemmas.toolbox.tangents import log_lower
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.entmax import one_hot
from proofkit.claims import Hypothesis, at_least, at_most, equal, greater
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

g, alpha = symbols("g alpha", real=True)
half = Rational(1, 2)
attention = Attention(D1, one_hot, ones)
gap, f_NN = attention.gap("needle"), attention.f("needle", "needle")
formulas = SimpleNamespace(definitions=attention.definitions)
"""Without a second opinion: NumPy knows any gap, the formula only those from 2 on."""
roots = Definitions()
rest = roots.let(
    "rest", (sqrt(4 * n - (n - 1) * g**2) - g) / (2 * n), "the root of each other key's weight"
)
top = roots.let("top", rest + g / 2, "the root of the weight of the key that stands out by g")
at_half = sqrt(2) * (1 - 1 / sqrt(n - 1))

lemma = mechanism_lemma(
    "entmax-weights",
    "Weights of entmax",
    also(
        on_d1,
        Parameter("g", "3/2", "a gap that leaves every key some weight"),
        Parameter("alpha", "2", "the parameter of entmax"),
        Hypothesis("g-lower", at_least(g, 0)),
        Hypothesis("g-upper", at_most(g, 2)),
        Hypothesis("alpha-lower", greater(alpha, 1)),
    ),
    (formulas, roots),
    __doc__,
)
square = 4 * n - (n - 1) * g**2
inside = lemma.claim("discriminant", *directly(at_least(square, g**2), "n*g^2 <= 4*n"))
total = top**2 + (n - 1) * rest**2
nearest = lemma.claim(
    "optimal",
    [
        (
            "they add up to 1",
            equal(total, 1),
            Chain(total)
            .equals(n * rest**2 + g * rest + g**2 / 4, "multiply out")
            .equals(1, "the quadratic equation that rest solves", by=inside),
        ),
        (
            "roots differ as half the scores do",
            *directly(equal(top - rest, g / 2), "the definition"),
        ),
        (
            "none is negative",
            *directly(at_least(rest, 0), "the square root is at least g", by=inside),
        ),
    ],
)
T, r = 1 / sqrt(2), 1 / sqrt(2 * (n - 1))
weight = (n - 1) * (rest + r)
lemma.claim(
    "half",
    equal(top - T, weight * (g - at_half) / (2 * (top + T + weight))),
    Chain(top - T)
    .equals((top**2 - T**2 + (top - T) * weight) / (top + T + weight), "multiply and divide")
    .equals(
        weight * (g - at_half) / (2 * (top + T + weight)),
        "so it has half exactly when g >= sqrt(2)*(1 - 1/sqrt(n - 1))",
        by=nearest,
    ),
)
exact = Chain(gap).equals(p1 * log(n), "(1 + a1)^2 - (1 + a1) = p1, times log n")
lemma.claim("gap", equal(gap, p1 * log(n)), exact)
six = Hypothesis("n-six", at_least(n, 6))
lemma.claim(
    "gap-half",
    at_least(gap, at_half),
    exact.at_least(Rational(119, 100) * log(n), "a1 >= 7/10")
    .at_least(Rational(3, 2) * log(n - 1) / 2, "119/100 >= 3/4 and log n >= log(n - 1)")
    .equals(Rational(3, 2) * log(sqrt(n - 1)), "the root halves the logarithm")
    .at_least(
        Rational(3, 2) * (1 - 1 / sqrt(n - 1)),
        "a logarithm above its bound",
        by=log_lower(x=sqrt(n - 1)),
    )
    .at_least(at_half, "sqrt(2) <= 3/2"),
)
lemma.claim(
    "one-hot",
    *directly(equal(f_NN, 1), "from a gap of 2 on the needle has all of the weight"),
    extra=(six,),
)
lemma.claim(
    "gap-least",
    at_least(gap, 2),
    exact.at_least(Rational(119, 100) * log(n), "a1 >= 7/10").at_least(2, "log 6 > 1.79"),
    extra=(six,),
)
beyond = 1 - (alpha - 1) * g
"""Entmax gives a key the power 1/(alpha - 1) of alpha - 1 times its score, above a level. Where
one key has all of the weight that level is 1 below the key itself, and the others are g below."""
lemma.claim(
    "alpha",
    *directly(
        equal(beyond, (alpha - 1) * (1 / (alpha - 1) - g)),
        "so the others have nothing exactly when g >= 1/(alpha - 1)",
    ),
)
