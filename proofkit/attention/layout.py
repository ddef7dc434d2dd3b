"""A data set at exact parameter values: how many tokens and columns, and where they sit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath

from proofkit.attention.data import Arrangement, DataSet, TokenRole
from proofkit.foundations.errors import InputError, UnknownName
from proofkit.language.from_sympy import data_from_sympy
from proofkit.language.terms import Term, variables

Values = Mapping[str, Fraction]
"""Exact parameter values by name."""


def sizes(data: DataSet, values: Values) -> tuple[dict[str, int], dict[str, int]]:
    """The multiplicities of the token roles and of the column roles, checked."""
    tokens = {r.name: _size(data, f"{r.name} tokens", r.count, values) for r in data.tokens}
    columns = {r.name: _size(data, f"{r.name} columns", r.count, values) for r in data.columns}
    for role in data.tokens:
        if role.spread:
            copies = _size(data, "copies", role.spread.copies, values)
            if tokens[role.name] != copies * columns[role.spread.column]:
                raise InputError(
                    f"{data.name}: {tokens[role.name]} {role.name} tokens are not {copies} for "
                    f"each of {columns[role.spread.column]} {role.spread.column} columns"
                )
    return tokens, columns


def arrangement(data: DataSet, values: Values, position: int) -> Arrangement:
    """Where the roles sit when the token that stands out is token number `position`."""
    tokens, columns = sizes(data, values)
    count = sum(tokens.values())
    if not 0 <= position < count:
        raise InputError(f"{data.name}: position {position} is not one of the {count} tokens")
    if data.arrange is not None:
        return data.arrange(tokens, columns, position)
    return _in_order(data, tokens, columns)


def at(data: DataSet, values: Values) -> DataSet:
    """The data set with numbers for all its terms but the scale."""
    tokens = tuple(_token_at(role, values) for role in data.tokens)
    columns = tuple(replace(role, count=exact(role.count, values)) for role in data.columns)
    return replace(data, tokens=tokens, columns=columns)


def _token_at(role: TokenRole, values: Values) -> TokenRole:
    entries = {name: exact(entry, values) for name, entry in role.entries.items()}
    spread = role.spread and replace(
        role.spread,
        coefficient=exact(role.spread.coefficient, values),
        copies=exact(role.spread.copies, values),
    )
    return replace(role, count=exact(role.count, values), entries=entries, spread=spread)


def scale(data: DataSet, values: Values) -> float:
    """The common scale of the entries as a double."""
    return float(estimate(data.scale, values))


def estimate(term: Any, values: Values) -> Any:
    """Any term with about 30 digits, for second opinions."""
    with mpmath.workdps(60):
        found = _estimated(data_from_sympy(term), values)
    if not isinstance(found, mpmath.mpf) or not mpmath.isfinite(found):
        raise InputError(f"{term} has no real value at the given values")
    return found


def _estimated(term: Term, values: Values) -> Any:
    if term.op in ("number", "variable"):
        value = term.args[0] if term.op == "number" else _value(term.args[0], values)
        return mpmath.mpf(value.numerator) / value.denominator
    if term.op == "by_sign":  # what is not chosen may have no value
        side = int(mpmath.sign(_estimated(term.args[0], values)))
        return _estimated(term.args[2 + side], values)
    called = _CALLED.get(term.op) or getattr(mpmath, term.op, None)
    if called is None:
        raise InputError(f"{term.op} has no value")
    return called(*(_estimated(argument, values) for argument in term.args))


_CALLED: dict[str, Callable[..., Any]] = {
    "sum": lambda *terms: mpmath.fsum(terms),
    "product": lambda *factors: mpmath.fprod(factors),
    "power": mpmath.power,
    "pi": lambda: +mpmath.pi,
    "abs": abs,
    "max": max,
    "min": min,
}


def exact(term: Any, values: Values) -> Fraction:
    """A rational term at rational values."""
    try:
        number = _exact(data_from_sympy(term), values)
    except ZeroDivisionError:
        number = None
    if number is None:
        raise InputError(f"{term} is not a rational number at the given values")
    return number


def _exact(term: Term, values: Values) -> Fraction | None:
    if term.op in ("number", "variable"):
        return term.args[0] if term.op == "number" else _value(term.args[0], values)
    found = [_exact(argument, values) for argument in term.args]
    parts = [part for part in found if part is not None]
    if len(parts) < len(found):
        return None
    if term.op == "power":
        base, exponent = parts
        return base**exponent.numerator if exponent.denominator == 1 else None
    combine = _RATIONAL.get(term.op)
    return None if combine is None else Fraction(combine(parts))


_RATIONAL: dict[str, Callable[[list[Fraction]], Any]] = {
    "sum": sum,
    "product": math.prod,
    "abs": lambda parts: abs(*parts),
    "max": max,
    "min": min,
}


def coefficients(data: DataSet) -> tuple[Any, ...]:
    """Every coefficient that occurs in the matrix."""
    entries = [entry for role in data.tokens for entry in role.entries.values()]
    return (*entries, *(role.spread.coefficient for role in data.tokens if role.spread))


def relevant_values(
    data: DataSet, values: Values, others: Iterable[str] = ()
) -> dict[str, Fraction]:
    """The values that the data set depends on, and some others where they are given."""
    known = {name: _value(name, values) for name in _names(data)}
    return known | {name: values[name] for name in others if name in values}


@lru_cache(maxsize=64)
def _names(data: DataSet) -> list[str]:
    terms = [data.scale, *coefficients(data)]
    terms += [token.count for token in data.tokens]
    terms += [column.count for column in data.columns]
    terms += [token.spread.copies for token in data.tokens if token.spread]
    return sorted(frozenset().union(*(variables(data_from_sympy(term)) for term in terms)))


def _in_order(data: DataSet, tokens: Mapping[str, int], columns: Mapping[str, int]) -> Arrangement:
    """Role after role; spread tokens take the columns of their spread in turn."""
    names: list[str] = []
    own: list[int | None] = []
    for role in data.tokens:
        names += [role.name] * tokens[role.name]
        for index in range(tokens[role.name]):
            own.append(index % columns[role.spread.column] if role.spread else None)
    listed = (name for name, count in columns.items() for _ in range(count))
    return Arrangement(tuple(names), tuple(listed), tuple(own))


def _size(data: DataSet, what: str, count: Any, values: Values) -> int:
    number = exact(count, values)
    if number.denominator != 1 or number < 0:
        raise InputError(f"{data.name}: {count} = {number} is no number of {what}")
    return number.numerator


def _value(name: str, values: Values) -> Fraction:
    if name not in values:
        raise UnknownName(f"no value is given for {name}")
    return values[name]
