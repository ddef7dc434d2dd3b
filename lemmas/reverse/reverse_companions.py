"""Three more things that linear attention does and softmax does not, or the other way round.

`scale`: all queries times a factor. Linear weights do not change; softmax becomes `scale` times
colder. `copies`: every token r times. Mechanisms that normalise see no difference, whatever they
give the needle, its class and the others, while a plain sum of rows grows r times and, whatever n
is, fires from r = 3 on: a neuron with probability at least 1/4. `cost`: linear attention needs
fewer multiplications exactly when there are more tokens than columns.
"""

from dataclasses import replace

from sympy import Rational, log, symbols

from lemmas.mechanisms.preference import units_of, whatever
from lemmas.notation import D1, a1, also, any_d1, c, d, directly, n, t
from lemmas.reverse.data import reverse_lemma
from lemmas.separation.silence import COLUMNS, hears, tau
from proofkit.attention import Attention, DataSet, linear, ones, softmax
from proofkit.attention.mechanisms.unnormalised import unit
from proofkit.attention.query import Query
from proofkit.claims import Hypothesis, at_least, equal, greater
from proofkit.events import P
from proofkit.parameters import Parameter
from proofkit.proof import Chain

scale = symbols("scale", real=True)
r = symbols("r", positive=True)


def copied(data: DataSet) -> DataSet:
    """The data with every token r times."""
    needle, sibling, other = (replace(token, count=r * token.count) for token in data.tokens)
    spread = replace(other.spread, copies=r * t)
    return replace(data, tokens=(needle, sibling, replace(other, spread=spread)), arrange=None)


scores = {"needle": (1 + a1) * log(n), "sibling": log(n), "other": log(n)}
scaled = {role: scale * score for role, score in scores.items()}
plain, faster = Query(D1, linear, scores, "lin"), Query(D1, linear, scaled, "linS")
colder = Query(D1, softmax, scaled, "expS")
once, often = whatever(D1, "1"), whatever(copied(D1), "r")
summed = Attention(copied(D1), unit(), ones, "u")

lemma = reverse_lemma(
    "reverse-companions",
    "Scale, copies and cost",
    also(
        any_d1,
        Parameter("scale", "2", "factor of all queries"),
        Parameter("r", "3", "copies of every token", integer=True, least=1),
        Hypothesis("a1-positive", at_least(a1, 0)),
        Hypothesis("scale-positive", greater(scale, 0)),
        Hypothesis("r-lower", at_least(r, 1)),
        *units_of("any mechanism"),
    ),
    (plain, faster, colder, once, often, summed),
    __doc__,
)
lemma.claim(
    "scale-linear", *directly(equal(faster.f("needle"), plain.f("needle")), "the factor cancels")
)
preference = colder.u("needle") / colder.u("other")
lemma.claim(
    "scale-softmax",
    *directly(equal(preference, n ** (scale * a1)), "the factor stays in the exponent"),
)
lemma.claim(
    "copies-normalised",
    [
        (
            column,
            *directly(
                equal(often.context(column), once.context(column)),
                "r cancels in every weighted average",
            ),
        )
        for column in COLUMNS
    ],
)
bias = summed.context("other", "bias")
value = c * r * (n + a1) * log(n)
loud = lemma.claim(
    "copies-bias", *directly(equal(bias, value), "the scores of a row sum to r*(n + a1)*log n")
)
event = hears(summed, "other")
lemma.claim(
    "copies-summed",
    *directly(
        at_least(P(event), Rational(1, 4)),
        "fix the sign of the bias at +1; the rest adds up to >= 0 with probability 1/2 or more",
        given=Chain(bias)
        .equals(value, "the bias column", by=loud)
        .at_least(c * r * n * log(n), "a1 >= 0")
        .at_least(3 * c * n * log(n), "r >= 3")
        .at_least(6 * c * log(n), "n >= 2")
        .at_least(4 * c, "6*log 2 > 4")
        .more_than(tau, "3*c >= 3/10 > 1/10"),
    ),
    extra=(Hypothesis("r-three", at_least(r, 3)),),
)
saved = 2 * n**2 * d - 2 * n * d**2
lemma.claim(
    "cost",
    *directly(equal(saved, 2 * n * d * (n - d)), "so n*d^2 is less than n^2*d exactly when d < n"),
)
