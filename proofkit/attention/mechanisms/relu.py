"""ReLU of the score, `u = max(z, 0)`."""

from __future__ import annotations

from sympy import Max

from proofkit.attention import opinions
from proofkit.attention.mechanisms.mechanism import Half, Mechanism
from proofkit.attention.units import Kernel, Unit

positive = Kernel(
    "relu", lambda pair: pair.score, opinions.relu, "u = max(z, 0), of scores z >= 0", sums=True
)
"""The same where scores are not negative, with all-ones weights."""


def unit() -> Unit:
    """The positive part of the score."""
    return Unit("relu", lambda z: Max(z, 0))


mechanism = Mechanism(
    "relu",
    title="ReLU of the score",
    about="u = max(z, 0): on scores that are not negative it is linear attention",
    cost="n^2*d",
    unit=unit,
    half=Half("a >= n - 2", lambda a, n: n - 2),
)
