"""Question 1: does a statement hold at given parameters?

First by enclosing both sides, with more and more bits. Where they stay too close, by the
normal form of their difference: common terms cancel exactly there, so that what is left is
enclosed without loss; and where everything cancels, the two sides are equal, which no
enclosure could show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from flint import arb

from proofkit.errors import LimitExceeded, Undefined
from proofkit.kernel.interval import Interval
from proofkit.kernel.normal import Normaliser, as_term
from proofkit.kernel.scope import FLIP, Context, Fact, Scope, precision
from proofkit.kernel.terms import Term, number, subtract

MAX_BITS = 8192
_TOKEN = object()


@dataclass(frozen=True, init=False)
class PointVerdict:
    """`value` is holds, fails or undecided. Only this module makes one."""

    value: str
    bits: int
    left: Interval | None
    right: Interval | None
    reason: str

    def __init__(
        self,
        token: object,
        value: str,
        bits: int,
        left: Interval | None = None,
        right: Interval | None = None,
        reason: str = "",
    ) -> None:
        if token is not _TOKEN:
            raise TypeError("verdicts are made by the kernel only")
        for name, content in zip(
            ("value", "bits", "left", "right", "reason"),
            (value, bits, left, right, reason),
            strict=True,
        ):
            object.__setattr__(self, name, content)

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has three values; compare verdict.value")


def decide(
    context: Context, fact: Fact, values: Mapping[str, Fraction], max_bits: int = MAX_BITS
) -> PointVerdict:
    """Decide `left relation right` at one point, rigorously, or say undecided."""
    left, relation, right = fact
    if relation in (">", ">="):
        left, relation, right = right, FLIP[relation], left
    context.check_names(left, right)
    sides: tuple[Interval | None, Interval | None] = (None, None)
    reason, bits = "", 0
    for bits, low, high, sides, reason in _enclosures(context, left, right, values, max_bits):
        value = _compare(relation, low, high)
        if value:
            return PointVerdict(_TOKEN, value, bits, *_ordered(fact, sides))
    reason = reason or f"the two sides agree to {bits} bits"
    return PointVerdict(_TOKEN, "undecided", bits, *_ordered(fact, sides), reason)


def _ordered(
    fact: Fact, sides: tuple[Interval | None, Interval | None]
) -> tuple[Interval | None, Interval | None]:
    return sides if fact[1] in ("=", "<", "<=") else (sides[1], sides[0])


def _compare(relation: str, low: arb | int, high: arb | int) -> str:
    """The verdict when `right - left` lies between low and high; "" when it is not settled."""
    if relation == "=":
        if low == high == 0:
            return "holds"
        return "fails" if low > 0 or high < 0 else ""
    if low > 0 or (relation == "<=" and low >= 0):
        return "holds"
    if high < 0 or (relation == "<" and high <= 0):
        return "fails"
    return ""


Row = tuple[int, arb | int, arb | int, tuple[Interval | None, Interval | None], str]


def _enclosures(
    context: Context, left: Term, right: Term, values: Mapping[str, Fraction], max_bits: int
) -> Iterator[Row]:
    """Tighter and tighter bounds on the sign of `right - left`, with both sides."""
    bits = 64
    while bits <= max_bits:
        with precision(bits):
            scope = Scope(context, values=values)
            try:
                sides = scope.enclose(left), scope.enclose(right)
            except Undefined as problem:
                sides, reason = (None, None), f"no value here: {problem}"
            else:
                gap = sides[1] - sides[0]
                yield bits, gap.low, gap.high, sides, ""
                if bits >= 128 or bits == max_bits:
                    yield from _cancelled(context, left, right, values, bits, sides)
                reason = ""
        if reason:
            yield bits, -1, 1, sides, reason
        bits *= 2


def _cancelled(
    context: Context,
    left: Term,
    right: Term,
    values: Mapping[str, Fraction],
    bits: int,
    sides: tuple[Interval, Interval],
) -> Iterator[Row]:
    """The same after exact cancellation: with integers as symbols, then all as numbers."""
    for numbers in (_rest(context, values), dict(values)):
        try:
            scope = _at(context, values, numbers)
            remaining = Normaliser(scope).difference(left, right)
            if not remaining:
                yield bits, 0, 0, sides, ""
            gap = scope.enclose(as_term(remaining))
            yield bits, gap.low, gap.high, sides, ""
        except (Undefined, LimitExceeded):
            continue


def _rest(context: Context, values: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The values of all but the integer parameters. Kept as symbols, integers such as n keep
    powers like `n^1681` short; put in as numbers, they let everything cancel that can."""
    return {name: value for name, value in values.items() if not context.parameters[name]}


def _at(context: Context, values: Mapping[str, Fraction], numbers: Mapping[str, Fraction]) -> Scope:
    """The point as a scope, with the parameters in `numbers` written as numbers."""
    definitions = {**{name: number(v) for name, v in numbers.items()}, **context.definitions}
    kept = {name: kind for name, kind in context.parameters.items() if name not in numbers}
    return Scope(
        Context(kept, {}, definitions), values={name: values[name] for name in kept if name in values}
    )


def enclose(
    context: Context, term: Term, values: Mapping[str, Fraction], bits: int
) -> Interval:
    """A rigorous enclosure of a term at a point; `Undefined` where it has no value."""
    with precision(bits):
        return Scope(context, values=values).enclose(term)


def enclose_difference(
    context: Context, left: Term, right: Term, values: Mapping[str, Fraction], bits: int
) -> Interval:
    """An enclosure of `right - left` in which common terms have cancelled exactly."""
    difference = subtract(right, left)
    with precision(bits):
        best = Scope(context, values=values).enclose(difference)
        for numbers in (_rest(context, values), dict(values)):
            try:
                scope = _at(context, values, numbers)
                above, below = Normaliser(scope).ratio(difference)
                quotient = scope.enclose(as_term(above)) * scope.enclose(as_term(below)).inverse()
                best = best.meet(quotient)
            except (Undefined, LimitExceeded):
                continue
    return best


def are_equal(
    context: Context, left: Term, right: Term, values: Mapping[str, Fraction]
) -> bool:
    """True only if the two sides are certainly equal at this point."""
    with precision():
        try:
            return not Normaliser(_at(context, values, values)).difference(left, right)
        except (Undefined, LimitExceeded):
            return False
