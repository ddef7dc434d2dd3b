"""What the error bounds assume of floating-point arithmetic, and a check of part of it.

With `u` the unit roundoff and `tiny` the least normal number of a type: an operation errs by
at most `u` times its result, plus `tiny` where it underflows (gradually or to zero); so do a
product of matrices, term by term in any order, with or without fused operations; and NumPy's
`exp` and `log` err by at most `FUNCTION_ERROR` units. The last has no document behind it,
so that it is compared with Arb before it is relied on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from proofkit.foundations.errors import ProofkitError

Reals = NDArray[Any]
"""A matrix of float64 or float32."""

Floats = NDArray[np.float64]

LIFT = 1 + 2.0**-10
"""What a bound is multiplied by after it was evaluated in float64: it makes up for the
rounding of sums of up to 2^40 terms, none of which is negative."""

UNDERFLOW = 2.0**-1072
"""More than a few operations on a bound lose where it is subnormal."""

FUNCTION_ERROR = 16
SEEN_AT_MOST = FUNCTION_ERROR // 2
SAMPLE = 2_000


@dataclass(frozen=True)
class Arithmetic:
    """One floating-point type: unit roundoff, least normal number, largest safe number."""

    dtype: np.dtype[Any]
    unit: float
    tiny: float
    largest: float

    @property
    def function_error(self) -> float:
        """The relative error of `exp` and `log`."""
        return FUNCTION_ERROR * self.unit

    def gamma(self, operations: int) -> float:
        """Higham's `k u / (1 - k u)`: the relative error of so many roundings in a row."""
        error = operations * self.unit
        return error / (1 - error) * LIFT if error < 0.5 else math.inf


def arithmetic(dtype: np.dtype[Any]) -> Arithmetic:
    """The arithmetic of a type, with NumPy's functions checked on this machine."""
    kind = np.finfo(dtype)
    known = Arithmetic(
        np.dtype(dtype), float(kind.eps) / 2, float(kind.tiny), float(kind.max) * 2.0**-20
    )
    if (seen := _seen_error(known)) > SEEN_AT_MOST:
        raise ProofkitError(
            f"NumPy's exp or log in {known.dtype} is off by {seen:.1f} units of roundoff on this "
            f"machine; the error bounds allow for {SEEN_AT_MOST}"
        )
    return known


@lru_cache
def _seen_error(known: Arithmetic) -> float:
    """The largest error of `exp` and `log` on a sample, in units of roundoff."""
    lowest = math.log(known.tiny)
    steps = np.arange(SAMPLE) / SAMPLE
    below = np.concatenate([lowest * steps, -(2.0 ** (-60 * steps))]).astype(known.dtype)
    above = (2.0 ** (1.4 * lowest * (1 - 2 * steps))).astype(known.dtype)
    near = (1 + 2.0 ** (-20 * steps)).astype(known.dtype)
    zeros = np.array([0.0, -0.0], known.dtype)
    if not np.all(np.exp(zeros) == 1):
        return math.inf
    return max(
        _worst(np.exp, arb.exp, np.concatenate([below, -below]), known.unit),
        _worst(np.log, arb.log, np.concatenate([above, near]), known.unit),
    )


def _worst(
    function: Callable[[Reals], Reals],
    exact: Callable[[arb], arb],
    points: Reals,
    unit: float,
) -> float:
    precision, ctx.prec = ctx.prec, 128
    try:
        worst = 0.0
        for point, value in zip(points.tolist(), function(points).tolist(), strict=True):
            truth = exact(arb(point))
            error = abs(arb(value) - truth)
            worst = max(worst, float((error / abs(truth)).abs_upper()) if truth != 0 else 0.0)
        return worst / unit
    finally:
        ctx.prec = precision
