"""The least strength of the needle at which softmax gives it half of the attention.

Half takes `n^p1 >= n - 1`, with `p1 = a1*(1 + a1)`: a quadratic inequality once logarithms are
taken. Its root `least` depends on n and lies below the golden value `(sqrt(5) - 1)/2` for every n,
so that the golden value is what one strength for all n comes to.
"""

from sympy import Rational, exp, log, sqrt

from lemmas.notation import D1, a1, also, any_d1, directly, n, p1
from lemmas.scaling import scaling_lemma
from proofkit.attention import Attention, ones, softmax
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.lemma import Definitions
from proofkit.proof import Chain

attention = Attention(D1, softmax, ones)
f_NN = attention.f("needle", "needle")
half = Rational(1, 2)
share = log(n - 1) / log(n)
quantities = Definitions()
value = (sqrt(1 + 4 * share) - 1) / 2
least = quantities.let("least", value, "the root of x*(1 + x) = log(n - 1)/log(n)")

lemma = scaling_lemma(
    "least-strength",
    "The least strength of the needle",
    also(any_d1, Hypothesis("a1-positive", at_least(a1, 0))),
    (attention, quantities),
    __doc__,
)
share_positive = lemma.claim("share-positive", *directly(at_least(share, 0), "n - 1 >= 1"))
share_most = lemma.claim(
    "share-most",
    at_most(share, 1),
    Chain(share).at_most(log(n) / log(n), "n - 1 <= n").equals(1, "cancel"),
)
root = lemma.claim(
    "root",
    equal(least * (1 + least), share),
    Chain(least * (1 + least))
    .equals((sqrt(1 + 4 * share) ** 2 - 1) / 4, "multiply out", by=share_positive)
    .equals(share, "the square of a root", by=share_positive),
)
least_positive = lemma.claim(
    "least-positive",
    at_least(least, 0),
    Chain(least)
    .equals(value, "its definition")
    .at_least((sqrt(1) - 1) / 2, "share >= 0", by=share_positive)
    .equals(0, "sqrt 1 = 1"),
)
lemma.claim(
    "golden",
    at_most(least, (sqrt(5) - 1) / 2),
    Chain(least)
    .equals(value, "its definition")
    .at_most((sqrt(5) - 1) / 2, "log(n - 1) <= log n", by=share_most),
)
strong = Hypothesis("a1-strong", at_least(a1, value))
enough = lemma.claim(
    "p1-enough",
    at_least(p1, share),
    Chain(p1)
    .at_least(least * (1 + least), "x*(1 + x) grows with x >= 0", by=least_positive)
    .equals(share, "the root", by=root),
    extra=(strong,),
)
lemma.claim(
    "f-NN",
    at_least(f_NN, half),
    Chain(f_NN)
    .equals(1 / (1 + (n - 1) * n ** (-p1)), "divide by u_NN")
    .at_least(1 / (1 + (n - 1) * n ** (-share)), "p1 >= log(n - 1)/log n", by=enough)
    .equals(1 / (1 + (n - 1) * exp(-log(n - 1))), "n^x = exp(x*log n)")
    .equals(half, "cancel n - 1"),
    extra=(strong,),
)
half_taken = Hypothesis("half-taken", at_least(n**p1, n - 1))
exponent = lemma.claim(
    "p1-needed",
    at_least(p1, share),
    Chain(p1)
    .equals(log(n**p1) / log(n), "the logarithm of a power")
    .at_least(share, "n^p1 >= n - 1, as half of the weight takes"),
    extra=(half_taken,),
)
lemma.claim(
    "a1-needed",
    at_least(a1, least),
    Chain(a1)
    .equals(least + (p1 - least * (1 + least)) / (1 + a1 + least), "a difference of two squares")
    .equals(least + (p1 - share) / (1 + a1 + least), "the root", by=root)
    .at_least(least, "p1 is at least log(n - 1)/log n", by=(exponent, least_positive)),
    extra=(half_taken,),
)
