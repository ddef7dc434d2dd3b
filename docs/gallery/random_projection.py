"""So many dimensions keep all distances: the constants of a random projection.

In the elementary proof of Johnson and Lindenstrauss' lemma by Dasgupta and Gupta
(2003), the chance that a squared length grows by more than a factor `1 + e` is at most
`exp(k/2*(log(1 + e) - e))` in `k` dimensions. From `k = 4*log(n)/(e^2/2 - e^3/3)` on
that is at most `1/n^2`; with as much for shrinking, some projection does for all pairs
of `n` points at once.
"""

from sympy import exp, log, symbols

from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.lemma import Definitions, Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

n, k, e = symbols("n k e", real=True)

quantities = Definitions()
G = quantities.let("G", e**2 / 2 - e**3 / 3, "what the logarithm leaves")

lemma = Lemma(
    "random-projection",
    title="So many dimensions keep all distances",
    source="Dasgupta and Gupta 2003, Theorem 2.1",
    provenance="R",
    section="From another paper",
    parameters=(
        Parameter("n", "1000", "how many points", integer=True, least=2),
        Parameter("k", "6000", "dimensions", integer=True, least=1),
        Parameter("e", "1/10", "how much a squared length may grow"),
    ),
    hypotheses=(
        Hypothesis("n-range", at_least(n, 2)),
        Hypothesis("k-range", at_least(k, 1)),
        Hypothesis("e-positive", greater(e, 0)),
        Hypothesis("e-upper", at_most(e, 1)),
        Hypothesis("enough", at_least(k * (e**2 / 2 - e**3 / 3), 4 * log(n))),
    ),
    quantities=(quantities,),
    about=__doc__,
)

cubic = e - e**2 / 2 + e**3 / 3
series = lemma.claim(
    "series",
    at_most(log(1 + e), cubic),
    Chain(log(1 + e)).at_most(cubic, "equal at e = 0, and its derivative is larger"),
)
exponent = k / 2 * (log(1 + e) - e)
small = lemma.claim(
    "exponent",
    at_most(exponent, -2 * log(n)),
    Chain(exponent)
    .at_most(-k * G / 2, "log(1 + e) - e <= -G, by the series", by=series)
    .at_most(-2 * log(n), "k*G >= 4*log(n)"),
)
lemma.claim(
    "tail",
    at_most(exp(exponent), n**-2),
    Chain(exp(exponent)).at_most(n**-2, "the exponential rises", by=small),
)
