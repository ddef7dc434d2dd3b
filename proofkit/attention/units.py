"""Units that mechanisms and data are made of, in SymPy; their kinds are those of `kinds.py`."""

from __future__ import annotations

from sympy import Expr, Function, Symbol, exp

from proofkit.attention.kinds import AnyUnit, Kernel, Pair, Projection, Unit

__all__ = [
    "TOKENS",
    "AnyUnit",
    "Kernel",
    "Pair",
    "Projection",
    "Unit",
    "by_sign",
    "linear",
    "softmax",
]

TOKENS = Symbol("n", positive=True)
"""The number of tokens, for links that depend on it."""


class by_sign(Function):
    """`by_sign(x, below, level, above)`: one of the last three, for x < 0, x = 0 and x > 0. It
    never evaluates: which one it is, is decided rigorously where all values are known."""

    nargs = 4


def _unchanged(score: Expr) -> Expr:
    return score


softmax = Unit("softmax", exp)
linear = Unit("linear", _unchanged)
