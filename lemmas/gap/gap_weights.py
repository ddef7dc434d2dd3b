"""Weights when scores lie a gap apart: softmax lets a spike win, linear attention leaves it
a share of order 1/n.

Each claim is for every choice of scores in the ranges. The first step of a chain moves to
the extreme choice: a weight grows with the token's own score and falls with the others',
so that it is greatest with its own score at the ceiling and the others at the floor.
"""

from sympy import Rational

from lemmas.gap.scores import (
    ceiling,
    exp0,
    exp1,
    exp1_spike,
    floor,
    lin0,
    lin1,
    lin1_spike,
    on_gap,
    spike,
)
from lemmas.notation import make_lemma, n
from proofkit.claims import at_least, at_most
from proofkit.proof import Chain

lemma = make_lemma(
    "gap-weights",
    "Weights of scores a gap apart",
    on_gap,
    (exp0, exp1, exp1_spike, lin0, lin1, lin1_spike),
    __doc__,
    source="Lemma 4.1",
    section="Section 4",
)
extreme = "greatest when the own score is at the ceiling and the others at the floor"

# Softmax

lemma.claim(
    "softmax-d0",
    at_most(exp0.f("own"), n ** (ceiling - floor - 1)),
    Chain(exp0.f("own"))
    .at_most(n**ceiling / (n**ceiling + (n - 1) * n**floor), extreme)
    .at_most(n**ceiling / (n * n**floor), "ceiling >= floor, so alpha >= n*n^floor")
    .equals(n ** (ceiling - floor - 1), "add exponents"),
)
lemma.claim(
    "softmax-d1-spike",
    at_least(exp1_spike.f("spike"), Rational(1, 2)),
    Chain(exp1_spike.f("spike"))
    .at_least(
        n**spike / (n**spike + (n - 1) * n**ceiling), "least when its rivals are at the ceiling"
    )
    .at_least(n**spike / (n**spike + n ** (1 + ceiling)), "n - 1 <= n")
    .at_least(Rational(1, 2), "spike >= 1 + ceiling, so n^(1 + ceiling) <= n^spike"),
)
lemma.claim(
    "softmax-d1-rest",
    at_most(exp1.f("own"), n ** (ceiling - spike)),
    Chain(exp1.f("own"))
    .at_most(n**ceiling / (n**ceiling + n**spike + (n - 2) * n**floor), extreme)
    .at_most(n**ceiling / n**spike, "keep only the spike's term of alpha")
    .equals(n ** (ceiling - spike), "subtract exponents"),
)

# Linear attention

lemma.claim(
    "linear-d0",
    at_most(lin0.f("own"), ceiling / (floor * n)),
    Chain(lin0.f("own"))
    .at_most(ceiling / (ceiling + (n - 1) * floor), extreme)
    .at_most(ceiling / (floor * n), "ceiling >= floor"),
)
lemma.claim(
    "linear-d1-spike",
    at_most(lin1_spike.f("spike"), spike / (floor * n)),
    Chain(lin1_spike.f("spike"))
    .at_most(spike / (spike + (n - 1) * floor), "greatest when the others are at the floor")
    .at_most(spike / (floor * n), "spike >= 1 + ceiling >= floor"),
)
lemma.claim(
    "linear-d1-rest",
    at_most(lin1.f("own"), ceiling / (floor * n)),
    Chain(lin1.f("own"))
    .at_most(ceiling / (ceiling + spike + (n - 2) * floor), extreme)
    .at_most(ceiling / (floor * n), "ceiling >= floor and spike >= floor"),
)
