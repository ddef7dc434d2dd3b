"""One query with given scores, not computed from rows: the other half of cross-attention.

Queries and keys may come from anywhere; all that a query leaves behind is one score for each kind
of key. The values are a data set described by roles. From there on everything is attention as
usual, layer by layer, and derived when first asked for:

    u_N := rho                         the unit applied to the score of the needle
    alpha := u_N + (n - 1)*u_O         the sum over all keys
    f_N := u_N/alpha                   the weight of the needle
    c_own := b*(f_N + (t - 1)*f_O)    a coordinate of the context

Keys whose scores are the same term share a letter, that of the last one. A `mark` becomes a
subscript of its own (`f_1_N`), where a lemma speaks of two queries.
"""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Add, Expr, Symbol

from proofkit.attention.asked import Asked
from proofkit.attention.data import DataSet
from proofkit.attention.derivation import Derived, collected, derived_once
from proofkit.attention.units import Unit


class Query(Derived, Asked):
    """Attention of one query over the tokens of `values`; `scores` has one for each token role."""

    def __init__(
        self, values: DataSet, unit: Unit, scores: Mapping[str, Expr], mark: str = ""
    ) -> None:
        Derived.__init__(self)
        Asked.__init__(self, values, unit, {role.name: scores[role.name] for role in values.tokens})
        self.mark = mark
        self._letters = {
            name: next(r.letter for r in reversed(values.tokens) if self.scores[r.name] == score)
            for name, score in self.scores.items()
        }

    @derived_once
    def u(self, key: str) -> Symbol:
        """The unit applied to the score of a key."""
        unit = self.unit.link(Symbol("z", real=True))
        return self._define(
            self._name("u", self._letters[key]),
            self.unit.link(self.scores[key]),
            f"u = {unit} of the score z = {self.scores[key]} ({self._keys(key)})",
            ("u", key),
        )

    @derived_once
    def alpha(self) -> Symbol:
        """The sum of `u` over all keys."""
        first = {letter: name for name, letter in reversed(self._letters.items())}
        terms = [self._count(name) * self.u(name) for name in first.values()]
        return self._define(
            self._name("alpha"), Add(*terms), "alpha = <u, 1>: u added up over all keys", ("alpha",)
        )

    @derived_once
    def f(self, key: str) -> Symbol:
        """The weight of one key."""
        return self._define(
            self._name("f", self._letters[key]),
            self.u(key) / self.alpha(),
            f"f = u/alpha ({self._keys(key)})",
            ("f", key),
        )

    @derived_once
    def context(self, column: str) -> Symbol:
        """A coordinate of the context: a column of the values, weighted by f and added up."""
        role = self.values.column(column)
        received = {token.name: self.values.received(role, token) for token in self.values.tokens}
        return self._define(
            self._name("c", column),
            collected((self.f(name), *held) for name, held in received.items() if held[1] != 0),
            f"context c = f^T A in units of {self.values.scale}: column {column} of A "
            f"({self.values.name}), weighted by f and added up",
            ("context", column),
        )

    def _count(self, key: str) -> Expr:
        """How many keys have this key's letter."""
        letter = self._letters[key]
        return Add(*(r.count for r in self.values.tokens if self._letters[r.name] == letter))

    def _keys(self, key: str) -> str:
        letter = self._letters[key]
        names = [name for name, other in self._letters.items() if other == letter]
        return f"key {' or '.join(names)}"

    def _name(self, *parts: str) -> str:
        base, *subscripts = parts
        return "_".join([base, *([self.mark] if self.mark else []), *subscripts])
