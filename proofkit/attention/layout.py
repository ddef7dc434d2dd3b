"""A data set at exact parameter values: how many tokens and columns, and where they sit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Expr, Rational, Symbol

from proofkit.attention.data import Arrangement, DataSet
from proofkit.foundations.errors import InputError, UnknownName

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


def scale(data: DataSet, values: Values) -> float:
    """The common scale of the entries as a double."""
    return float(data.scale.xreplace(_substitution(data.scale, values)).evalf(30))


def estimate(term: Expr, values: Values) -> Any:
    """Any term with 30 digits, for second opinions."""
    number = term.xreplace(_substitution(term, values)).evalf(30)
    if not number.is_Float and not number.is_Rational:
        raise InputError(f"{term} has no real value at the given values")
    return number._to_mpmath(100)


def exact(term: Expr, values: Values) -> Fraction:
    """A rational term at rational values."""
    number = term.xreplace(_substitution(term, values))
    if not number.is_Rational:
        raise InputError(f"{term} is not a rational number at the given values")
    return Fraction(int(number.p), int(number.q))


def coefficients(data: DataSet) -> tuple[Expr, ...]:
    """Every coefficient that occurs in the matrix."""
    entries = [entry for role in data.tokens for entry in role.entries.values()]
    return (*entries, *(role.spread.coefficient for role in data.tokens if role.spread))


def relevant_values(data: DataSet, values: Values) -> dict[str, Fraction]:
    """The values that the data set depends on."""
    terms = [data.scale, *coefficients(data)]
    terms += [token.count for token in data.tokens]
    terms += [column.count for column in data.columns]
    terms += [token.spread.copies for token in data.tokens if token.spread]
    names = {symbol.name for term in terms for symbol in term.free_symbols}
    return {name: _value(name, values) for name in sorted(names)}


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


def _size(data: DataSet, what: str, count: Expr, values: Values) -> int:
    number = exact(count, values)
    if number.denominator != 1 or number < 0:
        raise InputError(f"{data.name}: {count} = {number} is no number of {what}")
    return number.numerator


def _substitution(term: Expr, values: Values) -> dict[Symbol, Rational]:
    numbers = {symbol: _value(symbol.name, values) for symbol in term.free_symbols}
    return {symbol: Rational(v.numerator, v.denominator) for symbol, v in numbers.items()}


def _value(name: str, values: Values) -> Fraction:
    if name not in values:
        raise UnknownName(f"no value is given for {name}")
    return values[name]
