"""Double-precision evaluation as (sign, log of the size): no overflow at `n = 10^18`.

For second opinions only: nothing here decides. Each value carries the relative error that
rounding and cancellation may have left in it.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import sympy

from proofkit.language.words import FUNCTIONS

ROUNDING = 1e-15


class Value(NamedTuple):
    """`sign * exp(log)`, right up to the relative error `error`."""

    sign: int
    log: float
    error: float = ROUNDING


def evaluate(expression: sympy.Expr, values: Mapping[str, Fraction]) -> Value:
    """The value of an expression in parameters; `ValueError` where it has none."""
    if isinstance(expression, sympy.Rational):
        return _from_fraction(Fraction(int(expression.p), int(expression.q)))
    if isinstance(expression, sympy.Symbol):
        if expression.name not in values:
            raise ValueError(f"{expression.name} is not a parameter")
        return _from_fraction(values[expression.name])
    exact = _exact(expression, values) if isinstance(expression, sympy.Add) else None
    if exact is not None:
        return _from_fraction(exact)
    parts = [evaluate(argument, values) for argument in expression.args]
    if isinstance(expression, sympy.Add):
        return _sum(parts)
    if isinstance(expression, sympy.Mul):
        sign = math.prod(part.sign for part in parts)
        return Value(
            sign, sum(p.log for p in parts) if sign else -math.inf, sum(p.error for p in parts)
        )
    if isinstance(expression, sympy.Pow):
        return _power(*parts)
    if isinstance(expression, sympy.exp):
        exponent = number(parts[0])
        return Value(1, exponent, ROUNDING + abs(exponent) * parts[0].error)
    if isinstance(expression, sympy.log) and parts[0].sign > 0:
        log = parts[0].log
        return _from_float(log, (parts[0].error + ROUNDING) / abs(log) if log else 0.0)
    return _called(type(expression), parts)


def _called(kind: type, parts: list[Value]) -> Value:
    """A function by its name; how far it moves when its arguments do shows their errors."""
    names = (f.name for f in FUNCTIONS.values() if kind is getattr(sympy, f.sympy))
    name = next(names, "")
    function = getattr(math, name, None) or getattr(builtins, name, None)
    if function is None:
        raise ValueError(f"no value for {kind.__name__}")
    value = function(*map(number, parts))
    moved = (
        function(*(number(p) * (1 + sign * p.error) for p in parts)) - value for sign in (-1, 1)
    )
    error = max(map(abs, moved))
    return _from_float(value, ROUNDING + error / abs(value) if value else 0.0)


def _exact(expression: sympy.Expr, values: Mapping[str, Fraction]) -> Fraction | None:
    """Sums and products of parameters, where cancellation would lose everything."""
    if isinstance(expression, sympy.Rational):
        return Fraction(int(expression.p), int(expression.q))
    if isinstance(expression, sympy.Symbol):
        return values.get(expression.name)
    if not isinstance(expression, sympy.Add | sympy.Mul):
        return None
    found = [_exact(argument, values) for argument in expression.args]
    parts = [part for part in found if part is not None]
    if len(parts) < len(found):
        return None
    return (
        sum(parts, Fraction(0))
        if isinstance(expression, sympy.Add)
        else math.prod(parts, start=Fraction(1))
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


def _from_float(number: float, error: float = ROUNDING) -> Value:
    if number == 0:
        return Value(0, -math.inf, 0.0)
    return Value(1 if number > 0 else -1, math.log(abs(number)), error)


def _from_fraction(number: Fraction) -> Value:
    if number == 0:
        return Value(0, -math.inf, 0.0)
    size = math.log(abs(number.numerator)) - math.log(number.denominator)
    return Value(1 if number > 0 else -1, size)
