"""Groups of keys that look the same to a query, and the columns of its context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from sympy import Add, Expr, sqrt

from proofkit.attention.data import ColumnRole, DataSet, Role, TokenRole
from proofkit.attention.units import AnyUnit, Kernel, Pair
from proofkit.attention.weights import Weights

Look = tuple[Expr, ...]
"""All that a query sees of a key: the score, and for a kernel also `u`."""


@dataclass(frozen=True, eq=False)
class Group(Generic[Role]):
    """Roles that a query does not tell apart."""

    roles: tuple[Role, ...]

    @property
    def count(self) -> Expr:
        return Add(*(role.count for role in self.roles))


@dataclass(frozen=True, eq=False)
class KeyGroup(Group[TokenRole]):
    """Key roles that look the same to a query."""

    look: Look

    @property
    def score(self) -> Expr:
        return self.look[0]


@dataclass(frozen=True, eq=False)
class ColumnGroup(Group[ColumnRole]):
    """Column roles in which a query's context has one and the same value."""

    value: Expr


class Sight:
    """What one token of a role sees: the data set with its own column singled out, and the
    keys grouped by how they look."""

    def __init__(self, data: DataSet, unit: AnyUnit, weights: Weights, query: str) -> None:
        self.data, self.row = data.seen_from(query)
        self.weights = weights
        by_look: dict[Look, list[TokenRole]] = {}
        for key in self.data.tokens:
            look: Look = (weights.score(self.data, self.row, key),)
            if isinstance(unit, Kernel):
                look = (*look, unit.link(self.pair(key)))
            by_look.setdefault(look, []).append(key)
        self.groups = tuple(KeyGroup(tuple(roles), look) for look, roles in by_look.items())

    def pair(self, key: TokenRole, sums: tuple[Expr, Expr] | None = None) -> Pair:
        """The query and a key as a kernel sees them; `sums` are symbols for the row sums."""
        data, row, scale = self.data, self.row, self.data.scale
        query_sum, key_sum = sums or (data.row_sum(row) * scale, data.row_sum(key) * scale)
        return Pair(
            self.weights.score(data, row, key) * scale**2,
            query_sum,
            key_sum,
            data.inner(row, key) * scale**2,
            sqrt(data.squared_norm(row)) * scale,
            sqrt(data.squared_norm(key)) * scale,
        )

    def group(self, key: str) -> KeyGroup:
        role = self.data.token(key)
        return next(group for group in self.groups if role in group.roles)
