"""Numbers with error bounds, for the program writer.

A ball stands for an x with `|x - value| <= relative*|value| + radius`. `relative` is known while
writing; `radius` is computed along with the value, and only where it has to be. Rounding in the
computation of radii makes them too small by at most a factor that `slack` bounds: the true radius
is at most `radius*(1 + slack)`.

With u = 2^-53, every rule below follows from fl(x op y) = (x op y)(1 + e), |e| <= u, as long as
nothing underflows; where it could, `TINY` is added, which is far more than underflow can lose.
What overflows becomes infinite or NaN, and so does its radius: such a point is never decided.
`docs/filter.md` has the proofs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from proofkit.questions.sweep.code import Code, Operand

U = 2.0**-53
TINY = 2.0**-1000
RANGE = 100
"""Inputs are 0 or between 2^-RANGE and 2^RANGE in size: a product of few does not underflow."""
MAX_DEGREE = 8
WORTHLESS = 2.0**-10
"""An error bound known while writing that is larger than this decides nothing."""


@dataclass(frozen=True)
class Ball:
    """A number known up to an error; `degree` bounds how far from 1 its size can be: it is 0 or
    within `2^(+-RANGE*degree)`. `radius is None` means none is needed."""

    value: Operand
    relative: float = 0.0
    radius: Operand | None = None
    slack: float = 0.0
    nonnegative: bool = False
    degree: int = 0


def up(bound: float) -> float:
    """A little more, to cover the rounding of a few operations on bounds."""
    return bound * (1 + 2.0**-40)


def grown(*shares: float) -> float:
    """A bound s with `(1 + s1)*(1 + s2)*... <= 1 + s`, as long as it is at most 1."""
    total = sum(shares)
    return up(total * (1 + total))


class Arithmetic:
    """The rules, as methods that write a program."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def constant(self, value: Fraction) -> Ball:
        """A rational number, rounded to nearest."""
        try:
            near = value.numerator / value.denominator
        except OverflowError:
            near = math.inf
        exact = math.isfinite(near) and Fraction(near) == value
        huge = value != 0 and not Fraction(1, 2**RANGE) <= abs(value) <= 2**RANGE
        return Ball(
            near,
            0.0 if exact else U,
            TINY if huge else None,
            nonnegative=value >= 0,
            degree=MAX_DEGREE + 1 if huge else 1 if not exact or value != 1 else 0,
        )

    def input(self, name: str, *, exact: bool, nonnegative: bool) -> Ball:
        """A parameter; `exact` when its values are doubles, else they are rounded to nearest."""
        value = self.code.input(name)
        return Ball(value, 0.0 if exact else U, nonnegative=nonnegative, degree=1)

    def size(self, ball: Ball) -> Operand:
        """`|value|`."""
        return ball.value if ball.nonnegative else self.code.emit("abs", ball.value)

    def error(self, ball: Ball) -> Operand:
        """A bound on the whole error, with all slack taken in."""
        emit = self.code.emit
        if max(ball.slack, ball.relative) > WORTHLESS:
            return math.inf
        known = emit("mul", self.size(ball), up(ball.relative)) if ball.relative else 0.0
        if ball.radius is None:
            return known
        return emit("add", known, emit("mul", ball.radius, up(1 + up(ball.slack))))

    def times(self, x: Ball, y: Ball) -> Ball:
        """`|xy - fl| <= (rx + ry + rx*ry + u)|fl|*(1 + 2u) + radii`."""
        emit = self.code.emit
        value = emit("mul", x.value, y.value)
        relative = up(x.relative + y.relative + x.relative * y.relative + U)
        if isinstance(x.value, float) and abs(x.value) == 1 and not x.relative:
            relative = y.relative
        elif isinstance(y.value, float) and abs(y.value) == 1 and not y.relative:
            relative = x.relative
        degree = x.degree + y.degree
        pieces = []
        slack = grown(x.slack, y.slack, x.relative, y.relative, 8 * U)
        if x.radius is not None:
            pieces.append(emit("mul", x.radius, self.size(y)))
        if y.radius is not None:
            pieces.append(emit("mul", y.radius, self.size(x)))
        if x.radius is not None and y.radius is not None:
            pieces.append(emit("mul", x.radius, y.radius))
        if pieces or degree > MAX_DEGREE:
            pieces.append(TINY)
            degree = MAX_DEGREE + 1
        return Ball(
            value,
            relative,
            self._total(pieces),
            slack,
            x.nonnegative and y.nonnegative,
            degree,
        )

    def plus(self, terms: Sequence[Ball]) -> Ball:
        """A sum of k terms: `(2*k*u + max relative)*sum|terms|` and their radii."""
        emit, k = self.code.emit, len(terms)
        if k == 1:
            return terms[0]
        value = terms[0].value
        for term in terms[1:]:
            value = emit("add", value, term.value)
        relative = up(max(term.relative for term in terms) + (2 * k + 2) * U)
        pieces = [term.radius for term in terms if term.radius is not None]
        nonnegative = all(term.nonnegative for term in terms)
        if not nonnegative:
            sizes = self._total([self.size(term) for term in terms])
            pieces.append(emit("mul", sizes if sizes is not None else 0.0, relative))
            relative = 0.0
        slack = grown(max(term.slack for term in terms), 4 * k * U)
        degree = max(term.degree for term in terms)
        if pieces:
            degree = MAX_DEGREE + 1
        return Ball(value, relative, self._total(pieces), slack, nonnegative, degree + 1)

    def _total(self, pieces: Sequence[Operand]) -> Operand | None:
        if not pieces:
            return None
        total = pieces[0]
        for piece in pieces[1:]:
            total = self.code.emit("add", total, piece)
        return total

    def inverse(self, x: Ball) -> Ball:
        """`1/x`; where x may be 0 the radius becomes infinite."""
        emit = self.code.emit
        value = emit("div", 1.0, x.value)
        share = self.share(emit("div", self.error(x), self.size(x)))
        size = value if x.nonnegative else emit("abs", value)
        radius = emit("add", emit("mul", size, share), TINY)
        return Ball(value, 2 * U, radius, 16 * U, x.nonnegative, MAX_DEGREE + 1)

    def share(self, part: Operand) -> Operand:
        """`part/(1 - part)` for `part < 1`, else infinite: a bound on `exp(part) - 1`, and on
        the relative error of an inverse. `part` is an upper bound up to a few roundings."""
        emit = self.code.emit
        wide = emit("mul", part, 1 + 2.0**-40)
        rest = emit("max", emit("sub", 1.0, wide), 0.0)
        return emit("div", wide, rest)

    def to_integer(self, x: Ball, exponent: int) -> Ball:
        """`x^exponent` by repeated squaring; an even power is not negative."""
        if exponent < 0:
            return self.inverse(self.to_integer(x, -exponent))
        result: Ball | None = None
        square = x
        while exponent:
            if exponent % 2:
                result = square if result is None else self.times(result, square)
            exponent //= 2
            if exponent:
                square = replace(self.times(square, square), nonnegative=True)
        return result if result is not None else self.constant(Fraction(1))

    def ask(self, x: Ball) -> int:
        """The sign of x, as a question of the program."""
        if x.radius is None and x.relative <= WORTHLESS:
            return self.code.ask(x.value, None)
        bound = self.code.emit("mul", self.error(x), 1 + 2.0**-40)
        return self.code.ask(x.value, bound)
