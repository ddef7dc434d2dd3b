"""Softmax, `u = exp(z/T)`: the paper's at temperature T = 1."""

from __future__ import annotations

from sympy import Expr, exp, log

from proofkit.attention.mechanisms.mechanism import Argument, Half, Mechanism
from proofkit.attention.units import Unit


def unit(temperature: Expr) -> Unit:
    """Softmax at a temperature, which may be a symbol."""
    return Unit("softmax", lambda z: exp(z / temperature))


mechanism = Mechanism(
    "softmax",
    title="Softmax at temperature T",
    about="u = exp(z/T): the needle's score is worth n^(a*(1 + a)/T) others",
    cost="n^2*d",
    unit=unit,
    argument=Argument("T", "the temperature, a positive number", default="1"),
    half=Half("T <= a*(1 + a)*log(n)/log(n - 1)", lambda a, n: a * (1 + a) * log(n) / log(n - 1)),
    provenance="R",
    source="arXiv 2310.11685 at T = 1",
)
