"""A query whose scores are given, in NumPy: score vectors and values token by token.

Where the matrix of the values fits in memory, every token has its own entry; beyond that the keys
of a role are counted. Second opinions in double precision, which decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from proofkit.attention import signedlog
from proofkit.attention.asked import Asked
from proofkit.attention.data import DataSet
from proofkit.attention.dense import Matrices, fits
from proofkit.attention.keys import Keys
from proofkit.attention.kinds import Unit
from proofkit.attention.layout import exact, relevant_values, sizes
from proofkit.attention.links import link_of, parameters_of
from proofkit.attention.logs import Logs, Measured, quiet
from proofkit.attention.weights import Weights

Values = Mapping[str, Fraction]


@dataclass(frozen=True)
class _Looked:
    data: DataSet
    unit: Unit
    weights: Weights = Weights.ONES


def measure(query: Asked, measured: tuple[str, ...], values: Values) -> Measured | None:
    """The value of a quantity of the query, named as in `Definition.measured`; `None` when no
    key or column has the role, or when the number is out of range."""
    kind, *rest = measured
    try:
        with quiet():
            found = _find(query, kind, *rest, values=values)
    except (ArithmeticError, ValueError):
        return None
    return found if found is not None and found.is_usable else None


def _find(query: Asked, kind: str, name: str = "", *, values: Values) -> Measured | None:
    scores = {role: signedlog.double(score, values) for role, score in query.scores.items()}
    if fits(query.values, values):
        return _of_tokens(query, kind, name, scores, values)
    return _of_roles(query, kind, name, scores, values)


def _of_tokens(
    query: Asked, kind: str, name: str, scores: Mapping[str, float], values: Values
) -> Measured | None:
    relevant = relevant_values(query.values, values, parameters_of(query.unit))
    matrices, keys = _attended(
        _Looked(query.values, query.unit), tuple(scores.items()), tuple(relevant.items())
    )
    if kind != "context":
        return _of_key(query, keys, kind, name)
    places = np.flatnonzero(matrices.column_roles == name)
    return matrices.coordinate(keys, int(places[0])) if places.size else None


@lru_cache(maxsize=4)
def _attended(
    looked: _Looked,
    scores: tuple[tuple[str, float], ...],
    relevant: tuple[tuple[str, Fraction], ...],
) -> tuple[Matrices, Keys]:
    """The matrix of the values, and what the query computes of each token."""
    matrices, by_role = Matrices(looked, dict(relevant)), dict(scores)
    numbers = np.array([by_role[role] for role in matrices.token_roles])
    units = link_of(looked.unit, dict(relevant))(numbers)
    return matrices, Keys(matrices.token_roles, Logs.of(np.ones(len(numbers))), numbers, units)


def _of_roles(
    query: Asked, kind: str, name: str, scores: Mapping[str, float], values: Values
) -> Measured | None:
    tokens, columns = sizes(query.values, values)
    present = [role for role in query.values.tokens if tokens[role.name]]
    names = np.array([role.name for role in present], dtype=object)
    numbers = np.array([scores[role.name] for role in present])
    counts = Logs.of(np.array([float(tokens[role]) for role in names]))
    keys = Keys(names, counts, numbers, link_of(query.unit, values)(numbers))
    if kind != "context":
        return _of_key(query, keys, kind, name)
    if not columns[name]:
        return None
    received = [query.values.received(query.values.column(name), role) for role in present]
    held = np.array([float(exact(count, values)) for count, _ in received])
    entries = np.array([float(exact(coefficient, values)) for _, coefficient in received])
    return keys.average(Logs.of(held), Logs.of(entries))


def _of_key(query: Asked, keys: Keys, kind: str, name: str) -> Measured | None:
    if kind == "alpha":
        return keys.alpha()
    alike = [role for role, score in query.scores.items() if score == query.scores[name]]
    for role in alike:
        if (index := keys.find(role)) is not None:
            return keys.u.at(index) if kind == "u" else keys.f(index)
    return None
