"""Second opinions on a verdict at given parameters.

Both evaluate the statement as its author wrote it, from the nodes of that expression, with none of
the kernel's code: mpmath with 50 digits, and NumPy in double precision with the quantities
measured on the real matrices. They cannot prove a verdict; they can contradict one.

An opinion is a sign of `left - right` with a margin of error. Where the two sides are as
good as equal, the opinion fits a verdict that allows equality, and says nothing of others.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath

from proofkit.kernel.interval import Interval
from proofkit.kernel.points import PointVerdict
from proofkit.language.claims import Claim, Definition, Part
from proofkit.language.from_sympy import from_sympy
from proofkit.language.lemma import Lemma
from proofkit.language.results import AGREE, DISAGREE, FAILS, HOLDS, MATRICES, ROLES, UNAVAILABLE
from proofkit.language.terms import Term
from proofkit.language.words import CONSTANTS, FUNCTIONS, RELATIONS
from proofkit.probability import opinion

Values = Mapping[str, Fraction]
DIGITS = 50
GUARD = 10
SPARE = 4
"""So many more from the start: it is common to lose one or two, and nothing is evaluated twice."""
MOST_DIGITS = 500
TRUSTED_DIGITS = 40
TRUSTED_DOUBLE = 1e-9
SLACK = mpmath.mpf(10) ** -TRUSTED_DIGITS


class Mpmath:
    """What 50 digits say of statements at one point. What is evaluated for one is remembered for
    the others, as long as they mean the same by their definitions."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self._definitions: dict[str, Definition] = {}
        self._last: Mapping[str, Definition] = {}
        self._evaluators: dict[int, _Evaluator] = {}

    def opinion(
        self, part: Part, definitions: Mapping[str, Definition], verdict: PointVerdict
    ) -> str:
        """What it says of a verdict, and of the enclosures it came with."""
        if definitions is not self._last:
            self._last, known = definitions, self._definitions
            for name, meant in definitions.items():
                if known.setdefault(name, meant).expression != meant.expression:
                    self._definitions, self._evaluators = dict(definitions), {}
                    break
        with mpmath.workdps(DIGITS + GUARD + SPARE):
            try:
                left, right = self._evaluated(part)
            except (ZeroDivisionError, ValueError, OverflowError):
                return UNAVAILABLE
            if not all(isinstance(v, mpmath.mpf) and mpmath.isfinite(v) for v in (left, right)):
                return UNAVAILABLE
            for value, enclosure in ((left, verdict.left), (right, verdict.right)):
                if enclosure is not None and not _inside(value, enclosure):
                    return DISAGREE
            error = SLACK * max(abs(left), abs(right))
            difference = left - right
            sign = 0 if abs(difference) <= error else 1 if difference > 0 else -1
        return _judge(part.statement.relation, sign, sign != 0, verdict.value)

    def _evaluated(self, part: Part) -> tuple[Any, Any]:
        """Both sides, at the working precision that they take: large exponents cost digits, so
        that what the first pass meets decides how many the second one carries."""
        while (digits := mpmath.mp.dps) <= MOST_DIGITS:
            if digits not in self._evaluators:
                self._evaluators[digits] = _Evaluator(self._definitions, self.values)
            evaluator = self._evaluators[digits]
            evaluator.cost = FREE
            left = evaluator.evaluate(from_sympy(part.statement.left))
            right = evaluator.evaluate(from_sympy(part.statement.right))
            needed = DIGITS + GUARD + evaluator.cost.lost_digits
            if evaluator.cost.vanished:
                needed = MOST_DIGITS if digits < MOST_DIGITS else MOST_DIGITS + 1
            if needed <= digits:
                return left, right
            mpmath.mp.dps = needed
        raise ValueError("exponents too large for a second opinion")


class Cost(NamedTuple):
    """What was lost on the way to a value: digits, small terms of sums, all of a distance."""

    lost_digits: int = 0
    absorbed: bool = False
    vanished: bool = False

    def __or__(self, other: Cost) -> Cost:
        lost = max(self.lost_digits, other.lost_digits)
        return Cost(lost, self.absorbed or other.absorbed, self.vanished or other.vanished)


FREE = Cost()


def _judge(relation: str, sign: int, certain: bool, verdict: str) -> str:
    if verdict not in (HOLDS, FAILS):
        return UNAVAILABLE
    if certain:
        holds = sign in RELATIONS[relation].signs
        return AGREE if holds == (verdict == HOLDS) else DISAGREE
    return AGREE if verdict == HOLDS and not RELATIONS[relation].strict else UNAVAILABLE


def _inside(value: Any, enclosure: Interval) -> bool:
    """Is the value in the enclosure, up to the digits mpmath is trusted with?"""
    low, high = _mpf(enclosure.low), _mpf(enclosure.high)
    if low <= value <= high:
        return True
    slack = abs(value) * SLACK
    return bool(low <= value + slack and value - slack <= high)


def _mpf(end: Any) -> Any:
    if not end.is_finite():
        return mpmath.inf if end > 0 else -mpmath.inf
    mantissa, exponent = end.man_exp()
    return mpmath.mpf((int(mantissa), int(exponent)))


class _Evaluator:
    """Expressions at one point, node by node, at the working precision of mpmath."""

    def __init__(self, definitions: Mapping[str, Definition], values: Values) -> None:
        self.definitions = definitions
        self.cost = FREE  # of what was evaluated since somebody set it so
        self.known: dict[Term, tuple[Any, Cost]] = {}
        self.values = {
            name: mpmath.mpf(value.numerator) / value.denominator for name, value in values.items()
        }

    def evaluate(self, expression: Term) -> Any:
        if expression not in self.known:
            before, self.cost = self.cost, FREE
            self.known[expression] = self._compute(expression), self.cost
            self.cost = before
        value, cost = self.known[expression]
        if cost is not FREE:
            self.cost |= cost
        return value

    def _compute(self, expression: Term) -> Any:
        op, args = expression.op, expression.args
        if op == "number":
            return mpmath.mpf(args[0].numerator) / args[0].denominator
        if op == "variable":
            if args[0] in self.values:
                return self.values[args[0]]
            return self.evaluate(from_sympy(self.definitions[args[0]].expression))
        if op == "P":
            return opinion.probability(args[0], self.evaluate)
        if op in opinion.SUMS:
            return opinion.leasts(expression, self.evaluate)
        if op in CONSTANTS:
            return +getattr(mpmath, op)
        arguments = [self.evaluate(argument) for argument in args]
        if op == "sum":
            return self._sum(arguments)
        if op == "product":
            return math.prod(arguments[1:], start=arguments[0])
        if op == "power":
            return self._power(*arguments)
        if op == "exp":
            return self._exp(*arguments)
        if op == "log":
            return self._log(*arguments)
        if op in FUNCTIONS:
            return self._called(op, arguments)
        raise ValueError(f"no rule for {op}")

    def _called(self, name: str, arguments: list[Any]) -> Any:
        """Any other function, by its name; a small value may have cost digits."""
        value = (getattr(mpmath, name, None) or getattr(builtins, name))(*arguments)
        self._lose(1, value)
        return value

    def _sum(self, terms: list[Any]) -> Any:
        """What cancels in a sum costs as many digits as it is larger than what is left."""
        total = sum(terms[1:], terms[0])
        reach, sizes = mpmath.mag(total) - mpmath.mp.prec, list(map(mpmath.mag, terms))
        if any(size < reach and term for term, size in zip(terms, sizes, strict=True)):
            self.cost |= Cost(absorbed=True)
        self._lose(max(sizes), total)
        return total

    def _log(self, x: Any) -> Any:
        """The logarithm of a number close to 1 is as precise as its distance from 1; nothing is
        left of that where it was too small for the digits carried."""
        self._lose(1, x - 1)
        if x == 1 and self.cost.absorbed:
            self.cost |= Cost(vanished=True)
        return mpmath.log(x)

    def _lose(self, size: Any, left: Any) -> None:
        """What was as large as `2^size` left so much: other sizes are of zero or infinite."""
        if isinstance(size, int) and isinstance(found := mpmath.mag(left), int):
            self._spend((size - found) * 3 // 10)

    def _spend(self, digits: int) -> None:
        if digits > self.cost.lost_digits:
            self.cost |= Cost(digits)

    def _power(self, base: Any, exponent: Any) -> Any:
        """Large whole exponents go through the logarithm: multiplying out takes for ever."""
        if abs(exponent) > 1000 and base > 0:
            return self._exp(exponent * mpmath.log(base))
        return mpmath.power(base, exponent)

    def _exp(self, exponent: Any) -> Any:
        if exponent:
            size = int(mpmath.mag(exponent))
            if size > 4 * MOST_DIGITS:
                raise OverflowError("an exponent is too large for a second opinion")
            self._spend(size * 3 // 10)
        return mpmath.exp(exponent)


# NumPy --------------------------------------------------------------------------------


def numpy_opinion(lemma: Lemma, part: Part, values: Values, verdict: PointVerdict) -> str:
    """What the real matrices say, in double precision and in the logarithmic domain."""
    from proofkit.attention import signedlog

    measured = _measurable(lemma, from_sympy(part.statement.left))
    if measured is None:
        return UNAVAILABLE
    source, entry = measured
    left = source.measure(entry, values)
    if left is None:
        return UNAVAILABLE
    try:
        right = signedlog.evaluate(from_sympy(part.statement.right), values)
    except (ArithmeticError, ValueError):
        return UNAVAILABLE
    sign, certain = signedlog.compare((left.sign, left.log_abs), right, TRUSTED_DOUBLE)
    return _judge(part.statement.relation, sign, certain, verdict.value)


def measured_on(lemma: Lemma, claim: Claim, values: Values, opinion: str) -> str:
    """What NumPy measured for a claim: the whole matrices, or roles where these are too large;
    nothing if it has no opinion."""
    if opinion == UNAVAILABLE:
        return ""
    found = [_measurable(lemma, from_sympy(part.statement.left)) for part in claim.parts]
    sources = [measured[0] for measured in found if measured is not None]
    if not sources:
        return ""
    return MATRICES if all(source.written_out(values) for source in sources) else ROLES


def _measurable(lemma: Lemma, left: Term) -> tuple[Any, tuple[str, ...]] | None:
    """The source that can measure the left side on real matrices, and which entry it is."""
    for source in lemma.quantities:
        definition = source.definitions.get(left.args[0]) if left.op == "variable" else None
        if definition is not None and definition.measured and hasattr(source, "measure"):
            return source, definition.measured
    return None
