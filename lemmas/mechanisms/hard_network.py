"""Hard attention hears every needle, that of D0 too: too sharp fails like too blunt.

The key with the highest score takes all, and for the needle's own query that is the needle at any
strength above 0. So the context is the needle's row, whose own column brings b to every neuron with
the right two signs: with `b >= a0 + 11/100` one in four hears D0 at least, so that m of them are
all silent but with probability `(3/4)^m` at most.
"""

from sympy import Rational

from lemmas.mechanisms.preference import mechanism_lemma
from lemmas.notation import (
    D0,
    NEURONS,
    a0,
    any_d0,
    b,
    c,
    d,
    directly,
    given,
    layout_hypotheses,
    m,
    strength_hypotheses,
)
from lemmas.separation.silence import claim_fires, hears, m_range, tau
from proofkit.attention import Attention, ones
from proofkit.attention.mechanisms.hard import one_hot
from proofkit.claims import Hypothesis, at_least, at_most, equal, greater
from proofkit.events import P, none, some
from proofkit.proof import Chain

attention = Attention(D0, one_hot, ones)
row = {"needle": a0, "own": b, "class": Rational(0), "bias": c}
context = {column: attention.context("needle", column) for column in row}

lemma = mechanism_lemma(
    "hard-network",
    "Hard attention on D0",
    given(
        *any_d0.parameters,
        NEURONS,
        *layout_hypotheses,
        Hypothesis("a0-positive", greater(a0, 0)),
        *strength_hypotheses,
        Hypothesis("b-large", at_least(b, a0 + Rational(11, 100))),
        m_range,
    ),
    (attention,),
    __doc__,
)
copied = lemma.claim(
    "context",
    [
        (column, *directly(equal(context[column], entry), "the needle's own row"))
        for column, entry in row.items()
    ],
)
event = hears(attention, "needle")
heard = lemma.claim(
    "probability",
    *directly(
        at_least(P(event), Rational(1, 4)),
        "fix the signs of the own and the bias column at +1; the needle's takes back a0 at most",
        given=Chain(
            context["own"] + context["bias"] - context["needle"] - (d - 3) * context["class"]
        )
        .equals(b + c - a0, "the context is the needle's own row", by=copied)
        .more_than(tau, "b >= a0 + 11/100"),
    ),
)
row_events = (event, hears(attention, "other"))
fires, silent = P(some(m, *row_events)), P(none(m, *row_events))
quiet = Rational(3, 4)
few = quiet**m
fired = claim_fires(lemma, "fires", fires, quiet, "each of which hears the needle's query", heard)
lemma.claim("silent", *directly(at_most(silent, few), "the opposite", by=fired))
