"""Polynomial attention, `u = z^degree`."""

from __future__ import annotations

from sympy import Expr, log

from proofkit.attention.mechanisms.mechanism import Argument, Half, Mechanism
from proofkit.attention.units import Unit


def unit(degree: Expr) -> Unit:
    """The score to a power, which may be a symbol."""
    return Unit("power", lambda z: z**degree)


mechanism = Mechanism(
    "power",
    title="Polynomial attention of a degree",
    about="u = z^degree: the needle is worth (1 + a)^degree others, for every query",
    cost="n^2*d",
    unit=unit,
    argument=Argument("degree", "a whole number from 1 on", integer=True, example=lambda _: "9"),
    half=Half("degree >= log(n - 1)/log(1 + a)", lambda a, n: log(n - 1) / log(1 + a)),
)
