"""Many weak votes: how seldom a sum of random signs goes astray.

Of `k` signs, each +1 or -1 with probability 1/2, the sum reaches `r*k` with probability
at most `exp(-r^2*k/2)`: Hoeffding's inequality, which is cited as an axiom. A share `r`
of the votes is lost exponentially seldom, and of `m` independent polls none is misled
but with a small probability. At the defaults all of it is decided exactly, without the
inequality.
"""

from sympy import Integer, exp, symbols

from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.events import P, none, reaches
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

k, m, r = symbols("k m r", real=True)

lemma = Lemma(
    "noisy-vote",
    title="Many weak votes seldom go astray",
    source="Hoeffding 1963",
    provenance="R",
    section="With probabilities",
    parameters=(
        Parameter("k", "100", "voters", integer=True, least=1),
        Parameter("m", "5", "independent polls", integer=True, least=1),
        Parameter("r", "2/5", "the share by which a poll is misled"),
    ),
    hypotheses=(
        Hypothesis("k-range", at_least(k, 1)),
        Hypothesis("m-range", at_least(m, 1)),
        Hypothesis("r-lower", at_least(r, 0)),
    ),
    about=__doc__,
)

misled = reaches(r * k, Integer(1), k)
bound = exp(-(r**2) * k / 2)
one = lemma.claim(
    "one-poll",
    at_most(P(misled), bound),
    Chain(P(misled)).at_most(
        bound, "Hoeffding, with k squared weights", given=Chain(k).at_most(k, "k ones")
    ),
)
lemma.claim(
    "all-polls",
    at_least(P(none(m, misled)), 1 - m * bound),
    Chain(P(none(m, misled))).at_least(1 - m * bound, "union bound over the polls", by=one),
)
