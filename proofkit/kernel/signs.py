"""Exact probabilities of sign events, by counting.

A neuron sees a few single signs and one large group of k signs with a common weight, whose sum
is 2j - k for a binomial j. For every pattern of the single signs an event holds from some least
j on; what is left is a sum of binomial tails with rational weights. Which j that is, somebody
else says: the decisions at a point, or the proofs in a node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from flint import arb

from proofkit.foundations.errors import Undefined
from proofkit.kernel.binomial import count, share, some_of
from proofkit.kernel.interval import Interval, exact
from proofkit.kernel.terms import ONE, SUMS, Term, add, number, power

Value = Callable[[Term], Fraction]
Ends = Callable[[Term], tuple[int, int]]
Net = tuple[int, ...]
First = Callable[[Term, Net, int, int], int]
"""Of an event, when of each weight there are so many more single signs +1 than -1: the least
number of +1 among the `size` signs of group `large` from which on the event holds."""

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


def weighted(event: Term, net: Net, large: int, sum_: int) -> Term:
    """The sum of a neuron's signs, where those of the large group add up to `sum_`."""
    counts = [sum_ if k == large else count for k, count in enumerate(net)]
    pairs = zip(counts, event.args[1::2], strict=True)
    return add(*(number(count) * weight for count, weight in pairs if count))


class Neurons:
    """Probabilities from what the numbers of signs are, between which two numbers that of the
    neurons lies, and from which number of +1 on an event holds."""

    def __init__(self, value: Value, neurons: Ends, first: First) -> None:
        self.value, self.neurons, self.first = value, neurons, cache(first)

    def event(self, event: Term) -> Interval:
        """An enclosure of the probability at the working precision."""
        if event.op in SUMS:
            loud = self._loud((event,))
            return Interval(loud.lower(), loud.upper())
        if event.op == "some":
            return self._some(event)
        if event.op == "none":
            return self._none(event)
        if event.op == "both":
            return self._both(*event.args)
        raise Undefined(f"{event.op} is not an event")

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
        silent, p = self._none(event), self._loud(event.args[1:])
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
        total = sum((share(size, least, size) for least in leasts), arb(0))
        found: arb = total / len(leasts)
        return found

    def closed(self, event: Term) -> Term | None:
        """The probability as a number, or a power of one, where few signs are not counted one
        by one."""
        if event.op not in (*SUMS, "some", "none"):
            return None
        size, leasts = self._patterns((event,) if event.op in SUMS else event.args[1:])
        if size > MAX_CLOSED and any(0 < least <= size for least in leasts):
            return None
        loud = sum((_tail(size, least) for least in leasts), Fraction(0)) / len(leasts)
        if event.op in SUMS:
            return number(loud)
        self.neurons(event.args[0])
        silent = power(number(1 - loud), event.args[0])
        return silent if event.op == "none" else ONE - silent

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
            leasts.append(min(self.first(e, tuple(net), large, counts[large]) for e in events))
        return counts[large], leasts

    def _counts(self, events: tuple[Term, ...]) -> list[int]:
        found = [[self.value(count) for count in event.args[2::2]] for event in events]
        if any(event.op not in SUMS for event in events) or any(f != found[0] for f in found):
            raise Undefined("the events do not speak of the same signs")
        if any(count < 0 or count.denominator != 1 for count in found[0]):
            raise Undefined("a number of signs is an integer >= 0")
        return [int(count) for count in found[0]]


def _tail(size: int, least: int) -> Fraction:
    """The probability that at least `least` of `size` signs are +1."""
    if least <= 0 or least > size:
        return Fraction(least <= 0)
    return Fraction(count(size, least, size), 2**size)
