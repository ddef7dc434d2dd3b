"""Attention weights from scores alone, where each score may lie anywhere in a range.

Tokens come in roles: single tokens with a score of their own, and crowds of tokens with *any*
scores in a range. A crowd enters the weights only through the sum of `link(score)` over its
members, and that sum is `size * link(mean)` for some mean within the same range (the link is
continuous and increasing; for softmax this mean is not the average). So a crowd is described by its
size and that mean, and a claim for all means in the range is a claim for all choices of scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sympy import Add, Expr, Symbol

from proofkit.attention.units import Unit
from proofkit.language.claims import Definition

if TYPE_CHECKING:
    from proofkit.attention.logs import Measured


@dataclass(frozen=True, eq=False)
class Token:
    """A token, or a crowd: how many, and its score (a crowd's: the mean that its units have)."""

    name: str
    size: Expr
    score: Expr


class Scores:
    """`u`, `alpha` and `f` of one query whose scores are given by role.

    `mark` keeps the names of several families apart: `f_exp0_own`. `low` and `high` bound
    the scores of a crowd, for the second opinion that draws them at random.
    """

    def __init__(
        self, mark: str, unit: Unit, tokens: tuple[Token, ...], low: Expr, high: Expr
    ) -> None:
        self.mark = mark
        self.unit = unit
        self.tokens = {token.name: token for token in tokens}
        self.low, self.high = low, high
        self.definitions: dict[str, Definition] = {}

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
        symbol = self._define(
            f"f_{self.mark}_{name}",
            self.u(name) / self.alpha(),
            "f = u / alpha",
            ("f", name),
        )
        return symbol

    def measure(self, measured: tuple[str, ...], values: Mapping[str, Fraction]) -> Measured | None:
        """The same weight from score vectors in NumPy: see `proofkit.attention.crowds`."""
        from proofkit.attention import crowds

        return crowds.measure(self, measured[1], values)

    def _define(
        self, name: str, expression: Expr, reason: str, measured: tuple[str, ...] | None = None
    ) -> Symbol:
        symbol = Symbol(name, real=True)
        self.definitions.setdefault(name, Definition(symbol, expression, reason, measured))
        return symbol


def position(low: Expr, high: Expr, where: Expr) -> Expr:
    """The point of the range `[low, high]` that is `where` of the way up."""
    return low + where * (high - low)
