"""Question 1: does a statement hold at given parameters?

First by enclosing both sides, with more and more bits. Where they stay too close, by the
normal form of their difference: common terms cancel exactly there, so that what is left is
enclosed without loss; and where everything cancels, the two sides are equal, which no
enclosure could show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import InitVar, dataclass, field
from fractions import Fraction
from typing import NoReturn

from proofkit.errors import LimitExceeded, Undefined
from proofkit.kernel.effort import limited
from proofkit.kernel.interval import INFINITY, Interval
from proofkit.kernel.normal import Normaliser, as_term
from proofkit.kernel.scope import Context, Fact, Scope, known_relation, precision
from proofkit.kernel.signs import Neurons, chances, most
from proofkit.kernel.terms import Term, number, subtract, text

MAX_BITS = 8192
MAX_WORK = 100_000
TOKEN = object()


@dataclass(frozen=True)
class Verdict:
    """What the kernel found. No verdict is made outside the kernel, and none is a truth value."""

    token: InitVar[object] = field(kw_only=True)

    def __post_init__(self, token: object) -> None:
        if token is not TOKEN:
            raise TypeError("verdicts are made by the kernel only")

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has three values; compare verdict.value")


@dataclass(frozen=True)
class PointVerdict(Verdict):
    """`value` is holds, fails or undecided; then `reason` says why."""

    value: str
    bits: int
    left: Interval | None
    right: Interval | None
    reason: str


def decide(
    context: Context, fact: Fact, values: Mapping[str, Fraction], max_bits: int = MAX_BITS
) -> PointVerdict:
    """Decide `left relation right` at one point, rigorously, or say undecided."""
    left, relation, right = fact
    context.check_names(left, right)
    known_relation(relation)
    bits, value, reason = 32, "", ""
    neurons = _neurons(context, values)
    remaining: dict[int, Term | None] = {}
    sides: tuple[Interval | None, Interval | None] = (None, None)
    while not value and 2 * bits <= max_bits:
        bits *= 2
        with precision(bits):
            try:
                scope = Scope(context, values=values, known=_known(neurons, left, right))
                sides = scope.enclose(left), scope.enclose(right)
                reason = f"the two sides agree to {bits} bits"
                gaps = _gaps(scope, (left, right), values, remaining)
                value = next(filter(None, (_compare(relation, gap) for gap in gaps)), "")
            except Undefined as problem:
                reason = f"no value here: {problem}"
            except RecursionError:
                raise LimitExceeded("a term is nested too deep") from None
    return PointVerdict(value or "undecided", bits, *sides, "" if value else reason, token=TOKEN)


def _compare(relation: str, gap: Interval) -> str:
    """The verdict when `right - left` lies in `gap`; "" when that does not settle it."""
    upwards = gap if relation in ("=", "<", "<=") else -gap
    low, high = upwards.low, upwards.high
    if relation == "=":
        holds, fails = low >= 0 and high <= 0, low > 0 or high < 0
    elif relation in ("<=", ">="):
        holds, fails = low >= 0, high < 0
    else:
        holds, fails = low > 0, high <= 0
    return "holds" if holds else "fails" if fails else ""


def _gaps(
    scope: Scope,
    sides: tuple[Term, Term],
    values: Mapping[str, Fraction],
    remaining: dict[int, Term | None],
) -> Iterator[Interval]:
    """Enclosures of numbers with the sign of `right - left`: as it stands, then of what remains
    after exact cancellation, with integers as symbols and with all parameters as numbers."""
    left, right = sides
    top = most(left)
    yield scope.enclose(right) - scope.enclose(left)
    known = {term: scope.enclose(term) for side in sides for term in chances(side)}
    for k, numbers in enumerate((_rest(scope.context, values), values)):
        point = _at(scope.context, values, numbers, known)
        try:
            if k not in remaining:
                remaining[k] = _remaining(point, top or left, right)
            term = remaining[k]
            if term is not None:
                gap = point.enclose(term)
                yield gap if top is None else Interval(gap.low, INFINITY)
        except Undefined:
            continue


def _remaining(point: Scope, left: Term, right: Term) -> Term | None:
    try:
        with limited(MAX_WORK):
            return as_term(Normaliser(point).difference(left, right))
    except LimitExceeded:
        return None


def _rest(context: Context, values: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The values of all but the integer parameters. Kept as symbols, integers such as n keep
    powers like `n^1681` short; put in as numbers, they let everything cancel that can."""
    return {name: value for name, value in values.items() if not context.parameters[name]}


def _at(
    context: Context,
    values: Mapping[str, Fraction],
    numbers: Mapping[str, Fraction],
    known: Mapping[Term, Interval] | None = None,
) -> Scope:
    """The point as a scope, with the parameters in `numbers` written as numbers."""
    definitions = {**{name: number(v) for name, v in numbers.items()}, **context.definitions}
    kept = {name: kind for name, kind in context.parameters.items() if name not in numbers}
    rest = {name: values[name] for name in kept if name in values}
    return Scope(Context(kept, {}, definitions), values=rest, known=known)


def _neurons(context: Context, values: Mapping[str, Fraction]) -> Neurons:
    """Probabilities at this point, from decisions made here."""

    def greater(large: Term, small: Term) -> bool:
        verdict = decide(context, (large, ">", small), values)
        if verdict.value == "undecided":
            raise Undefined(f"a comparison in an event is undecided: {verdict.reason}")
        return verdict.value == "holds"

    def value(term: Term) -> Fraction:
        point = _at(context, values, values)
        found = Normaliser(point).polynomial(term)
        if found is None or any(monomial for monomial, _ in found):
            raise Undefined(f"{text(term)} is not a rational number here")
        return sum((coefficient for _, coefficient in found), Fraction(0))

    def enclose_here(term: Term) -> Interval:
        return Scope(context, values=values).enclose(term)

    return Neurons(greater, value, enclose_here)


def _known(neurons: Neurons, *terms: Term) -> dict[Term, Interval]:
    return {chance: neurons.chance(chance) for term in terms for chance in chances(term)}


def enclose(context: Context, term: Term, values: Mapping[str, Fraction], bits: int) -> Interval:
    """A rigorous enclosure of a term at a point; `Undefined` where it has no value."""
    with precision(bits):
        known = _known(_neurons(context, values), term)
        return Scope(context, values=values, known=known).enclose(term)


def enclose_difference(
    context: Context, left: Term, right: Term, values: Mapping[str, Fraction], bits: int
) -> Interval:
    """An enclosure of `right - left` in which common terms have cancelled exactly."""
    difference = subtract(right, left)
    with precision(bits):
        known = _known(_neurons(context, values), difference)
        best = Scope(context, values=values, known=known).enclose(difference)
        for numbers in (_rest(context, values), dict(values)):
            try:
                scope = _at(context, values, numbers, known)
                with limited(MAX_WORK):
                    above, below = map(as_term, Normaliser(scope).ratio(difference))
                quotient = scope.enclose(above) * scope.enclose(below).inverse()
                best = best.meet(quotient)
            except (Undefined, LimitExceeded):
                continue
    return best


def are_equal(context: Context, left: Term, right: Term, values: Mapping[str, Fraction]) -> bool:
    """True only if the two sides are certainly equal at this point."""
    try:
        with precision(), limited(MAX_WORK):
            return not Normaliser(_at(context, values, values)).difference(left, right)
    except (Undefined, LimitExceeded):
        return False
