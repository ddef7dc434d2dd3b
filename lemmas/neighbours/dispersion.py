"""Dispersion: with logits in a band, softmax spreads out over a long text, however it is trained.

Logits between 0 and G differ by a factor of at most `e^G` after the exponential. So no token gets
more than `e^G/(e^G + n - 1)`, nor less than `1/(1 + (n - 1)*e^G)`: both go to 0 like 1/n, and
nobody has more than half once `e^G <= n - 1`. Every token carries a surprise `log(1/f)` of at least
`log n - G`, and so does their weighted mean, the entropy: of the other tokens' weights `1 - f` only
the mean surprise matters, `rest`.

After Velickovic et al., "softmax is not enough (for sharp out-of-distribution)".
"""

from sympy import Rational, exp, log, symbols

from lemmas.neighbours import neighbour_lemma
from lemmas.neighbours.logits import G, band, on_band
from lemmas.notation import also, directly, n
from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.parameters import Parameter
from proofkit.proof import Chain

f = band.f("own")
E = exp(G)
rest = symbols("rest", real=True)

lemma = neighbour_lemma(
    "dispersion",
    "Bounded logits disperse",
    also(on_band, Parameter("rest", "7", "the mean surprise of the other tokens")),
    (band,),
    __doc__,
    source="arXiv 2410.01104",
)
most = lemma.claim(
    "most",
    *directly(at_most(f, E / (E + n - 1)), "greatest with the own logit at G and the others at 0"),
)
lemma.claim(
    "least",
    *directly(
        at_least(f, 1 / (1 + (n - 1) * E)), "least with the own logit at 0 and the others at G"
    ),
)
lemma.claim(
    "half",
    at_most(f, Rational(1, 2)),
    Chain(f)
    .at_most(E / (E + n - 1), "the band", by=most)
    .equals(1 / (1 + (n - 1) / E), "divide by e^G")
    .at_most(1 / (1 + (n - 1) / exp(log(n - 1))), "e^G <= n - 1")
    .equals(Rational(1, 2), "cancel n - 1"),
    extra=(Hypothesis("n-three", at_least(n, 3)), Hypothesis("G-upper", at_most(G, log(n - 1)))),
)
one_of = lemma.claim(
    "log-most",
    at_most(log(f), G - log(n)),
    Chain(log(f))
    .at_most(log(E / (E + n - 1)), "the band", by=most)
    .at_most(log(E / n), "e^G >= 1")
    .equals(G - log(n), "the logarithm of a quotient"),
)
surprise = lemma.claim(
    "surprise",
    at_least(log(1 / f), log(n) - G),
    Chain(log(1 / f))
    .equals(-log(f), "the logarithm of an inverse")
    .at_least(log(n) - G, "a weight is at most e^G/n", by=one_of),
)
entropy = f * log(1 / f) + (1 - f) * rest
lemma.claim(
    "entropy",
    at_least(entropy, log(n) - G),
    Chain(entropy)
    .at_least(f * (log(n) - G) + (1 - f) * rest, "its own surprise", by=surprise)
    .at_least(f * (log(n) - G) + (1 - f) * (log(n) - G), "everybody else's")
    .equals(log(n) - G, "the weights add up to 1"),
    extra=(Hypothesis("rest-lower", at_least(rest, log(n) - G)),),
)
