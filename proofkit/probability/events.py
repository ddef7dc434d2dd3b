"""For which signs does a neuron fire? Decided rigorously, for all `2^d` sign vectors at once.

A query's context has a few single coordinates and one value in all columns of the crowd
(the class columns). So `<c, y> > tau` depends on the single signs and on how many of the
crowd's signs are positive, and is monotone in the latter, because the crowd enters with one
and the same weight, whose sign the kernel decides. One threshold for each pattern of single
signs is therefore the whole event; it is guessed from an enclosure, and the kernel decides
both sides of it, equality included.

Where a token's own column stands out (weights `vec(I)`), the crowd contains one column that
counts differently. There is such a token for every column of the crowd, so that some of them
meets a positive sign there unless all are negative, and a negative one unless all are
positive: again only the number of positive signs matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import product

from sympy import Expr

from proofkit.attention import Attention
from proofkit.attention.choices import settled
from proofkit.attention.layout import exact
from proofkit.foundations.errors import LemmaError, LimitExceeded, ProofkitError, Undefined
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context
from proofkit.language.from_sympy import from_sympy
from proofkit.language.subterms import inner_first
from proofkit.language.terms import (
    MINUS_ONE,
    ZERO,
    Term,
    add,
    multiply,
    number,
    power,
    subtract,
    text,
    variable,
    variables,
)
from proofkit.probability import runs as sets
from proofkit.probability.runs import Runs

GUESS_BITS = 64
MAX_CROWD = 10**30


class Undecided(ProofkitError):
    """A neuron's comparison that the kernel can neither confirm nor deny."""


@dataclass(frozen=True)
class Event:
    """A set of sign vectors: for every pattern of the single signs, the numbers of positive
    signs in a crowd of `crowd` others. Bit `i` of a pattern is set when sign `i` is +1."""

    crowd: int
    patterns: tuple[Runs, ...]

    @property
    def never(self) -> bool:
        return not any(self.patterns)

    @property
    def signs(self) -> int:
        """How many signs a neuron has."""
        return self.crowd + len(self.patterns).bit_length() - 1

    def complement(self) -> Event:
        return Event(self.crowd, tuple(sets.complement(p, self.crowd) for p in self.patterns))

    def union(self, other: Event) -> Event:
        pairs = zip(self.patterns, other.patterns, strict=True)
        return Event(self.crowd, tuple(sets.union(pair) for pair in pairs))

    def minus(self, other: Event) -> Event:
        return self.complement().union(other).complement()

    def contains(self, pattern: int, positive: int) -> bool:
        return any(first <= positive <= last for first, last in self.patterns[pattern])


@dataclass(frozen=True)
class Query:
    """The context of one kind of query: its coordinate in every single column, in a column
    of the crowd, and in its own column where that one differs."""

    name: str
    singles: tuple[Term, ...]
    crowd: Term
    own: Term | None


class Neuron:
    """What one neuron makes of one attention mechanism on one data set."""

    def __init__(self, attention: Attention, values: Mapping[str, Fraction], tau: Expr) -> None:
        self.attention = attention
        self.data = attention.data
        self.tau = from_sympy(tau)
        crowds = [column for column in self.data.columns if column.count != 1]
        if len(crowds) != 1:
            raise LemmaError(f"{self.data.name}: expected one crowd of columns, got {len(crowds)}")
        self.singles = tuple(c.name for c in self.data.columns if c.count == 1)
        self.crowd_column = crowds[0].name
        self.crowd = exact(crowds[0].count, values).numerator
        if self.crowd > MAX_CROWD:
            raise LimitExceeded(f"d: more than {MAX_CROWD} columns are not accepted here")
        self.queries = tuple(self._queries(values))
        self.point = self._settled(values)

    def _settled(self, values: Mapping[str, Fraction]) -> points.Point:
        """The definitions at these values, where every choice between terms is made."""
        named = {name: name in _WHOLE for name in values}
        definitions: dict[str, Term] = {}
        for name, definition in self.attention.definitions.items():

            def sign(term: Expr, known: Mapping[str, Term] = dict(definitions)) -> int:
                point, left = points.Point(Context(named, {}, known), values), from_sympy(term)
                above, below = (self._is(point, left, relation, ZERO) for relation in "><")
                return int(above) - int(below)

            definitions[name] = from_sympy(settled(definition.expression, sign))
        return points.Point(Context(named, {}, definitions), dict(values))

    def _queries(self, values: Mapping[str, Fraction]) -> Iterator[Query]:
        """The kinds of query that there are at these values."""
        for name, count in self.attention.queries().items():
            if exact(count, values):
                spread = self.data.token(name).spread
                apart = spread is not None and self.crowd_column not in (
                    self.attention.column_roles(name, spread.peer)
                )
                yield Query(
                    name,
                    tuple(self._coordinate(name, column) for column in self.singles),
                    self._coordinate(name, self.crowd_column),
                    self._coordinate(name, spread.peer) if spread and apart else None,
                )

    def _coordinate(self, query: str, column: str) -> Term:
        return variable(self.attention.context(query, column).name)

    @cached_property
    def fires(self) -> Event:
        """The event that some query passes the threshold, strictly."""
        patterns = []
        for flipped in product((-1, 1), repeat=len(self.singles)):
            signs = flipped[::-1]
            found = (piece for q in self.queries for piece in self._passing(q, signs))
            patterns.append(sets.union(found))
        return Event(self.crowd, tuple(patterns))

    def _passing(self, query: Query, signs: tuple[int, ...]) -> Iterator[Runs]:
        """The numbers of positive signs in the crowd with which one query passes."""
        base = add(*(multiply(number(s), c) for s, c in zip(signs, query.singles, strict=True)))
        if query.own is None:
            yield self._monotone(query, base, self.crowd)
            return
        for sign in (1, -1):
            start = add(base, multiply(number(sign), query.own))
            found = self._monotone(query, start, self.crowd - 1)
            yield sets.shifted(found, 1 if sign == 1 else 0)

    def _monotone(self, query: Query, base: Term, size: int) -> Runs:
        """The `r` in `0..size` with `base + (2 r - size)*weight > tau`."""
        rises = size == 0 or self._holds(query, query.crowd, ">=", ZERO)

        def passes(r: int) -> bool:
            total = 2 * r - size if rises else size - 2 * r
            left = add(base, multiply(number(total), query.crowd))
            return self._holds(query, left, ">", self.tau)

        weight = query.crowd if rises else multiply(MINUS_ONE, query.crowd)
        first = least(passes, size, self._guess(base, weight, size))
        return sets.run(first, size) if rises else sets.run(0, size - first)

    def _guess(self, base: Term, weight: Term, size: int) -> int:
        """Where the threshold may be; a wrong guess only costs time."""
        turning = multiply(subtract(self.tau, base), power(weight, MINUS_ONE))
        try:
            found = self.point.enclose(turning, GUESS_BITS)
        except Undefined:
            return 0
        if not found.low > -size:
            return 0
        if not found.low < size:
            return size + 1
        turns = found.low.floor().unique_fmpz()
        return 0 if turns is None else (int(turns) + size) // 2 + 1

    def _holds(self, query: Query, left: Term, relation: str, right: Term) -> bool:
        return self._is(self.point, left, relation, right, f", query {query.name}")

    def _is(
        self, point: points.Point, left: Term, relation: str, right: Term, where: str = ""
    ) -> bool:
        verdict = point.decide((left, relation, right))
        if verdict.value == "undecided":
            about = f"{self.attention.unit.name} attention on {self.data.name}{where}"
            if none := _vanishing(point):
                raise Undecided(f"{about} is not defined here: {none}, by which it divides")
            raise Undecided(
                f"{about}: {text(left)} {relation} {text(right)} is undecided ({verdict.reason})"
            )
        return verdict.value == "holds"


def _vanishing(point: points.Point) -> str:
    """A quantity that is 0 and is divided by, with the parameters that make it so."""
    definitions, unfold = point.context.definitions, point.context.unfold
    for name in dict.fromkeys(n for term in definitions.values() for n in _divisors(term)):
        if name in definitions and point.are_equal(variable(name), ZERO):
            at = sorted(variables(unfold(variable(name))))
            return f"{name} = 0 at {', '.join(f'{k} = {point.values[k]}' for k in at)}"
    return ""


def _divisors(term: Term) -> Iterator[str]:
    """The names of what a term divides by."""
    for part in inner_first(term):
        if part.op == "power" and part.args[1] == MINUS_ONE:
            yield from sorted(variables(part.args[0]))


def fires(attentions: Sequence[Attention], values: Mapping[str, Fraction], tau: Expr) -> Event:
    """The event that some query passes the threshold, of all that there are."""
    first, *rest = (Neuron(attention, values, tau).fires for attention in attentions)
    return reduce(Event.union, rest, first)


_WHOLE = frozenset({"n", "d", "t"})


def least(passes: Callable[[int], bool], size: int, guess: int) -> int:
    """The least member of `0..size` that passes, `size + 1` if none does; those above a
    member that passes must pass too."""
    low, high = 0, size + 1
    for probe in (guess, guess - 1):
        if low <= probe < high:
            low, high = (low, probe) if passes(probe) else (probe + 1, high)
    while low < high:
        probe = (low + high) // 2
        low, high = (low, probe) if passes(probe) else (probe + 1, high)
    return low
