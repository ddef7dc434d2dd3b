"""ReLU of the score, `u = max(z, 0)`."""

from __future__ import annotations

from sympy import Max

from proofkit.attention.mechanisms.mechanism import Half, Mechanism
from proofkit.attention.units import Unit


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
