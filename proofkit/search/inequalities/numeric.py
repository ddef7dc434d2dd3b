"""Terms in machine numbers at many points at once, with an estimate of the rounding error.

It only tells the search where to look: a goal that is false at a sample is not worth a proof.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from proofkit.foundations.effort import look
from proofkit.language.terms import Term
from proofkit.language.words import CONSTANTS

Array = np.ndarray[Any, Any]
Value = tuple[Array, Array]
EPSILON = 2.3e-16
silent = np.errstate(all="ignore")
"""For a function: machine numbers that overflow, or are none, are no news inside it."""


class Numeric:
    """Values of terms at fixed points, remembered."""

    def __init__(self, points: Mapping[str, Array]) -> None:
        self.points = dict(points)
        self.size = len(next(iter(self.points.values()))) if self.points else 1
        self.known: dict[Term, Value] = {}

    def value(self, term: Term) -> Value:
        """Values and error estimates; not a number where the term has no value."""
        if term not in self.known:
            look()
            with np.errstate(all="ignore"):
                self.known[term] = self._compute(term)
        return self.known[term]

    def _compute(self, term: Term) -> Value:
        if term.op == "number":
            try:
                exact = float(term.args[0])
            except OverflowError:
                exact = float("nan")
            v = np.full(self.size, exact)
            return v, abs(v) * (0 if exact == int(exact) else EPSILON) if abs(exact) < 1e300 else v
        if term.op in CONSTANTS:
            v = np.full(self.size, getattr(math, term.op))
            return v, EPSILON * v
        if term.op == "variable":
            v = self.points[term.args[0]]
            return v, np.zeros_like(v)
        parts = list(map(self.value, term.args))
        return OPERATIONS[term.op](*parts) if term.op in OPERATIONS else _called(term.op, parts)


def _sum(*parts: Value) -> Value:
    v: Array = np.sum([x for x, _ in parts], axis=0)
    e: Array = np.sum([e + EPSILON * abs(x) for x, e in parts], axis=0)
    return v, e


def _product(*parts: Value) -> Value:
    v, e = parts[0]
    for x, f in parts[1:]:
        v, e = v * x, abs(v) * f + abs(x) * e
        e = e + EPSILON * abs(v)
    return v, e


def _power(base: Value, exponent: Value) -> Value:
    (x, ex), (y, ey) = base, exponent
    same = y.size and (y == y[0]).all()
    v = x ** y[0] if same else np.power(x, y)  # for one exponent there are quick ways
    relative = ex * abs(y / np.where(x == 0, 1, x)) + 2 * EPSILON
    if ey.any():
        relative = relative + ey * abs(np.log(np.where(x > 0, x, 1))) + EPSILON * abs(y) * (ey > 0)
    return v, abs(v) * relative


def _exp(part: Value) -> Value:
    v = np.exp(part[0])
    return v, v * (part[1] + EPSILON * (1 + abs(part[0])))


def _log(part: Value) -> Value:
    v = np.log(np.where(part[0] > 0, part[0], np.nan))
    return v, part[1] / part[0] + EPSILON * (abs(v) + EPSILON)


def _abs(part: Value) -> Value:
    return abs(part[0]), part[1]


def _max(*parts: Value) -> Value:
    return np.max([x for x, _ in parts], axis=0), np.max([e for _, e in parts], axis=0)


def _min(*parts: Value) -> Value:
    return np.min([x for x, _ in parts], axis=0), np.max([e for _, e in parts], axis=0)


def _called(name: str, parts: list[Value]) -> Value:
    """Any other function, by its name; how far it moves within the errors of its arguments."""
    known = getattr(math, name, None)

    def at(*numbers: float) -> float:
        try:
            return known(*numbers) if known else math.nan
        except (ValueError, OverflowError):
            return math.nan

    function = np.vectorize(at, otypes=[float])
    v, low, high = (function(*(x + side * e for x, e in parts)) for side in (0, -1, 1))
    return v, np.maximum(abs(low - v), abs(high - v)) + EPSILON * abs(v)


OPERATIONS: dict[str, Callable[..., Value]] = {
    "sum": _sum,
    "product": _product,
    "power": _power,
    "exp": _exp,
    "log": _log,
    "abs": _abs,
    "max": _max,
    "min": _min,
}
