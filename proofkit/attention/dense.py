"""The NumPy core: real matrices, and the value of any derived quantity at given parameters.

`Matrices` expands a description by roles to the concrete matrix and works on every token;
`Roles` works on the description itself and has no limit on the number of tokens. Both keep
logarithms of magnitudes, so that neither `n^1681` nor `n^-1640` leaves the range of a
double. `measure` picks one of them.

These are second opinions in double precision; they decide nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

import mpmath
import numpy as np
from numpy.typing import NDArray

from proofkit.attention.data import Arrangement, DataSet, TokenRole
from proofkit.attention.keys import Keys, measured_as
from proofkit.attention.kinds import AnyUnit, Kernel, Projection, Unit
from proofkit.attention.layout import (
    Values,
    arrangement,
    at,
    coefficients,
    estimate,
    exact,
    relevant_values,
    scale,
    sizes,
)
from proofkit.attention.links import link_of, parameters_of
from proofkit.attention.logs import Floats, Logs, Measured, quiet
from proofkit.attention.weights import Weights
from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName

MAX_TOKENS = 5_000
MAX_ENTRIES = 5_000_000


class Rows(Protocol):
    """What is attended to, and how: an `Attention`, or what is kept of one."""

    @property
    def data(self) -> DataSet: ...
    @property
    def unit(self) -> AnyUnit: ...
    @property
    def weights(self) -> Weights: ...


class Attended(Rows, Hashable, Protocol):
    """And which roles share a quantity."""

    def query_roles(self, query: str) -> tuple[str, ...]: ...
    def key_roles(self, query: str, key: str) -> tuple[str, ...]: ...
    def column_roles(self, query: str, column: str) -> tuple[str, ...]: ...
    def looks(self, query: str) -> Mapping[str, Any]: ...


@dataclass(frozen=True, eq=False)
class Sheet:
    """A data set at given parameters, written out: what each row and column is, and the matrix."""

    scale: float
    token_roles: NDArray[np.object_]
    column_roles: NDArray[np.object_]
    own_columns: NDArray[np.intp]
    matrix: Floats
    first: Mapping[str, int]
    """Where the first token of each role is."""


@lru_cache(maxsize=4)
def written_out(
    data: DataSet, relevant: tuple[tuple[str, Fraction], ...], position: int = 0
) -> Sheet:
    """The concrete matrix of a data set, which many quantities are read off."""
    values = dict(relevant)
    if not fits(data, values):
        raise LimitExceeded(f"{data.name}: the matrix is too large to be written out")
    layout, size = arrangement(data, values, position), scale(data, values)
    tokens, columns = _names(layout.tokens), _names(layout.columns)
    own = _own_columns(data, layout, columns)
    matrix = np.zeros((len(tokens), len(columns)))
    for role in data.tokens:
        rows = np.flatnonzero(tokens == role.name)
        for column, coefficient in role.entries.items():
            places = np.flatnonzero(columns == column)
            matrix[np.ix_(rows, places)] = float(exact(coefficient, values)) * size
        if role.spread:
            coefficient = float(exact(role.spread.coefficient, values))
            matrix[rows, own[rows]] = coefficient * size
    first = {name: layout.tokens.index(name) for name in set(layout.tokens)}
    return Sheet(size, tokens, columns, own, matrix, first)


def _own_columns(
    data: DataSet, layout: Arrangement, columns: NDArray[np.object_]
) -> NDArray[np.intp]:
    """For every spread token the column that is its own, -1 for the others."""
    spreads = {name: data.token(name).spread for name in set(layout.tokens)}
    places = {
        name: np.flatnonzero(columns == spread.column) for name, spread in spreads.items() if spread
    }
    own = np.full(len(layout.tokens), -1, dtype=np.intp)
    for index, (name, which) in enumerate(zip(layout.tokens, layout.own, strict=True)):
        if which is not None and name in places:
            own[index] = places[name][which]
    return own


class Matrices:
    """The concrete matrix of a data set, and attention computed token by token."""

    def __init__(self, attention: Rows, values: Values, position: int = 0) -> None:
        self.attention = attention
        self.values = values
        self.data = attention.data
        relevant = tuple(relevant_values(self.data, values).items())
        sheet = written_out(self.data, relevant, position)
        self.scale, self.matrix = sheet.scale, sheet.matrix
        self.token_roles, self.column_roles = sheet.token_roles, sheet.column_roles
        self.own_columns = sheet.own_columns
        self._first = sheet.first.get
        self._seen: dict[str, Keys] = {}

    def seen_from(self, query: int) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
        """The roles of all tokens and of all columns, as token number `query` sees them."""
        tokens, columns = self.token_roles.copy(), self.column_roles.copy()
        own = self.own_columns[query]
        if own >= 0:
            for index in np.flatnonzero(self.own_columns == own):
                tokens[index] = _spread_peer(self.data.token(self.token_roles[index]))
            columns[own] = _spread_peer(self.data.token(self.token_roles[query]))
        return tokens, columns

    def scores(self, query: int) -> Floats:
        """The scores of all keys for token number `query`."""
        row = self.matrix[query]
        if self.attention.weights is Weights.ONES:
            row = np.full_like(row, row.sum())
        scores: Floats = self.matrix @ row
        return scores

    def attend(self, query: int) -> Keys:
        """Everything token number `query` computes, one entry for every token."""
        roles, _ = self.seen_from(query)
        scores = self.scores(query)
        unit, one = self.attention.unit, np.ones_like(scores)
        with quiet():
            if isinstance(unit, Kernel):
                u = Logs.of(unit.numeric(self.matrix[query], self.matrix))
            else:
                u = _units(unit, scores, one, self.values)
        return Keys(roles, Logs.of(one), scores, u, unit.normalised)

    def contexts(self, query: int) -> Floats:
        """The context `f^T A` of token number `query` as doubles, scale included."""
        seen = self.attend(query)
        with quiet():
            contexts: Floats = seen.weights() @ self.matrix
        return contexts

    def row_sum(self, role: str) -> Measured | None:
        query = self._first(role)
        return None if query is None else measured_as(float(self.matrix[query].sum()))

    def keys(self, query: str) -> Keys | None:
        index = self._first(query)
        if index is None:
            return None
        if query not in self._seen:
            self._seen[query] = self.attend(index)
        return self._seen[query]

    def context(self, query: str, column: str) -> Measured | None:
        index, keys = self._first(query), self.keys(query)
        if index is None or keys is None:
            return None
        places = np.flatnonzero(self.seen_from(index)[1] == column)
        return self.coordinate(keys, int(places[0])) if places.size else None

    def coordinate(self, keys: Keys, column: int) -> Measured:
        """One coordinate of a context in units of the scale, safe from underflow."""
        with quiet():
            return keys.average(keys.counts, Logs.of(self.matrix[:, column] / self.scale))


class Roles:
    """Attention computed from the description by roles, for any number of tokens."""

    def __init__(self, attention: Attended, values: Values) -> None:
        self.attention = attention
        self.data = attention.data
        self.numbers = at(attention.data, values)
        self.values = values
        self.scale = scale(self.data, values)
        self.tokens = sizes(self.data, values)[0]
        self._seen: dict[str, tuple[DataSet, tuple[TokenRole, ...], Keys]] = {}

    def row_sum(self, role: str) -> Measured | None:
        if not self.tokens[role]:
            return None
        total = self._logs([self.numbers.row_sum(self.numbers.token(role))])
        return Measured(int(total.sign[0]), float(total.log_abs[0]) + math.log(self.scale))

    def keys(self, query: str) -> Keys | None:
        return self._attend(query)[2] if self.tokens[query] else None

    def context(self, query: str, column: str) -> Measured | None:
        if not self.tokens[query]:
            return None
        data, present, keys = self._attend(query)
        held = [role for role in data.columns if role.name == column]
        if not held or not held[0].count:
            return None
        received = [data.received(held[0], role) for role in present]
        tokens = self._logs([count for count, _ in received])
        entries = self._logs([coefficient for _, coefficient in received])
        return keys.average(tokens, entries)

    def _attend(self, query: str) -> tuple[DataSet, tuple[TokenRole, ...], Keys]:
        if query not in self._seen:
            data, row = self.numbers.seen_from(query)
            present = tuple(role for role in data.tokens if role.count)
            found = [_double(self.attention.weights.score(data, row, key)) for key in present]
            scores = np.array(found, dtype=np.float64) * self.scale**2
            counts = self._logs([role.count for role in present])
            unit, names = self.attention.unit, _names(role.name for role in present)
            with quiet():
                if isinstance(unit, Kernel):
                    looks = self.attention.looks(query)
                    u = self._logs_of([looks[role.name] for role in present])
                else:
                    u = _units(unit, scores, np.exp(counts.log_abs), self.values)
            keys = Keys(names, counts, scores, u, unit.normalised)
            self._seen[query] = (data, present, keys)
        return self._seen[query]

    def _logs_of(self, terms: Iterable[Any]) -> Logs:
        """Terms that are not rational, evaluated with 30 digits."""
        numbers = [estimate(term, self.values) for term in terms]
        return Logs(
            np.array([mpmath.sign(x) for x in numbers], dtype=np.float64),
            np.array([mpmath.log(abs(x)) if x else -math.inf for x in numbers], dtype=np.float64),
        )

    def _logs(self, numbers: Iterable[Fraction]) -> Logs:
        signs, logs = zip(*map(_log_of, numbers), strict=True)
        return Logs(np.array(signs, dtype=np.float64), np.array(logs, dtype=np.float64))


Core = Matrices | Roles
"""Quantities of one attention mechanism by role; `None` when a role is empty."""


def measure(
    attention: Attended, values: Values, measured: tuple[str, ...], position: int = 0
) -> Measured | None:
    """The value of a derived quantity, named as in `Definition.measured`.

    It comes from the concrete matrix where that fits in memory, from the roles otherwise.
    `None` when no token or column has the role, when the quantity is undefined, or when it
    is out of range even as a logarithm.
    """
    relevant = relevant_values(attention.data, values, parameters_of(attention.unit))
    core = _core(attention, tuple(relevant.items()), position)
    with quiet():
        for found in _candidates(attention, core, measured):
            if found is not None and found.is_usable:
                return found
    return None


def _candidates(
    attention: Attended, core: Core, measured: tuple[str, ...]
) -> Iterator[Measured | None]:
    """The quantity for each of the roles that share it, since some of them may be empty."""
    kind, query, *rest = measured if len(measured) > 1 else ("", "")
    if (kind, len(rest)) not in _KINDS:
        raise UnknownName(f"{measured!r} does not name a derived quantity")
    for asking in reversed(attention.query_roles(query)):
        if kind == "s":
            yield core.row_sum(asking)
        elif kind == "context":
            for column in reversed(attention.column_roles(query, rest[0])):
                yield core.context(asking, column)
        elif (keys := core.keys(asking)) is not None:
            if kind in _QUERY_QUANTITIES:
                yield _QUERY_QUANTITIES[kind](keys)
                continue
            for role in reversed(attention.key_roles(query, rest[0])):
                if (index := keys.find(role)) is not None:
                    yield _KEY_QUANTITIES[kind](keys, index)


_KEY_QUANTITIES: dict[str, Callable[[Keys, int], Measured]] = {
    "score": lambda keys, index: measured_as(float(keys.scores[index])),
    "u": lambda keys, index: keys.u.at(index),
    "f": lambda keys, index: keys.f(index),
}
_QUERY_QUANTITIES: dict[str, Callable[[Keys], Measured]] = {"alpha": Keys.alpha, "gap": Keys.gap}
_KINDS = {
    ("s", 0),
    ("context", 1),
    *((kind, 0) for kind in _QUERY_QUANTITIES),
    *((kind, 1) for kind in _KEY_QUANTITIES),
}


@lru_cache(maxsize=8)
def _core(
    attention: Attended, relevant: tuple[tuple[str, Fraction], ...], position: int
) -> Matrices | Roles:
    values = dict(relevant)
    if fits(attention.data, values):
        return Matrices(attention, values, position)
    return Roles(attention, values)


def fits(data: DataSet, values: Values) -> bool:
    """Whether the concrete matrix is small enough, and its entries are ordinary doubles."""
    return _fits(data, tuple(relevant_values(data, values).items()))


@lru_cache(maxsize=64)
def _fits(data: DataSet, relevant: tuple[tuple[str, Fraction], ...]) -> bool:
    values = dict(relevant)
    tokens, columns = (sum(counts.values()) for counts in sizes(data, values))
    if tokens > MAX_TOKENS or tokens * columns > MAX_ENTRIES:
        return False
    entries = [exact(term, values) for term in coefficients(data)]
    return all(not e or Fraction(1, 10**100) < abs(e) < 10**100 for e in entries)


def _units(unit: Unit | Projection, scores: Floats, counts: Floats, values: Values) -> Logs:
    """What the unit makes of scores, with so many keys at each of them."""
    if isinstance(unit, Projection):
        return Logs.of(unit.numeric(scores, counts))
    return link_of(unit, values)(scores)


def _names(names: Iterable[str]) -> NDArray[np.object_]:
    return np.array(list(names), dtype=object)


def _spread_peer(role: TokenRole) -> str:
    if role.spread is None:
        raise InputError(f"a {role.name} token has no column of its own")
    return role.spread.peer


def _double(number: Fraction | int) -> float:
    """The nearest double, infinite when there is none."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _log_of(number: Fraction) -> Measured:
    if not number:
        return Measured(0, -math.inf)
    log_abs = math.log(abs(number.numerator)) - math.log(number.denominator)
    if abs(log_abs) < 700:
        log_abs = math.log(abs(float(number)))
    return Measured(1 if number > 0 else -1, log_abs)
