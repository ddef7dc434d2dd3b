"""Data sets described by roles: the kinds of tokens and columns, and how many there are of each.

A role stands for all tokens (or columns) that look alike, with a symbolic multiplicity. An
entry of the matrix is a coefficient times the common `scale` of the data set. Multiplicities and
coefficients are SymPy terms, or the numbers that they are at given parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from proofkit.foundations.errors import LemmaError, UnknownName
from proofkit.foundations.exact import shorten

if TYPE_CHECKING:
    from sympy import Expr


@dataclass(frozen=True, eq=False)
class ColumnRole:
    """`count` columns that look alike."""

    name: str
    count: Expr | int


@dataclass(frozen=True, eq=False)
class Spread:
    """Each token of the role holds `coefficient` in exactly one of the columns of the role
    `column`; the tokens are dealt out evenly, `copies` of them to every such column.

    Seen from one of these tokens its own column is special: that column, and the tokens that
    share it, are called `peer` (letter `letter`).
    """

    column: str
    coefficient: Expr
    copies: Expr
    peer: str = "peer"
    letter: str = "P"


@dataclass(frozen=True, eq=False)
class TokenRole:
    """`count` tokens that look alike; `entries` gives the coefficient a row holds in every
    column of a column role (zero where nothing is said)."""

    name: str
    letter: str
    count: Expr
    entries: Mapping[str, Expr] = field(default_factory=dict)
    spread: Spread | None = None

    def entry(self, column: str) -> Any:
        return self.entries.get(column, 0)


Role = TypeVar("Role", ColumnRole, TokenRole)


@dataclass(frozen=True)
class Arrangement:
    """Where the roles sit in the matrix: the role of every row and of every column, and, for a
    spread token, which of the columns of its spread role is its own."""

    tokens: tuple[str, ...]
    columns: tuple[str, ...]
    own: tuple[int | None, ...]


Arrange = Callable[[Mapping[str, int], Mapping[str, int], int], Arrangement]
"""From the multiplicities of the token roles and of the column roles, and the position of the
token that stands out, an arrangement."""


@dataclass(frozen=True, eq=False)
class DataSet:
    """A matrix whose rows are tokens, as roles.

    `arrange` says where a concrete matrix puts the roles; without it they come in the order
    given here, and spread tokens take the columns of their spread in turn.
    """

    name: str
    scale: Expr
    tokens: tuple[TokenRole, ...]
    columns: tuple[ColumnRole, ...]
    arrange: Arrange | None = None

    def __post_init__(self) -> None:
        for kind, names in (
            ("token", [role.name for role in self.tokens]),
            ("column", [role.name for role in self.columns]),
        ):
            if len(set(names)) != len(names):
                raise LemmaError(f"{self.name}: two {kind} roles share a name: {names}")
        for role in self.tokens:
            for column in role.entries:
                self.column(column)
            if role.spread and role.entry(self.column(role.spread.column).name) != 0:
                raise LemmaError(
                    f"{self.name}: a {role.name} token is spread over {role.spread.column} "
                    "and holds an entry in all of it"
                )

    def token(self, name: str) -> TokenRole:
        return _named(self.tokens, name, f"{self.name}: token role")

    def column(self, name: str) -> ColumnRole:
        return _named(self.columns, name, f"{self.name}: column role")

    def row_sum(self, token: TokenRole) -> Any:
        """The sum of the entries of a row, in units of the scale."""
        return self._added_up(token, 1)

    def inner(self, query: TokenRole, key: TokenRole) -> Any:
        """The inner product of two rows, in units of the squared scale. A spread query must
        have been singled out by `seen_from` first."""
        if query.spread:
            raise LemmaError(f"{self.name}: single out a {query.name} token before comparing rows")
        terms = [
            self.column(name).count * entry * key.entry(name)
            for name, entry in query.entries.items()
        ]
        if key.spread:
            terms.append(key.spread.coefficient * query.entry(key.spread.column))
        return sum(terms)

    def squared_norm(self, token: TokenRole) -> Any:
        """The sum of the squares of the entries of a row, in units of the squared scale."""
        return self._added_up(token, 2)

    def _added_up(self, token: TokenRole, power: int) -> Any:
        entries = [self.column(name).count * entry**power for name, entry in token.entries.items()]
        return sum([*entries, *([token.spread.coefficient**power] if token.spread else [])])

    def received(self, column: ColumnRole, token: TokenRole) -> tuple[Any, Any]:
        """`(tokens, coefficient)`: how many tokens of a role hold what in one single column."""
        if token.spread and token.spread.column == column.name:
            return token.spread.copies, token.spread.coefficient
        return token.count, token.entry(column.name)

    def seen_from(self, query: str) -> tuple[DataSet, TokenRole]:
        """The data set as one token of the role `query` sees it, and the row of that token.

        When the role is spread over a column role, the token's own column is split off from
        the others, and with it the tokens of every role that have it too.
        """
        role = self.token(query)
        if role.spread is None:
            return self, role
        over, peer = role.spread.column, role.spread.peer
        columns: list[ColumnRole] = []
        for column in self.columns:
            if column.name == over:
                columns.append(ColumnRole(peer, 1))
                column = replace(column, count=column.count - 1)
            columns.append(column)
        tokens: list[TokenRole] = []
        for token in self.tokens:
            if token.spread and token.spread.column == over:
                tokens.append(_singled_out(token, token.spread, peer))
                token = replace(token, count=token.count - token.spread.copies)
            elif over in token.entries:
                token = replace(token, entries={**token.entries, peer: token.entries[over]})
            tokens.append(token)
        seen = replace(self, tokens=tuple(tokens), columns=tuple(columns), arrange=None)
        return seen, seen.token(peer)


def _singled_out(token: TokenRole, spread: Spread, column: str) -> TokenRole:
    """The tokens of a spread role whose single column is the one split off."""
    entries = {**token.entries, column: spread.coefficient}
    return TokenRole(spread.peer, spread.letter, spread.copies, entries)


def _named(roles: Iterable[Role], name: str, kind: str) -> Role:
    known = {role.name: role for role in roles}
    if name not in known:
        raise UnknownName(f"{kind} {shorten(repr(name))} is not one of {', '.join(known)}")
    return known[name]
