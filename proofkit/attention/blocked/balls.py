"""Numbers with error bounds, entry by entry, and SymPy's functions of one variable on them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import numpy as np
import sympy
from sympy import Expr, Symbol

from proofkit.attention.blocked.rounding import LIFT, Arithmetic, Floats, Reals
from proofkit.foundations.errors import UnsupportedTerm


@dataclass(frozen=True, eq=False)
class Balls:
    """Every exact number is within `radius` of its `middle`; without a bound it is infinite."""

    middle: Reals
    radius: Floats

    def size(self) -> Floats:
        return np.abs(self.middle, dtype=np.float64)


def evaluate(link: Expr, score: Symbol, scores: Balls, known: Arithmetic) -> Balls:
    """A function of the scores, node by node, where NumPy gives no warning."""
    with np.errstate(all="ignore"):
        found = _Evaluator(score, scores, known).evaluate(link)
    shape = scores.middle.shape
    radius = np.where(np.isfinite(found.middle), found.radius, np.inf)
    radius = np.where(np.isnan(radius), np.inf, radius)
    return Balls(np.broadcast_to(found.middle, shape), np.broadcast_to(radius, shape))


class _Evaluator:
    def __init__(self, score: Symbol, scores: Balls, known: Arithmetic) -> None:
        self.score, self.scores, self.known = score, scores, known

    def evaluate(self, term: Expr) -> Balls:
        if term == self.score:
            return self.scores
        if isinstance(term, sympy.Rational):
            return self._constant(Fraction(int(term.p), int(term.q)))
        if isinstance(term, sympy.Pow) and isinstance(term.exp, sympy.Integer):
            return self._power(self.evaluate(term.base), int(term.exp))
        arguments = [self.evaluate(argument) for argument in term.args]
        if isinstance(term, sympy.Add):
            return reduce(self._add, arguments)
        if isinstance(term, sympy.Mul):
            return reduce(self._times, arguments)
        if isinstance(term, sympy.Max):
            return reduce(_max, arguments)
        if isinstance(term, sympy.Abs):
            return Balls(np.abs(arguments[0].middle), arguments[0].radius)
        if isinstance(term, sympy.exp):
            return self._exp(arguments[0])
        if isinstance(term, sympy.log):
            return self._log(arguments[0])
        raise UnsupportedTerm(f"no error bound is known for {term}, a part of the link")

    def _constant(self, number: Fraction) -> Balls:
        middle = np.array([[self.known.dtype.type(number.numerator / number.denominator)]])
        error = abs(Fraction(middle.item()) - number)
        radius = float(error) * LIFT + self.known.tiny if error else 0.0
        return Balls(middle, np.array([[radius]]))

    def _rounded(self, middle: Reals, radius: Floats, units: float = 1) -> Balls:
        own = units * self.known.unit * np.abs(middle, dtype=np.float64) + self.known.tiny
        return Balls(middle, (radius + 2 * own) * LIFT)

    def _add(self, x: Balls, y: Balls) -> Balls:
        return self._rounded(x.middle + y.middle, x.radius + y.radius)

    def _times(self, x: Balls, y: Balls) -> Balls:
        radius = x.size() * y.radius + y.size() * x.radius + x.radius * y.radius
        return self._rounded(x.middle * y.middle, radius)

    def _power(self, base: Balls, exponent: int) -> Balls:
        power = reduce(self._times, [base] * abs(exponent))
        if exponent > 0:
            return power
        certain = power.size() - power.radius * LIFT
        radius = np.where(certain > 0, power.radius / power.size() / certain, np.inf)
        return self._rounded(1 / power.middle, radius)

    def _exp(self, x: Balls) -> Balls:
        middle = np.exp(x.middle)
        size = middle.astype(np.float64) + self.known.tiny
        radius = size * np.expm1(x.radius * LIFT) * LIFT
        return self._rounded(middle, radius, self.known.function_error / self.known.unit)

    def _log(self, x: Balls) -> Balls:
        certain = x.middle.astype(np.float64) - x.radius * LIFT
        radius = np.where(certain > 0, x.radius / certain, np.inf)
        units = self.known.function_error / self.known.unit
        return self._rounded(np.log(x.middle), radius, units)


def _max(x: Balls, y: Balls) -> Balls:
    return Balls(np.maximum(x.middle, y.middle), np.maximum(x.radius, y.radius))
