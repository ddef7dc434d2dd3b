"""Retrieval: one step of a Hopfield network, or one key asked for among n, with a margin.

The right key's score is at least `margin` above every other, at inverse temperature lam. Then it
has all of the attention but at most `(n - 1)*exp(-lam*margin)`, and what is retrieved is off by at
most 2*M times that, for values of size at most M. Log-sum-exp, the energy that such a step
descends, is lam times the greatest score, up to log n.

Compare Ramsauer et al., "Hopfield Networks is All You Need".
"""

from sympy import Integer, exp, log, symbols

from lemmas.neighbours import neighbour_lemma
from lemmas.notation import also, directly, n, on_layout
from proofkit.attention import softmax
from proofkit.attention.scores import Scores, Token
from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.parameters import Parameter
from proofkit.proof import Chain

lam, margin, depth, M = symbols("lam margin depth M", real=True)
asked = Scores(
    "key",
    softmax,
    (Token("right", Integer(1), Integer(0)), Token("wrong", n - 1, -lam * (margin + depth))),
    -lam * (margin + depth),
    -lam * margin,
)
f = asked.f("right")
bound = (n - 1) * exp(-lam * margin)

lemma = neighbour_lemma(
    "retrieval",
    "Retrieval with a margin",
    also(
        on_layout,
        Parameter("lam", "1/2", "inverse temperature"),
        Parameter("margin", "20", "the right key's score above the next"),
        Parameter("depth", "0", "how far the others' mean is below that"),
        Parameter("M", "1", "the size of the largest value"),
        Hypothesis("lam-positive", greater(lam, 0)),
        Hypothesis("margin-lower", at_least(margin, 0)),
        Hypothesis("depth-lower", at_least(depth, 0)),
        Hypothesis("M-lower", at_least(M, 0)),
    ),
    (asked,),
    __doc__,
    source="arXiv 2008.02217",
)
margin_kept = lemma.claim(
    "margin",
    at_least(f, 1 / (1 + bound)),
    Chain(f)
    .equals(1 / (1 + (n - 1) * exp(-lam * (margin + depth))), "the definition of f")
    .at_least(1 / (1 + bound), "depth >= 0"),
)
lemma.claim(
    "error",
    at_most(2 * M * (1 - f), 2 * M * bound),
    Chain(2 * M * (1 - f))
    .at_most(2 * M * (1 - 1 / (1 + bound)), "the margin", by=margin_kept)
    .at_most(2 * M * bound, "1 - 1/(1 + x) <= x"),
)
below = exp(-lam * (margin + depth))
crowd = lemma.claim(
    "below", *directly(at_most(below, 1), "no other score is above the right one's")
)
energy = log(1 + (n - 1) * below)
lemma.claim(
    "energy",
    [
        ("at least the maximum", *directly(at_least(energy, 0), "log 1 = 0")),
        (
            "at most log n more",
            *directly(at_most(energy, log(n)), "no term is above the maximum", by=crowd),
        ),
    ],
)
