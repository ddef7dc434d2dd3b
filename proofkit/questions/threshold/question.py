"""A conjunction of statements where parameters move: decided at points, certified on pieces.

At a point the kernel decides. On a piece, the difference of the two sides is normalised, so
that what the sides have in common cancels exactly, divided by one of its powers, and enclosed
over the whole piece: a sign there is a proof for all points of the piece.

Where a statement is about a probability, each comparison in its event is decided for the
whole piece; one that is not counts for the event, or against it, whichever is worse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from proofkit.foundations.errors import ProofkitError, Undefined
from proofkit.kernel import points
from proofkit.kernel.effort import limited
from proofkit.kernel.interval import Interval
from proofkit.kernel.normal import Normaliser, as_term, monomial_term, product, whole_number
from proofkit.kernel.polynomial import Monomial, Polynomial, Sparse, constant, times
from proofkit.kernel.scope import Context, Fact, Scope, precision
from proofkit.kernel.signs import Neurons, chances
from proofkit.kernel.terms import SUMS, ZERO, Term, multiply, number, subtract, variables
from proofkit.language.parameters import Values
from proofkit.language.results import FAILS, HOLDS, UNDECIDED
from proofkit.questions.threshold.axis import Axis, Piece

MAX_WORK = 50_000
DIVIDED = 4


@dataclass(frozen=True)
class Decided:
    """What the kernel says at one value, and with how many bits."""

    verdict: str
    bits: int


class Moving(Protocol):
    """Parameters that move, others that stay, and what follows from both."""

    @property
    def fixed(self) -> Values: ...

    @property
    def following(self) -> Mapping[str, Term]: ...

    @property
    def monotone(self) -> frozenset[str]: ...

    @property
    def kinds(self) -> Mapping[str, bool]: ...

    @property
    def whole(self) -> Piece: ...


class Pieces:
    """Do all the facts hold, on pieces of where the parameters move?"""

    def __init__(self, context: Context, facts: Sequence[Fact], moving: Moving) -> None:
        self.context, self.moving = context, moving
        self.facts = tuple((context.unfold(f[0]), f[1], context.unfold(f[2])) for f in facts)
        self._originals = tuple(facts)
        self._normal: dict[Fact, tuple[Term, ...]] = {}
        self._compared: dict[tuple[Term, Term], tuple[Term, ...]] = {}
        self.bits = 64
        numbers = {name: number(value) for name, value in moving.fixed.items()}
        definitions = {**numbers, **moving.following}
        self._tied = Context(dict(moving.kinds), {}, definitions)
        reals = {k: v for k, v in numbers.items() if not context.parameters.get(k)}
        integers = {k: True for k in numbers if k not in reals}
        kept = {**moving.kinds, **integers}
        self._symbolic = Context(kept, {}, {**reals, **moving.following})
        self._integers = {k: moving.fixed[k] for k in integers}
        self._chances = [p for f in self.facts for side in f[::2] for p in chances(side)]

    @property
    def about_chances(self) -> bool:
        return bool(self._chances)

    @property
    def depends(self) -> bool:
        """Does any side speak of what moves?"""
        spoken = frozenset().union(*(variables(s) for f in self.facts for s in f[::2]))
        return bool(spoken & self._names)

    @property
    def _names(self) -> frozenset[str]:
        return frozenset({*self.moving.kinds, *self.moving.following})

    def decide(self, values: Values) -> Decided:
        """The verdict of the kernel at one point."""
        own = {name: values[name] for name in self.context.parameters}
        found, bits = HOLDS, 0
        for fact in self._originals:
            verdict = points.decide(self.context, fact, own)
            bits = max(bits, verdict.bits)
            if verdict.value == FAILS:
                return Decided(FAILS, verdict.bits)
            if verdict.value != HOLDS:
                found = UNDECIDED
        return Decided(found, bits)

    # Pieces ---------------------------------------------------------------------------

    def on(self, piece: Piece) -> str:
        """`holds` or `fails` if that is certain for all values in the piece, else ""."""
        found = HOLDS
        with precision(self.bits):
            for fact in self.facts:
                verdict = self._fact_on(fact, piece)
                if verdict == FAILS:
                    return FAILS
                found = found if verdict == HOLDS else ""
        return found

    def _fact_on(self, fact: Fact, piece: Piece) -> str:
        gaps = self._gaps(fact, piece)
        while True:
            try:
                gap = next(gaps, None)
                if gap is None:
                    return ""
                if verdict := _sign(fact[1], gap):
                    return verdict
            except (ProofkitError, RecursionError):
                return ""

    def _gaps(self, fact: Fact, piece: Piece) -> Iterator[Interval]:
        """Enclosures of numbers with the sign of `right - left`."""
        left, _, right = fact
        if any(True for side in (left, right) for _ in chances(side)):
            yield self._with_chances(subtract(right, left), piece)
            return
        whole, scope = (self._scope_of(fact, part) for part in (self.moving.whole, piece))
        if fact not in self._normal:
            self._normal[fact] = self._remaining(whole, left, right)
        terms = self._normal[fact] or self._remaining(scope, left, right)
        for term in terms or (subtract(right, left),):
            try:
                yield scope.enclose(term)
            except Undefined:
                continue

    def _scope_of(self, fact: Fact, piece: Piece) -> Scope:
        """The piece as a scope for one fact. Where it speaks of one parameter that follows,
        that one is the variable, if it is monotone in the one that moves. For an equation,
        integers are numbers, so that everything cancels that can."""
        spoken = (variables(fact[0]) | variables(fact[2])) & self._names
        if len(spoken) != 1 or not spoken <= self.moving.monotone:
            return self._scope(self._tied if fact[1] == "=" else self._symbolic, piece)
        (name,) = spoken
        kept = {name: self.context.parameters.get(name, False)}
        numbers = {k: number(v) for k, v in self.moving.fixed.items()}
        scope = Scope(Context(kept, {}, numbers))
        scope.low[name], scope.high[name] = self.range_of(name, piece)
        return scope

    def range_of(self, name: str, piece: Piece) -> tuple[Fraction, Fraction]:
        """The values on the piece of a parameter that follows and is monotone."""
        raise NotImplementedError

    def _scope(self, context: Context, piece: Piece) -> Scope:
        scope = Scope(context, values=self._integers if context is self._symbolic else {})
        _restrict(scope, piece)
        return scope

    def _remaining(self, scope: Scope, left: Term, right: Term) -> tuple[Term, ...]:
        """The normalised difference, then divided by some of its powers; nothing where it
        cannot be normalised. What is normalised on the whole axis is so on every piece."""
        try:
            with limited(MAX_WORK):
                normaliser = Normaliser(scope)
                rest = normaliser.difference(left, right)
                common, rest = _factored(rest)
                factor = monomial_term(common)
                terms = [multiply(factor, as_term(rest))]
                for monomial in sorted(rest, key=lambda m: rest[m] < 0)[:DIVIDED]:
                    if monomial and all(normaliser.is_positive(atom) for atom, _ in monomial):
                        divided = product(rest, {_inverse(monomial): Fraction(1)})
                        terms.append(multiply(factor, as_term(divided)))
        except ProofkitError:
            return ()
        return tuple(terms)

    def _with_chances(self, difference: Term, piece: Piece) -> Interval:
        scope = self._scope(self._tied, piece)
        known = {p: _chance(scope, p, self._forms) for p in chances(difference)}
        ranged = Scope(self._tied, known=known)
        _restrict(ranged, piece)
        return ranged.enclose(difference)

    def _forms(self, large: Term, small: Term) -> tuple[Term, ...]:
        """Terms with the sign of `large - small` on the whole axis, for tighter enclosures."""
        if (large, small) not in self._compared:
            whole = self._scope(self._tied, self.moving.whole)
            self._compared[large, small] = self._remaining(whole, small, large)
        return self._compared[large, small]


def _restrict(scope: Scope, piece: Piece) -> None:
    for name, (low, high) in piece.items():
        scope.low[name] = low
        if high is not None:
            scope.high[name] = high


class Question(Pieces):
    """The same along one axis."""

    def __init__(self, context: Context, facts: Sequence[Fact], axis: Axis) -> None:
        super().__init__(context, facts, axis)
        self.axis = axis
        self._decided: dict[Fraction, Decided] = {}

    def at(self, value: Fraction) -> Decided:
        """The verdict of the kernel at one value."""
        if value not in self._decided:
            self._decided[value] = self.decide(self.axis.point(value))
        return self._decided[value]

    def equal_at(self, value: Fraction) -> bool:
        """Are the sides of some inequality certainly equal there?"""
        values = self.axis.point(value)
        own = {name: values[name] for name in self.context.parameters}
        point = points.Point(self.context, own)
        return any(point.are_equal(f[0], f[2]) for f in self._originals if f[1] != "=")

    def over(self, low: Fraction, high: Fraction) -> str:
        """`holds` or `fails` if that is certain for all values from low to high, else ""."""
        return self.on({self.axis.over: (low, high)})

    def range_of(self, name: str, piece: Piece) -> tuple[Fraction, Fraction]:
        """The values at both ends, in order."""
        low, high = piece[self.axis.over]
        ends = [self.axis.point(v)[name] for v in (low, high) if v is not None]
        return min(ends), max(ends)

    # Shape ----------------------------------------------------------------------------

    @property
    def convex(self) -> bool:
        """Is the set of integers where it holds known to have no gaps?

        With what moves only as the number m of neurons, P(none) is q^m, P(some) is
        1 - q^m, and P(some A and none B) is q^m*(1 - r^m): products of log-concave
        functions of m. Where such a function is at least a constant is an interval.
        """
        if len(self.facts) != 1 or self.axis.following:
            return False
        left, relation, right = self.facts[0]
        if relation not in (">=", ">") or left.op != "P" or self.axis.over in variables(right):
            return False
        event = left.args[0]
        events = event.args if event.op == "both" else (event,)
        if event.op == "both" and [e.op for e in events] == ["some", "some"]:
            return False
        return all(
            e.op in ("some", "none")
            and e.args[0] == Term("variable", (self.axis.over,))
            and not any(self.axis.over in variables(arg) for arg in e.args[1:])
            for e in events
        )


def _factored(terms: Sparse) -> tuple[Monomial, Sparse]:
    """The whole powers that all terms have in common, and what they leave."""
    shared: list[tuple[Term, Polynomial]] = []
    for atom in {atom for monomial in terms for atom, _ in monomial}:
        wholes = [whole_number(dict(m).get(atom, constant(0))) for m in terms]
        least = min((w for w in wholes if w is not None), default=0)
        if None not in wholes and least > 0:
            shared.append((atom, constant(least)))
    common = frozenset(shared)
    return common, product(terms, {_inverse(common): Fraction(1)})


def _inverse(monomial: Monomial) -> Monomial:
    return frozenset((atom, times(e, constant(-1))) for atom, e in monomial)


def _sign(relation: str, gap: Interval) -> str:
    """The verdict when `right - left` has the sign of every number in `gap`."""
    up = gap if relation in ("=", "<", "<=") else -gap
    if relation == "=":
        holds, fails = up.low >= 0 and up.high <= 0, up.low > 0 or up.high < 0
    elif relation in ("<=", ">="):
        holds, fails = up.low >= 0, up.high < 0
    else:
        holds, fails = up.low > 0, up.high <= 0
    return HOLDS if holds else FAILS if fails else ""


# Probabilities on a piece ---------------------------------------------------------------

Forms = Callable[[Term, Term], tuple[Term, ...]]


class _Cautious(Neurons):
    """Sign events on a whole piece: an event in `generous` counts wherever it may happen
    somewhere on the piece, any other only where it happens all over it."""

    def __init__(self, scope: Scope, generous: tuple[Term, ...], forms: Forms) -> None:
        super().__init__(self._greater, self._value, scope.enclose)
        self._scope, self._generous, self._lenient = scope, generous, False
        self._forms = forms

    def _holds(self, event: Term, weights: tuple[Term, ...], counts: list[int]) -> bool:
        self._lenient = event in self._generous
        return super()._holds(event, weights, counts)

    def _greater(self, large: Term, small: Term) -> bool:
        verdict = self._compare(large, small)
        if not verdict and large == ZERO:
            raise Undefined("the sign of a weight is not known here")
        return self._lenient if not verdict else verdict == HOLDS

    def _compare(self, large: Term, small: Term) -> str:
        """Is `large > small` all over the piece (holds), nowhere (fails), or neither?"""
        if verdict := _sign("<", self._scope.enclose(subtract(large, small))):
            return verdict
        for form in self._forms(large, small):
            if verdict := _sign("<", self._scope.enclose(form)):
                return verdict
        return ""

    def _value(self, term: Term) -> Fraction:
        found = Normaliser(self._scope).polynomial(term)
        if found is None or any(monomial for monomial, _ in found):
            raise Undefined("a number of signs or neurons is not constant here")
        return sum((coefficient for _, coefficient in found), Fraction(0))


def _chance(scope: Scope, chance: Term, forms: Forms) -> Interval:
    """All values of a probability on the piece of a scope: it grows with the events that
    shall happen and falls with those that shall not."""
    (event,) = chance.args
    wanted, unwanted = _roles(event)
    low = _Cautious(scope, unwanted, forms).chance(chance).low
    high = _Cautious(scope, wanted, forms).chance(chance).high
    return Interval(low, high)


def _roles(event: Term) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The sums that make the event happen, and those that prevent it."""
    if event.op == "above":
        return (event,), ()
    if event.op in ("some", "none"):
        if any(arg.op != "above" for arg in event.args[1:] if arg.op in SUMS):
            raise Undefined("no enclosure is known for this event")
        return (event.args[1:], ()) if event.op == "some" else ((), event.args[1:])
    if event.op == "both":
        sides = [_roles(arg) for arg in event.args]
        wanted, unwanted = (tuple(e for s in sides for e in s[k]) for k in (0, 1))
        if not set(wanted) & set(unwanted):
            return wanted, unwanted
    raise Undefined("no enclosure is known for this event")
