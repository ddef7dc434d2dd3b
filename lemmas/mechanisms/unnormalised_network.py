"""Linear attention without normalisation: a sum of rows so loud that one in four fires at least.

The paper's summary says that linear attention lacks the normalisation of softmax. Taken at its
word, contexts are sums of rows weighted by scores, and the bias column alone gives `c*(n + a)*log
n`, above the threshold `c + 1/10` for n >= 3. So a neuron fires with probability at least 1/4, on
D0 and on D1 alike: linear attention is blind here by shouting, where the normalised one is blind by
silence.
"""

from sympy import Rational, log

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.notation import (
    D0,
    D1,
    NEEDLE_D0,
    NETWORK,
    a0,
    a0_lower,
    a1,
    also,
    any_d1,
    c,
    directly,
    m,
    n,
)
from lemmas.separation.silence import claim_fires, hears, m_range, tau
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.unnormalised import unit
from proofkit.claims import Hypothesis, at_least, at_most, equal
from proofkit.events import P, none, some
from proofkit.proof import Chain

cases = (("d0", Attention(D0, unit(), ones, "0"), a0), ("d1", Attention(D1, unit(), ones, "1"), a1))

lemma = mechanism_lemma(
    "unnormalised-network",
    "Linear attention without normalisation",
    also(
        any_d1,
        NEEDLE_D0,
        *NETWORK,
        a0_lower,
        Hypothesis("a1-positive", at_least(a1, 0)),
        Hypothesis("n-three", at_least(n, 3)),
        m_range,
    ),
    tuple(attention for _, attention, _ in cases),
    __doc__,
    source="Mechanism 2",
)
for data, attention, a in cases:
    bias = attention.context("other", "bias")
    loud = lemma.claim(
        f"bias-{data}",
        *directly(equal(bias, c * (n + a) * log(n)), "the scores of a row sum to (n + a)*log n"),
    )
    event = hears(attention, "other")
    heard = lemma.claim(
        f"probability-{data}",
        *directly(
            at_least(P(event), Rational(1, 4)),
            "fix the sign of the bias at +1; the rest adds up to >= 0 with probability 1/2 or more",
            given=Chain(bias)
            .equals(c * (n + a) * log(n), "the bias column", by=loud)
            .at_least(c * n * log(n), f"{a} >= 0")
            .at_least(3 * c * log(n), "n >= 3")
            .at_least(3 * c, "log 3 > 1")
            .more_than(tau, "2*c >= 1/5 > 1/10"),
        ),
    )
    rows, quiet = (hears(attention, "needle"), event), Rational(3, 4)
    fires, silent, few = P(some(m, *rows)), P(none(m, *rows)), quiet**m
    fired = claim_fires(lemma, f"fires-{data}", fires, quiet, "each of which hears it", heard)
    lemma.claim(f"silent-{data}", *directly(at_most(silent, few), "the opposite", by=fired))
