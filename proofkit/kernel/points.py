"""Question 1: does a statement hold at given parameters?

First by enclosing both sides, with more and more bits. Where they stay too close, by the
normal form of their difference: common terms cancel exactly there, so that what is left is
enclosed without loss; and where everything cancels, the two sides are equal, which no
enclosure could show. A number made of radicals is 0 if it is small enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import InitVar, dataclass, field
from fractions import Fraction
from functools import cache, cached_property, reduce
from typing import NoReturn

from flint import arb, ctx

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import InputError, LimitExceeded, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel import sign
from proofkit.kernel.assumptions import Context, Fact, known_relation
from proofkit.kernel.boxes import Box
from proofkit.kernel.interval import INFINITY, Interval
from proofkit.kernel.operations import is_whole
from proofkit.kernel.polynomial import as_sum
from proofkit.kernel.radicals import Radicals
from proofkit.kernel.ring import Ring
from proofkit.kernel.signs import Net, Neurons, axioms, chances, hoeffding, weighted
from proofkit.language.terms import (
    HALF,
    SUMS,
    ZERO,
    Term,
    divide,
    number,
    numbers_within,
    rebuild,
    text,
)
from proofkit.language.words import RELATIONS

WORKING_BITS = 64
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
    """`value` is holds, fails or undecided; then `reason` says why. `axioms` are those that the
    values of probabilities rest on, none where it is undecided."""

    value: str
    bits: int
    left: Interval | None
    right: Interval | None
    reason: str
    axioms: frozenset[str]


def possible(gap: Interval) -> set[int]:
    """The signs that `left - right` may have when `right - left` lies in `gap`."""
    low, high = gap.low, gap.high
    may_be = ((-1, high > 0), (0, low <= 0 <= high), (1, low < 0))
    return {sign for sign, may in may_be if may}


def precision(bits: int = WORKING_BITS) -> AbstractContextManager[None]:
    """The working precision for the statements inside `with precision(bits):`."""
    working: AbstractContextManager[None] = ctx.workprec(bits)
    return working


def most(term: Term) -> Term | None:
    """The bound that is known on a probability which has no known value."""
    exceeds = term.op == "P" and term.args[0].op == "exceeds"
    return hoeffding(*term.args[0].args) if exceeds else None


class Point:
    """A context in which each parameter is defined, as a number. What is enclosed or decided
    there is remembered, so that statements about the same quantities share the work."""

    def __init__(self, context: Context, values: Mapping[str, Fraction]) -> None:
        self.context, self.values = context, dict(values)
        for name in values.keys() - context.parameters.keys():
            raise InputError(f"{shorten(name)} is not a parameter here")
        self._defined = {**context.definitions, **{k: number(v) for k, v in values.items()}}
        self._boxes: dict[int, Box] = {}

    _neurons = cached_property(lambda here: Neurons(here._ends, here._first))
    _ring = cached_property(lambda here: cache(here._normal))
    _remaining = cached_property(lambda here: cache(here._cancelled))
    _separation = cached_property(lambda here: cache(Radicals(here._defined).bits))
    _greater = cached_property(lambda here: cache(here._is_greater))

    def decide(self, fact: Fact, max_bits: int = MAX_BITS) -> PointVerdict:
        """Decide `left relation right`, rigorously, or say undecided."""
        left, relation, right = fact
        self.context.check_names(left, right)
        allowed = RELATIONS[known_relation(relation)].signs
        bits, value, reason = WORKING_BITS // 2, "undecided", ""
        sides: tuple[Interval | None, Interval | None] = (None, None)
        while value == "undecided" and 2 * bits <= max_bits:
            bits *= 2
            try:
                with precision(bits):
                    sides = self._box.enclose(left), self._box.enclose(right)
                    reason = f"the two sides agree to {bits} bits"
                    for gap in self._gaps(left, right):
                        signs = {0} if self._vanishes(gap, left, right) else possible(gap)
                        if signs <= allowed or signs.isdisjoint(allowed):
                            value, reason = "holds" if signs <= allowed else "fails", ""
                            break
            except Undefined as problem:
                reason = f"no value here: {problem}"
            except RecursionError:
                raise LimitExceeded("a term is nested too deep") from None
        rests = axioms((left, right), self._defined) if value != "undecided" else frozenset()
        return PointVerdict(value, bits, *sides, reason, rests, token=TOKEN)

    def enclose(self, term: Term, bits: int) -> Interval:
        """A rigorous enclosure of a term; `Undefined` where it has no value."""
        with precision(bits):
            return self._box.enclose(term)

    def enclose_difference(self, left: Term, right: Term, bits: int) -> Interval:
        """An enclosure of `right - left` in which common terms have cancelled exactly."""
        with precision(bits):
            return reduce(Interval.meet, self._gaps(left, right))

    def are_equal(self, left: Term, right: Term) -> bool:
        """True only if the two sides have values that are certainly equal."""
        return self.decide((left, "=", right), WORKING_BITS).value == "holds"

    # What is known here, for normal forms -----------------------------------------------

    def sign(self, term: Term) -> int:
        """What the sign of a term may be, by its enclosure."""
        try:
            with precision():
                found = self._box.enclose(term)
        except Undefined:
            return sign.ANY
        return sign.of_range(found.low, found.high)

    def is_integer(self, term: Term) -> bool:
        """Is it certain that the term is an integer?"""
        return is_whole(term, lambda name: self.is_integer(self._defined.get(name, HALF)))

    @property
    def _box(self) -> Box:
        """The point at the working precision, where probabilities are counted."""
        if ctx.prec not in self._boxes:
            anywhere = dict.fromkeys(self.context.parameters, (None, None))
            self._boxes[ctx.prec] = Box(anywhere, self._defined, self._chance)
        return self._boxes[ctx.prec]

    def _normal(self, whole: bool) -> Ring:
        """Normal forms with parameters as numbers. Integers such as n, kept as symbols, keep
        powers like `n^1681` short; put in as numbers too, as in the `whole` of the point, they
        let everything cancel that can."""
        kinds = self.context.parameters
        defined = {k: v for k, v in self._defined.items() if whole or not kinds.get(k)}
        return Ring(self, defined)

    # The difference of two sides --------------------------------------------------------

    def _gaps(self, left: Term, right: Term) -> Iterator[Interval]:
        """Enclosures of `right - left`, whose sides have values: as it stands, then of what
        remains after exact cancellation."""
        box, top = self._box, most(left)
        yield box.enclose(right) - box.enclose(left)
        for quotient in filter(None, self._quotients(top or left, right)):
            try:
                gap = box.enclose(quotient[0]) * box.enclose(quotient[1]).inverse()
            except Undefined:
                continue
            yield gap if top is None else Interval(gap.low, INFINITY)

    def _vanishes(self, gap: Interval, left: Term, right: Term) -> bool:
        """Is `right - left` a number made of radicals, and smaller than any but 0 can be?"""
        if not gap.low <= 0 <= gap.high or not gap.high - gap.low < 1:
            return False
        bits = self._separation(left, right)
        least = arb(0) if bits is None else arb(2) ** -bits
        return -least < gap.low and gap.high < least

    def _quotients(self, left: Term, right: Term) -> Iterator[tuple[Term, Term] | None]:
        """What is left of `right - left`: with integers as symbols, with all parameters as numbers,
        and with these put in where symbols have cancelled, so that high powers may go first."""
        symbolic = self._remaining(False, left, right)
        yield symbolic
        yield self._remaining(True, left, right)
        if symbolic is not None:
            yield self._remaining(True, ZERO, divide(*symbolic))

    def _cancelled(self, whole: bool, left: Term, right: Term) -> tuple[Term, Term] | None:
        """What is left of `right - left` in normal form, above and below."""
        try:
            with precision(), limited(MAX_WORK):
                above, below = self._ring(whole).ratio(self._closed(right - left))
                return as_sum(above), as_sum(below)
        except (Undefined, LimitExceeded):
            return None

    def _closed(self, term: Term) -> Term:
        """With probabilities written in powers of numbers, so that they may cancel too."""
        if next(chances(term), None) is None:
            return term
        if term.op == "P":
            one = term.args[0].op in (*SUMS, "some", "none")
            return (one and self._neurons.closed(term.args[0])) or term
        return rebuild(term, tuple(map(self._closed, term.args)))

    # Probabilities ----------------------------------------------------------------------

    def _chance(self, term: Term) -> Interval:
        """An enclosure of `P(event)` at the working precision."""
        event, low, high = term.args[0], arb(0), arb(1)
        for inner in numbers_within(event):
            self._box.enclose(inner)  # each has a value, even one that counts for nothing
        if event.op == "exceeds":  # Hoeffding's bound is all that is known of such signs
            threshold, energy = event.args
            if self._greater(ZERO, threshold) or not self._greater(energy, ZERO):
                raise Undefined("Hoeffding's bound needs a threshold >= 0 and an energy > 0")
            return Interval(low, self._box.enclose(hoeffding(*event.args)).high)
        if event.op == "despite":  # one sign that is enough alone, others of unknown weights
            return Interval(arb(0.25) if self._greater(event.args[1], event.args[0]) else low, high)
        return self._neurons.event(event).meet(Interval(low, high))

    def _is_greater(self, large: Term, small: Term) -> bool:
        verdict = self.decide((large, ">", small))
        if verdict.value == "undecided":
            raise Undefined(f"a comparison in an event is undecided: {verdict.reason}")
        return verdict.value == "holds"

    def _ends(self, term: Term) -> tuple[Fraction, Fraction]:
        self._box.enclose(term)  # it has a value
        found = self._ring(True).constant(term)
        if found is None:
            raise Undefined(f"{text(term)} is not a rational number here")
        return found, found

    def _first(self, event: Term, net: Net, large: int, size: int) -> int:
        """By bisection, with an exact decision at each number; it begins where enclosures say."""
        if size and self._greater(ZERO, event.args[1 + 2 * large]):
            raise Undefined("a large group of signs has a negative weight")
        low, high, threshold = 0, size + 1, event.args[0]
        near = self._near(event, net, large, size)
        while low < high:
            middle = next((k for k in near if low <= k < high), (low + high) // 2)
            total = weighted(event, net, large, 2 * middle - size)
            strict = event.op == "above"
            holds = self._greater(*((total, threshold) if strict else (threshold, total))) == strict
            low, high = (low, middle) if holds else (middle + 1, high)
        return low

    def _near(self, event: Term, net: Net, large: int, size: int) -> tuple[int, ...]:
        """Where the event may well begin to hold; whether it does is decided there."""
        missing, weight = event.args[0] - weighted(event, net, large, 0), event.args[1 + 2 * large]
        try:
            with precision():
                steps = self._box.enclose(missing) * self._box.enclose(weight).inverse()
                found = Interval(*[((steps.low + size) / 2).floor()] * 2).whole()
        except Undefined:
            return ()
        start = min(max(found or 0, 0), size)
        return start, start + 1, start - 1


def decide(
    context: Context, fact: Fact, values: Mapping[str, Fraction], max_bits: int = MAX_BITS
) -> PointVerdict:
    return Point(context, values).decide(fact, max_bits)


def enclose(context: Context, term: Term, values: Mapping[str, Fraction], bits: int) -> Interval:
    return Point(context, values).enclose(term, bits)
