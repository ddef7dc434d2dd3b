"""A universal lower law: whoever normalises fires on D0 with probability >= 2^-d, so d must grow.

Any weights that are not negative and add up to 1 will do. Where all d signs of a neuron are +1,
which has probability 2^-d, the identity columns give all of b and the bias all of c: `b > 1/10`
is heard. So m neurons stay silent with probability `(1 - 2^-d)^m` at most. Where that is to be
delta or more, `d >= log(m/log(1/delta))/log 2`, whatever the mechanism: the columns that are
enough, `2 + 800*b^2*log(2*m/delta)`, are of the same order in m.
"""

from sympy import Rational, exp, log

from lemmas.mechanisms.preference import hears, units_of, whatever
from lemmas.notation import (
    D0,
    NETWORK,
    a0,
    a0_lower,
    also,
    any_d0,
    b,
    c,
    d,
    delta,
    directly,
    m,
    n,
    t,
)
from lemmas.scaling import scaling_lemma
from lemmas.separation.silence import COLUMNS, claim_fires, network_ranges, tau
from lemmas.toolbox.tangents import log_one_plus
from proofkit.claims import Hypothesis, at_least, at_most, equal, greater
from proofkit.events import P, none, some
from proofkit.proof import Chain

any_ = whatever(D0, "V")

lemma = scaling_lemma(
    "lower-law",
    "Whoever normalises needs many columns",
    also(
        any_d0,
        *NETWORK,
        a0_lower,
        Hypothesis("b-heard", greater(b, Rational(1, 10))),
        *units_of("the mechanism"),
        *network_ranges,
    ),
    (any_,),
    __doc__,
)
needle, own, other, bias = (any_.context(column) for column in COLUMNS)
f_N, f_S, f_O = (any_.f(role) for role in ("needle", "sibling", "other"))
everything = needle + own + (d - 3) * other + bias
total = f_N + (t - 1) * f_S + (n - t) * f_O
normalised = lemma.claim("normalised", *directly(equal(total, 1), "f = u/alpha"))
all_heard = lemma.claim(
    "all-signs",
    equal(everything, a0 * f_N + b + c),
    Chain(everything)
    .equals(a0 * f_N + (b + c) * total, "every token has one entry b and one entry c")
    .equals(a0 * f_N + b + c, "the weights add up to 1", by=normalised),
)
event = hears(any_)
chance = Rational(1, 2) ** d
heard = lemma.claim(
    "probability",
    *directly(
        at_least(P(event), chance),
        "fix all d signs at +1",
        given=Chain(everything)
        .equals(a0 * f_N + b + c, "nothing is lost", by=all_heard)
        .at_least(b + c, "a0 >= 0")
        .more_than(tau, "b > 1/10"),
    ),
)
at_most_one = lemma.claim("chance-most", *directly(at_most(chance, 1), "d >= 0"))
fires, silent = P(some(m, event)), P(none(m, event))
spoken = claim_fires(
    lemma, "fires", fires, 1 - chance, "each of which hears it", heard, at_most_one
)
few = lemma.claim(
    "silent", *directly(at_most(silent, (1 - chance) ** m), "the opposite", by=spoken)
)
rare = (1 - chance) ** m
small = lemma.claim(
    "exponential",
    at_most(rare, exp(-m * chance)),
    Chain(rare)
    .equals(exp(m * log(1 - chance)), "a power is an exponential")
    .at_most(exp(m * -chance), "log(1 + x) <= x", by=log_one_plus(x=-chance))
    .equals(exp(-m * chance), "the sign"),
)
lemma.claim(
    "silent-exponential",
    at_most(silent, exp(-m * chance)),
    Chain(silent)
    .at_most((1 - chance) ** m, "m neurons", by=few)
    .at_most(exp(-m * chance), "1 - x <= exp(-x)", by=small),
)
quiet = Hypothesis("quiet", at_least(rare, delta))
in_logarithms = lemma.claim(
    "logarithm",
    at_most(log(rare), -m * chance),
    Chain(log(rare))
    .equals(m * log(1 - chance), "the logarithm of a power")
    .at_most(-m * chance, "log(1 + x) <= x", by=log_one_plus(x=-chance)),
)
budget = lemma.claim(
    "budget",
    at_most(m * chance, log(1 / delta)),
    Chain(m * chance)
    .at_most(-log(rare), "in logarithms", by=in_logarithms)
    .at_most(-log(delta), "silence keeps a probability of delta")
    .equals(log(1 / delta), "the sign"),
    extra=(quiet,),
)
doubled = lemma.claim(
    "doubled",
    *directly(at_least(2**d, m / log(1 / delta)), "m/2^d <= log(1/delta)", by=budget),
    extra=(quiet,),
)
lemma.claim(
    "columns",
    at_least(d, log(m / log(1 / delta)) / log(2)),
    Chain(d)
    .equals(log(2**d) / log(2), "the logarithm of a power")
    .at_least(log(m / log(1 / delta)) / log(2), "2^d is so large", by=doubled),
    extra=(quiet,),
)
