"""Random features for softmax: unbiased, with a variance that the scores blow up.

Positive random features estimate `SM = exp(x.y)`. Their variance is known; relative to SM^2 it is
at most `exp(z)/features`, where z is the squared length of x + y. Scores like those of the needle,
of order log n, need a power of n of them.

The variance is from Choromanski et al., "Rethinking Attention with Performers".
"""

from sympy import exp, symbols

from lemmas.neighbours import neighbour_lemma
from lemmas.notation import directly, given
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.lemma import Definitions
from proofkit.parameters import Parameter
from proofkit.proof import Chain

z, features, dot = symbols("z features dot", real=True)
quantities = Definitions()
SM = quantities.let("SM", exp(dot), "what softmax makes of a query x and a key y")
variance = quantities.let(
    "variance",
    exp(z) * SM**2 * (1 - exp(-z)) / features,
    "of the mean of positive random features, Lemma 2 of the source",
)

lemma = neighbour_lemma(
    "random-features",
    "The variance of random features",
    given(
        Parameter("z", "4", "the squared length of x + y"),
        Parameter("dot", "1", "the score x.y"),
        Parameter("features", "256", "random features", integer=True, least=1),
        Hypothesis("z-lower", at_least(z, 0)),
        Hypothesis("features-lower", at_least(features, 1)),
    ),
    (quantities,),
    __doc__,
    source="arXiv 2009.14794",
)
exact = lemma.claim(
    "relative",
    *directly(equal(variance / SM**2, (exp(z) - 1) / features), "the kernel's own size cancels"),
)
lemma.claim(
    "relative-most",
    at_most(variance / SM**2, exp(z) / features),
    Chain(variance / SM**2)
    .equals((exp(z) - 1) / features, "the kernel's own size cancels", by=exact)
    .at_most(exp(z) / features, "drop the 1"),
)
