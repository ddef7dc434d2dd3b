"""Sparsemax: the point of the probability simplex nearest to the scores."""

from __future__ import annotations

from sympy import Expr, Max, Min

from proofkit.attention import opinions
from proofkit.attention.mechanisms.mechanism import Half, Mechanism
from proofkit.attention.units import Projection

FORMULA = "f = the nearest point of the simplex to the scores"


def spread(gap: Expr, count: Expr) -> Expr:
    """The weight of the key that stands out, as long as all keys have some."""
    return (1 + (count - 1) * gap) / count


def _anywhere(gap: Expr, count: Expr) -> Expr:
    return Max(0, Min(1, spread(gap, count)))


one_hot = Projection("sparsemax", lambda gap, count: count / count, opinions.sparsemax, FORMULA)
"""Sparsemax where the gap is at least 1."""

_whole = Projection("sparsemax", _anywhere, opinions.sparsemax, FORMULA)


mechanism = Mechanism(
    "sparsemax",
    title="Sparsemax",
    about="f of the needle = min(1, (1 + (n - 1)*gap)/n): one-hot from a gap of 1 on",
    cost="n^2*(d + log(n))",
    unit=lambda: _whole,
    half=Half("gap >= (n - 2)/(2*(n - 1)), where gap = a*(1 + a)*log(n)"),
    source="Martins and Astudillo, arXiv 1602.02068",
)
