"""Attention weights from scores alone, where each score may lie anywhere in a range.

Tokens come in roles: single tokens with a score of their own, and crowds of tokens with *any*
scores in a range. A crowd enters the weights only through the sum of `link(score)` over its
members, and that sum is `size * link(mean)` for some mean within the same range (the link is
continuous and increasing; for softmax this mean is not the average). So a crowd is described by its
size and that mean, and a claim for all means in the range is a claim for all choices of scores.
"""

from __future__ import annotations

from sympy import Add, Expr, Symbol

from proofkit.attention.asked import Family, Token
from proofkit.attention.derivation import Derived
from proofkit.attention.units import Unit

__all__ = ["Scores", "Token", "position"]


class Scores(Derived, Family):
    """`u`, `alpha` and `f` of one query whose scores are given by role.

    `mark` keeps the names of several families apart: `f_exp0_own`. `low` and `high` bound
    the scores of a crowd, for the second opinion that draws them at random.
    """

    def __init__(
        self, mark: str, unit: Unit, tokens: tuple[Token, ...], low: Expr, high: Expr
    ) -> None:
        Derived.__init__(self)
        Family.__init__(self, mark, unit, {token.name: token for token in tokens}, low, high)

    def u(self, name: str) -> Symbol:
        """The unit applied to the score of a token, or to that mean of a crowd's scores."""
        token = self.tokens[name]
        what = "the unit applied to the score" if token.size == 1 else (
            f"the average {self.unit.name} unit of {token.size} tokens, as the unit of one score"
        )  # fmt: skip
        return self._define(f"u_{self.mark}_{name}", self.unit.link(token.score), what)

    def alpha(self) -> Symbol:
        """The sum of all units."""
        terms = [token.size * self.u(name) for name, token in self.tokens.items()]
        return self._define(f"alpha_{self.mark}", Add(*terms), "alpha = <u, 1>, the sum of u")

    def f(self, name: str) -> Symbol:
        """The weight of a single token."""
        share = self.u(name) / self.alpha()
        return self._define(f"f_{self.mark}_{name}", share, "f = u / alpha", ("f", name))


def position(low: Expr, high: Expr, where: Expr) -> Expr:
    """The point of the range `[low, high]` that is `where` of the way up."""
    return low + where * (high - low)
