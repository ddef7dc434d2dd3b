"""`log` and `exp` from `+ - * /` alone, with proved bounds on their errors.

log x: x = 2^k*f with sqrt(1/2) <= f < sqrt(2), exactly; s = (f - 1)/(f + 1) has |s| < 0.1716
and log f = 2*(s + s^3/3 + s^5/5 + ...), cut after `LOG_TERMS` terms.

exp y: y = k*log 2 + r with |r| < 0.35; exp r by its Taylor series up to r^`EXP_TERMS`, times 2^k.

No library function is used, so the bounds do not depend on one. See `docs/filter.md`.
"""

from __future__ import annotations

from proofkit.questions.sweep.balls import MAX_DEGREE, TINY, Arithmetic, Ball, U, up
from proofkit.questions.sweep.code import Operand

LN2 = float.fromhex("0x1.62e42fefa39efp-1")
LN2_HIGH = float.fromhex("0x1.62e42feep-1")
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
INVERSE_LN2 = float.fromhex("0x1.71547652b82fep+0")

LOG_TERMS = 10
EXP_TERMS = 12
SQUARE = 0.0295
"""s^2 is less."""

LOG_ERROR = 16 * U + SQUARE**LOG_TERMS / (2 * LOG_TERMS + 1) * 1.04
"""Relative error of the computed logarithm of a double that is positive and normal."""

_FACTORIAL = [1.0]
for _k in range(1, EXP_TERMS + 2):
    _FACTORIAL.append(_FACTORIAL[-1] * _k)

EXP_ERROR = 10 * U + 1.5 * 0.35 ** (EXP_TERMS + 1) / _FACTORIAL[EXP_TERMS + 1]
"""Relative error of the computed exponential of a double between -EDGE and EDGE."""

EDGE = 700.0
"""Beyond, the argument is moved here: that costs less than `TINY` below, and is charged as an
error of the argument above."""


def log(arithmetic: Arithmetic, x: Ball, *, from_two: bool) -> Ball:
    """The logarithm of a positive number, which is certainly at least 2 if `from_two`. It is
    meaningless where x is not positive; what uses it has to have a guard."""
    value = log_value(arithmetic, x.value)
    if x.radius is None and x.relative < 2.0**-30 and x.degree <= MAX_DEGREE:
        shift = up(2 * x.relative)
        if from_two:
            return Ball(value, up(LOG_ERROR + 2 * shift), nonnegative=True, degree=1)
        radius: Operand = up(shift + TINY)
    else:
        emit = arithmetic.code.emit
        room = emit("max", x.value, 0.0)
        radius = emit("add", arithmetic.share(emit("div", arithmetic.error(x), room)), TINY)
    return Ball(value, up(2 * LOG_ERROR), radius, 16 * U, False, MAX_DEGREE + 1)


def log_value(arithmetic: Arithmetic, x: Operand) -> Operand:
    """The logarithm of a double, without its error."""
    emit = arithmetic.code.emit
    k, f = emit("exponent", x), emit("mantissa", x)
    s = emit("div", emit("sub", f, 1.0), emit("add", f, 1.0))
    square = emit("mul", s, s)
    series: Operand = 1 / (2 * LOG_TERMS - 1)
    for j in range(LOG_TERMS - 2, -1, -1):
        series = emit("add", emit("mul", series, square), 1 / (2 * j + 1))
    return emit("add", emit("mul", k, LN2), emit("mul", emit("add", s, s), series))


def exp(arithmetic: Arithmetic, y: Ball) -> Ball:
    """The exponential: a value, and a radius from the error of the argument."""
    emit = arithmetic.code.emit
    inside = emit("min", emit("max", y.value, -EDGE), EDGE)
    value = exp_value(arithmetic, inside)
    beyond = emit("max", emit("sub", y.value, EDGE), 0.0)
    error = emit("add", arithmetic.error(y), emit("mul", beyond, 1 + 2.0**-40))
    radius = emit("add", emit("mul", value, arithmetic.share(error)), TINY)
    return Ball(value, up(2 * EXP_ERROR), radius, up(32 * U + 4 * EXP_ERROR), True, MAX_DEGREE + 1)


def exp_value(arithmetic: Arithmetic, y: Operand) -> Operand:
    """The exponential of a double between -EDGE and EDGE, without its error."""
    emit = arithmetic.code.emit
    k = emit("rint", emit("mul", y, INVERSE_LN2))
    r = emit("sub", emit("sub", y, emit("mul", k, LN2_HIGH)), emit("mul", k, LN2_LOW))
    series: Operand = 1 / _FACTORIAL[EXP_TERMS]
    for j in range(EXP_TERMS - 1, -1, -1):
        series = emit("add", emit("mul", series, r), 1 / _FACTORIAL[j])
    return emit("mul", series, emit("power2", k))
