"""Exact probabilities of sign events at a point.

At given parameters a neuron sees a few single signs and one large group of k signs with a
common weight, whose sum is 2j - k for a binomial j. For every pattern of the single signs an
event holds from some least j on, which exact decisions find by bisection; what is left is a
sum of binomial tails with rational weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from proofkit.foundations.errors import Undefined
from proofkit.kernel.binomial import count, share, some_of
from proofkit.kernel.interval import Interval, exact
from proofkit.kernel.terms import (
    ONE,
    SUMS,
    ZERO,
    Term,
    add,
    exp,
    multiply,
    number,
    numbers_within,
    power,
    subtract,
)

Holds = Callable[[Term, Term], bool]
"""Is the first term certainly greater than the second? Raises `Undefined` if undecided."""
Value = Callable[[Term], Fraction]

MAX_SINGLES = 8
MAX_COUNT = 10**15
MAX_CLOSED = 64


def chances(term: Term) -> Iterator[Term]:
    """The probabilities that occur in a term."""
    if term.op == "P":
        yield term
    elif term.op not in ("number", "variable"):
        for arg in term.args:
            yield from chances(arg)


def most(term: Term) -> Term | None:
    """The bound that is known on a probability which has no known value."""
    if term.op == "P" and term.args[0].op == "exceeds":
        return _hoeffding(*term.args[0].args)
    return None


def _hoeffding(threshold: Term, energy: Term) -> Term:
    square = multiply(power(threshold, number(2)), power(energy, number(-1)))
    return exp(multiply(number(Fraction(-1, 2)), square))


def roles(event: Term) -> tuple[frozenset[Term], frozenset[Term]]:
    """The sums that make an event happen, and those that prevent it: its probability grows
    with the first and falls with the others."""
    if event.op in SUMS:
        return frozenset({event}), frozenset()
    if event.op in ("some", "none") and all(arg.op in SUMS for arg in event.args[1:]):
        sums, nothing = frozenset(event.args[1:]), frozenset[Term]()
        return (sums, nothing) if event.op == "some" else (nothing, sums)
    if event.op == "both":
        (wanted, unwanted), (also, neither) = map(roles, event.args)
        if not (wanted | also) & (unwanted | neither):
            return wanted | also, unwanted | neither
    raise Undefined("no bounds are known for this event")


class Neurons:
    """Probabilities at one point, from exact decisions and exact counts."""

    def __init__(self, greater: Holds, value: Value, enclose: Callable[[Term], Interval]) -> None:
        self.greater, self.value, self.enclose = greater, value, enclose
        self._least: dict[tuple[Term, tuple[int, ...]], int] = {}

    def chance(self, term: Term) -> Interval:
        """An enclosure of `P(event)` at the working precision."""
        event = term.args[0]
        for inner in numbers_within(event):
            self.enclose(inner)  # each has a value, even one that counts for nothing
        if event.op == "exceeds":
            return self._exceeds(*event.args)
        if event.op == "despite":
            return self._despite(*event.args)
        return self.event(event).meet(Interval(arb(0), arb(1)))

    def _exceeds(self, threshold: Term, energy: Term) -> Interval:
        """All that is known of signs with weights of this energy is Hoeffding's bound."""
        if not (self.greater(energy, ZERO) and not self.greater(ZERO, threshold)):
            raise Undefined("Hoeffding's bound needs a threshold >= 0 and an energy > 0")
        return Interval(arb(0), self.enclose(_hoeffding(threshold, energy)).high)

    def _despite(self, threshold: Term, weight: Term) -> Interval:
        """One sign of known weight that is enough alone, and others of unknown weights."""
        enough = self.greater(weight, threshold)
        return Interval(arb(0.25) if enough else arb(0), arb(1))

    def event(self, event: Term) -> Interval:
        if event.op in SUMS:
            return _interval(self._loud((event,)))
        if event.op == "some":
            return self._some(event)
        if event.op == "none":
            return self._none(event)
        if event.op == "both":
            return self._both(*event.args)
        raise Undefined(f"{event.op} is not an event")

    def neurons(self, count: Term) -> tuple[int, int]:
        """How many neurons there are: at least, and at most; at a point the same."""
        m = self.value(count)
        if m < 0 or m.denominator != 1:
            raise Undefined("the number of neurons is one integer >= 0")
        return int(m), int(m)

    def _none(self, *events: Term) -> Interval:
        """No neuron makes any of the listed events happen."""
        if any(event.op not in ("some", "none") for event in events):
            raise Undefined("the probability of this combination of events is not known")
        if any(event.args[0] != events[0].args[0] for event in events):
            raise Undefined("the number of neurons is one integer >= 0")
        fewest, most = self.neurons(events[0].args[0])
        silent = 1 - self._loud(tuple(e for event in events for e in event.args[1:]))
        return Interval((silent**most).lower(), (silent**fewest).upper())

    def _some(self, event: Term) -> Interval:
        """`1 - (1 - p)^m`, to full relative precision even where p is tiny."""
        silent = self._none(event)
        p = self._loud(event.args[1:])
        if not p < 1:
            return exact(Fraction(1)) - silent
        low, high = (some_of(m, p) for m in self.neurons(event.args[0]))
        return Interval(low.lower(), high.upper())

    def _both(self, first: Term, second: Term) -> Interval:
        """With one neuron's signs: some(A) and none(B) is none(B) without none(A and B)."""
        if first.op == second.op == "some":
            raise Undefined("the probability of this combination of events is not known")
        if first.op == second.op == "none":
            return self._none(first, second)
        silent = first if first.op == "none" else second
        found = self._none(silent) - self._none(first, second)
        if self._patterns(silent.args[1:]) == self._patterns(first.args[1:] + second.args[1:]):
            return exact(Fraction(0))  # whatever happens in A happens in B
        return found

    def _loud(self, events: tuple[Term, ...]) -> arb:
        """The probability that one neuron makes some of the events happen."""
        size, leasts = self._patterns(events)
        total: arb = arb(0)
        for least in leasts:
            total += share(size, least, size)
        found: arb = total / len(leasts)
        return found

    def closed(self, event: Term) -> Term | None:
        """The probability as a number, or a power of one, where it is as simple as that."""
        if event.op in SUMS:
            chance = self._share((event,))
            return None if chance is None else number(chance)
        if event.op not in ("some", "none"):
            return None
        self.neurons(event.args[0])
        chance = self._share(event.args[1:])
        if chance is None:
            return None
        silent = power(number(1 - chance), event.args[0])
        return silent if event.op == "none" else subtract(ONE, silent)

    def _share(self, events: tuple[Term, ...]) -> Fraction | None:
        """The probability that one neuron makes some of the events happen, where few signs are
        not counted one by one."""
        size, leasts = self._patterns(events)
        if size > MAX_CLOSED and any(0 < least <= size for least in leasts):
            return None
        tails = (_tail(size, least) for least in leasts)
        return sum(tails, Fraction(0)) / len(leasts)

    def _patterns(self, events: tuple[Term, ...]) -> tuple[int, list[int]]:
        """The size of the large group, and for every pattern of the single signs how many of it
        at least are +1 when some of the events happen."""
        counts = self._counts(events)
        large = max(range(len(counts)), key=counts.__getitem__)
        if sum(counts) - counts[large] > MAX_SINGLES or counts[large] > MAX_COUNT:
            raise Undefined("there are too many signs for an exact probability")
        singles = [k for k, count in enumerate(counts) if k != large for _ in range(count)]
        leasts = []
        for pattern in product((1, -1), repeat=len(singles)):
            net = [0] * len(counts)
            for k, sign in zip(singles, pattern, strict=True):
                net[k] += sign
            leasts.append(min(self.first(event, net, large, counts[large]) for event in events))
        return counts[large], leasts

    def _counts(self, events: tuple[Term, ...]) -> list[int]:
        found = [[self.value(count) for count in event.args[2::2]] for event in events]
        if any(event.op not in SUMS for event in events) or any(f != found[0] for f in found):
            raise Undefined("the events do not speak of the same signs")
        if any(count < 0 or count.denominator != 1 for count in found[0]):
            raise Undefined("a number of signs is an integer >= 0")
        return [int(count) for count in found[0]]

    def first(self, event: Term, net: list[int], large: int, size: int) -> int:
        """The least number of +1 in the large group from which on the event holds."""
        key = (event, (*net, large))
        if key not in self._least:
            weights = event.args[1::2]
            if size and self.greater(number(0), weights[large]):
                raise Undefined("a large group of signs has a negative weight")
            low, high = 0, size + 1
            while low < high:
                middle = (low + high) // 2
                if self._holds(event, weights, with_large(net, large, 2 * middle - size)):
                    high = middle
                else:
                    low = middle + 1
            self._least[key] = low
        return self._least[key]

    def _holds(self, event: Term, weights: tuple[Term, ...], counts: list[int]) -> bool:
        total, threshold = weighted(weights, counts), event.args[0]
        if event.op == "reaches":
            return not self.greater(threshold, total)
        return self.greater(total, threshold)


def with_large(net: list[int], large: int, sum_: int) -> list[int]:
    """The net numbers of signs of each weight, the large group included."""
    return [sum_ if k == large else count for k, count in enumerate(net)]


def weighted(weights: tuple[Term, ...], counts: list[int]) -> Term:
    """The sum of a neuron's signs, so many of each weight."""
    return add(*(multiply(number(c), w) for c, w in zip(counts, weights, strict=True) if c))


def _tail(size: int, least: int) -> Fraction:
    """The probability that at least `least` of `size` signs are +1."""
    if least <= 0 or least > size:
        return Fraction(least <= 0)
    return Fraction(count(size, least, size), 2**size)


def _interval(ball: arb) -> Interval:
    return Interval(ball.lower(), ball.upper())
