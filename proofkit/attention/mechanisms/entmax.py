"""Entmax with alpha = 3/2: between softmax and sparsemax, `f = max(0, z/2 - tau)^2`."""

from __future__ import annotations

from sympy import Expr, sqrt

from proofkit.attention import opinions
from proofkit.attention.mechanisms.mechanism import Half, Mechanism
from proofkit.attention.units import Projection, by_sign

FORMULA = "f = max(0, z/2 - tau)^2 with tau such that f sums to 1"


def spread(gap: Expr, count: Expr) -> Expr:
    """The weight of the key that stands out, as long as all keys have some: the others' is
    `x^2` with `(x + gap/2)^2 + (count - 1)*x^2 = 1`."""
    others = (sqrt(4 * count - (count - 1) * gap**2) - gap) / (2 * count)
    return (others + gap / 2) ** 2


def _anywhere(gap: Expr, count: Expr) -> Expr:
    square = (count - 1) * gap**2
    inside = by_sign(gap - 2, spread(gap, count), 1, 1)
    below = by_sign(square - 4, spread(gap, count), 0, 0)
    return by_sign(gap, below, inside, inside)


one_hot = Projection("entmax", lambda gap, count: count / count, opinions.entmax, FORMULA)
"""Entmax where the gap is at least 2."""

_whole = Projection("entmax", _anywhere, opinions.entmax, FORMULA)


mechanism = Mechanism(
    "entmax",
    title="Entmax with alpha = 3/2",
    about="f = max(0, z/2 - tau)^2: one-hot from a gap of 2 on",
    cost="n^2*(d + log(n))",
    unit=lambda: _whole,
    half=Half("gap >= sqrt(2)*(1 - 1/sqrt(n - 1)), where gap = a*(1 + a)*log(n)"),
    source="Peters, Niculae and Martins, arXiv 1905.05702",
)
