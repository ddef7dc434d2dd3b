"""Double-precision evaluation as (sign, log of the size): no overflow at `n = 10^18`.

For second opinions only: nothing here decides. Each value carries the relative error that
rounding and cancellation may have left in it.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from proofkit.language.from_sympy import data_from_sympy
from proofkit.language.terms import Term
from proofkit.language.words import CONSTANTS, FUNCTIONS

ROUNDING = 1e-15


class Value(NamedTuple):
    """`sign * exp(log)`, right up to the relative error `error`."""

    sign: int
    log: float
    error: float = ROUNDING


def evaluate(expression: Term, values: Mapping[str, Fraction]) -> Value:
    """The value of an expression in parameters; `ValueError` where it has none."""
    op, args = expression.op, expression.args
    if op == "number":
        return _from_fraction(args[0])
    if op == "variable":
        if args[0] not in values:
            raise ValueError(f"{args[0]} is not a parameter")
        return _from_fraction(values[args[0]])
    if op in CONSTANTS:
        return Value(1, math.log(getattr(math, op)))
    exact = _exact(expression, values) if op == "sum" else None
    if exact is not None:
        return _from_fraction(exact)
    parts = [evaluate(argument, values) for argument in args]
    if op == "sum":
        return _sum(parts)
    if op == "product":
        sign = math.prod(part.sign for part in parts)
        return Value(
            sign, sum(p.log for p in parts) if sign else -math.inf, sum(p.error for p in parts)
        )
    if op == "power":
        return _power(*parts)
    if op == "exp":
        exponent = number(parts[0])
        return Value(1, exponent, ROUNDING + abs(exponent) * parts[0].error)
    if op == "log" and parts[0].sign > 0:
        log = parts[0].log
        return _from_float(log, (parts[0].error + ROUNDING) / abs(log) if log else 0.0)
    return _called(op, parts)


def _called(name: str, parts: list[Value]) -> Value:
    """A function by its name; how far it moves when its arguments do shows their errors."""
    function = getattr(math, name, None) or getattr(builtins, name, None)
    if name not in FUNCTIONS or function is None:
        raise ValueError(f"no value for {name}")
    value = function(*map(number, parts))
    moved = (
        function(*(number(p) * (1 + sign * p.error) for p in parts)) - value for sign in (-1, 1)
    )
    error = max(map(abs, moved))
    return _from_float(value, ROUNDING + error / abs(value) if value else 0.0)


def _exact(expression: Term, values: Mapping[str, Fraction]) -> Fraction | None:
    """Sums and products of parameters, where cancellation would lose everything."""
    if expression.op == "number":
        return Fraction(expression.args[0])
    if expression.op == "variable":
        return values.get(expression.args[0])
    if expression.op not in ("sum", "product"):
        return None
    found = [_exact(argument, values) for argument in expression.args]
    parts = [part for part in found if part is not None]
    if len(parts) < len(found):
        return None
    return (
        sum(parts, Fraction(0)) if expression.op == "sum" else math.prod(parts, start=Fraction(1))
    )


def compare(left: tuple[int, float], right: Value, least_error: float) -> tuple[int, bool]:
    """The sign of `left - right`, and whether the difference is beyond the error."""
    sign, log = left
    if sign != right.sign or sign == 0:
        gap = (sign > right.sign) - (sign < right.sign)
        return gap, gap != 0
    error = max(least_error, right.error, 1e-13 * max(abs(log), abs(right.log)))
    gap = sign * ((log > right.log) - (log < right.log))
    return gap, abs(log - right.log) > error


def _power(base: Value, exponent: Value) -> Value:
    power = number(exponent)
    if base.sign == 0 and power > 0:
        return base
    if exponent.sign == 0 and exponent.error == 0:
        return Value(1, 0.0)  # of 0 too
    if base.sign <= 0 and not (base.sign and power.is_integer()):
        raise ValueError("a power of a number that is not positive")
    error = abs(power) * base.error + abs(base.log * power) * (exponent.error + ROUNDING)
    return Value(1 if base.sign > 0 or power % 2 == 0 else -1, base.log * power, error)


def _sum(parts: list[Value]) -> Value:
    top = max(part.log for part in parts)
    if top == -math.inf:
        return Value(0, -math.inf)
    terms = [part.sign * math.exp(part.log - top) for part in parts]
    total = math.fsum(terms)
    wrong = sum(
        abs(term) * (part.error + ROUNDING) for term, part in zip(terms, parts, strict=True)
    )
    if total == 0:
        raise ValueError("everything cancels in double precision")
    return Value(1 if total > 0 else -1, top + math.log(abs(total)), wrong / abs(total))


def number(value: Value) -> float:
    return value.sign * math.exp(value.log)


def double(term: object, values: Mapping[str, Fraction]) -> float:
    """The value of any term as a double."""
    return number(evaluate(data_from_sympy(term), values))


def _from_float(number: float, error: float = ROUNDING) -> Value:
    if number == 0:
        return Value(0, -math.inf, 0.0)
    return Value(1 if number > 0 else -1, math.log(abs(number)), error)


@lru_cache(maxsize=1024)
def _from_fraction(number: Fraction) -> Value:
    if number == 0:
        return Value(0, -math.inf, 0.0)
    size = math.log(abs(number.numerator)) - math.log(number.denominator)
    return Value(1 if number > 0 else -1, size)
