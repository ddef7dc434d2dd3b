"""Units: the function a mechanism applies to scores before normalising."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sympy import Expr, exp


@dataclass(frozen=True)
class Unit:
    """Attention with `u = link(A x)` entrywise, `alpha = <u, 1>` and `f = u / alpha`.

    Any function of a SymPy term will do: `Unit("square", lambda z: z**2 + 1)`.
    """

    name: str
    link: Callable[[Expr], Expr]


def _unchanged(score: Expr) -> Expr:
    return score


softmax = Unit("softmax", exp)
linear = Unit("linear", _unchanged)
