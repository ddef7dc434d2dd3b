"""Sigmoid attention, `u = 1/(1 + exp(kappa*log(n) - z))`, without a bias at kappa = 0."""

from __future__ import annotations

from sympy import Expr, exp, log

from proofkit.attention.mechanisms.mechanism import Argument, Half, Mechanism
from proofkit.attention.units import TOKENS, Unit


def unit(kappa: Expr) -> Unit:
    """The sigmoid of the score less a bias, which may be a symbol times log n; then
    normalised, as all are here."""
    return Unit("sigmoid", lambda z: 1 / (1 + exp(kappa * log(TOKENS) - z)))


mechanism = Mechanism(
    "sigmoid",
    title="Sigmoid of the score, with a bias kappa*log(n)",
    about="u = sigmoid(z - kappa*log(n)): without a bias all scores saturate alike",
    cost="n^2*d",
    unit=unit,
    argument=Argument("kappa", "the bias in units of log(n)", default="0", positive=False),
    half=Half(
        "at kappa = 0 for no n >= 3; where 2 + a <= kappa <= (1 + a)^2, which takes "
        "a^2 + a >= 1, a third is certain"
    ),
    source="compare Ramapuram et al., arXiv 2409.04431",
)
