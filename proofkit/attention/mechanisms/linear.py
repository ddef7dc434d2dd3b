"""Linear attention, `u = z`: the score itself."""

from __future__ import annotations

from proofkit.attention.mechanisms.mechanism import Half, Mechanism
from proofkit.attention.units import linear

mechanism = Mechanism(
    "linear",
    title="Linear attention",
    about="u = z: the needle is worth 1 + a others, whatever n is",
    cost="n*d^2",
    unit=lambda: linear,
    half=Half("a >= n - 2", lambda a, n: n - 2),
    provenance="R",
    source="arXiv 2310.11685",
)
