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

from flint import ctx

from proofkit.foundations.errors import LimitExceeded, Undefined
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


class Point:
    """A context at given values. What is enclosed or decided there is remembered, so that
    statements about the same quantities share the work."""

    def __init__(self, context: Context, values: Mapping[str, Fraction]) -> None:
        self.context, self.values = context, dict(values)
        self._neurons = Neurons(self._greater, self._rational, self._enclose_here)
        self._scopes: dict[int, Scope] = {}
        self._known: dict[int, dict[Term, Interval]] = {}
        self._written: dict[bool, Context] = {}

    def decide(self, fact: Fact, max_bits: int = MAX_BITS) -> PointVerdict:
        """Decide `left relation right`, rigorously, or say undecided."""
        left, relation, right = fact
        self.context.check_names(left, right)
        known_relation(relation)
        bits, value, reason = 32, "", ""
        remaining: dict[bool, Term | None] = {}
        sides: tuple[Interval | None, Interval | None] = (None, None)
        while not value and 2 * bits <= max_bits:
            bits *= 2
            with precision(bits):
                try:
                    scope = self._scope(left, right)
                    sides = scope.enclose(left), scope.enclose(right)
                    reason = f"the two sides agree to {bits} bits"
                    gaps = self._gaps(scope, (left, right), remaining)
                    value = next(filter(None, (_compare(relation, gap) for gap in gaps)), "")
                except Undefined as problem:
                    reason = f"no value here: {problem}"
                except RecursionError:
                    raise LimitExceeded("a term is nested too deep") from None
        return PointVerdict(
            value or "undecided", bits, *sides, "" if value else reason, token=TOKEN
        )

    def enclose(self, term: Term, bits: int) -> Interval:
        """A rigorous enclosure of a term; `Undefined` where it has no value."""
        with precision(bits):
            return self._scope(term).enclose(term)

    def enclose_difference(self, left: Term, right: Term, bits: int) -> Interval:
        """An enclosure of `right - left` in which common terms have cancelled exactly."""
        difference = subtract(right, left)
        with precision(bits):
            scope = self._scope(difference)
            best = scope.enclose(difference)
            for whole in (False, True):
                try:
                    inner = self._as_numbers(whole, scope, difference)
                    with limited(MAX_WORK):
                        above, below = map(as_term, Normaliser(inner).ratio(difference))
                    quotient = inner.enclose(above) * inner.enclose(below).inverse()
                    best = best.meet(quotient)
                except (Undefined, LimitExceeded):
                    continue
        return best

    def are_equal(self, left: Term, right: Term) -> bool:
        """True only if the two sides are certainly equal."""
        try:
            with precision(), limited(MAX_WORK):
                return not Normaliser(self._as_numbers(True)).difference(left, right)
        except (Undefined, LimitExceeded):
            return False

    def _scope(self, *terms: Term) -> Scope:
        """The scope of the working precision, with the probabilities in the terms known."""
        chance = {p: self._chance(p) for term in terms for p in chances(term)}
        known = self._known.setdefault(ctx.prec, {})
        if ctx.prec not in self._scopes or not chance.keys() <= known.keys():
            known.update(chance)
            self._scopes[ctx.prec] = Scope(self.context, values=self.values, known=known)
        return self._scopes[ctx.prec]

    def _chance(self, term: Term) -> Interval:
        known = self._known.get(ctx.prec, {})
        return known[term] if term in known else self._neurons.chance(term)

    def _gaps(
        self, scope: Scope, sides: tuple[Term, Term], remaining: dict[bool, Term | None]
    ) -> Iterator[Interval]:
        """Enclosures of numbers with the sign of `right - left`: as it stands, then of what
        remains after exact cancellation, with integers as symbols and with all parameters as
        numbers."""
        left, right = sides
        top = most(left)
        yield scope.enclose(right) - scope.enclose(left)
        for whole in (False, True):
            inner = self._as_numbers(whole, scope, left, right)
            try:
                if whole not in remaining:
                    remaining[whole] = _remaining(inner, top or left, right)
                term = remaining[whole]
                if term is not None:
                    gap = inner.enclose(term)
                    yield gap if top is None else Interval(gap.low, INFINITY)
            except Undefined:
                continue

    def _as_numbers(self, whole: bool, scope: Scope | None = None, *terms: Term) -> Scope:
        """The point with parameters written as numbers. Integers such as n, kept as symbols,
        keep powers like `n^1681` short; put in as numbers too, as in the `whole` of the
        point, they let everything cancel that can."""
        kept = {} if whole else {k: True for k, kind in self.context.parameters.items() if kind}
        if whole not in self._written:
            numbers = {k: number(v) for k, v in self.values.items() if k not in kept}
            rest = {k: kind for k, kind in self.context.parameters.items() if k not in numbers}
            self._written[whole] = Context(rest, {}, {**numbers, **self.context.definitions})
        context = self._written[whole]
        values = {k: v for k, v in self.values.items() if k in context.parameters}
        known = {p: scope.enclose(p) for t in terms for p in chances(t)} if scope else None
        return Scope(context, values=values, known=known)

    # What exact probabilities ask of the point ------------------------------------------

    def _greater(self, large: Term, small: Term) -> bool:
        verdict = self.decide((large, ">", small))
        if verdict.value == "undecided":
            raise Undefined(f"a comparison in an event is undecided: {verdict.reason}")
        return verdict.value == "holds"

    def _rational(self, term: Term) -> Fraction:
        found = Normaliser(self._as_numbers(True)).polynomial(term)
        if found is None or any(monomial for monomial, _ in found):
            raise Undefined(f"{text(term)} is not a rational number here")
        return sum((coefficient for _, coefficient in found), Fraction(0))

    def _enclose_here(self, term: Term) -> Interval:
        return self._scope().enclose(term)


def decide(
    context: Context, fact: Fact, values: Mapping[str, Fraction], max_bits: int = MAX_BITS
) -> PointVerdict:
    return Point(context, values).decide(fact, max_bits)


def enclose(context: Context, term: Term, values: Mapping[str, Fraction], bits: int) -> Interval:
    return Point(context, values).enclose(term, bits)


def _remaining(point: Scope, left: Term, right: Term) -> Term | None:
    try:
        with limited(MAX_WORK):
            return as_term(Normaliser(point).difference(left, right))
    except LimitExceeded:
        return None
