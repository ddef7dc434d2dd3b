"""What a neuron may hear of linear attention, for a needle of any strength a >= 0."""

from sympy import Expr, Symbol

from lemmas.notation import b, d, n


def bounds(a: Symbol) -> tuple[Expr, Expr]:
    """Of the context in the needle's column, and in the identity column that the needle has."""
    return a * (1 + a) / n, b * (1 / (d - 2) + a / n)
