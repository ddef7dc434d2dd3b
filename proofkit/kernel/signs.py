"""Exact probabilities of sign events, by counting.

A neuron sees a few single signs and one large group of k signs with a common weight, whose sum
is 2j - k for a binomial j. For every pattern of the single signs a sum passes its threshold from
some least j on, so that a mean of binomial tails is its probability. Which j that is, somebody
else says: the decisions at a point, or the proofs in a node. Of m independent neurons none does
what is unwanted with probability `q^m`, and then some one what is wanted with `1 - (1 - r)^m`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import ceil, comb, floor, prod

from flint import arb

from proofkit.foundations.errors import Undefined
from proofkit.kernel.binomial import count, share, some_of
from proofkit.kernel.interval import Interval
from proofkit.language.terms import (
    HALF,
    ONE,
    SUMS,
    TWO,
    Term,
    add,
    exp,
    number,
    power,
    variables,
)

Ends = Callable[[Term], tuple[Fraction, Fraction]]
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


def axioms(terms: Iterable[Term], definitions: Mapping[str, Term]) -> frozenset[str]:
    """What the values of the probabilities rest on that terms speak of, in their own words or
    by a definition: they are counted, which takes independent signs, or bounded."""
    pending, seen, found = list(terms), set[str](), frozenset[str]()
    while pending:
        term = pending.pop()
        found |= _axioms(term)
        names = variables(term) & definitions.keys() - seen
        seen |= names
        pending += [definitions[name] for name in names]
    return found


@lru_cache(maxsize=4096)
def _axioms(term: Term) -> frozenset[str]:
    if term.op in ("number", "variable"):
        return frozenset()
    found = frozenset[str]().union(*map(_axioms, term.args))
    if term.op == "P":
        found |= {"independence"}
        if term.args[0].op == "exceeds":
            found |= {"hoeffding"}
    return found


def roles(event: Term) -> tuple[Term, list[Term], list[Term]]:
    """How many neurons an event is about, the sums one of which makes it happen, if there are
    any, and those that prevent it: its probability grows with the first, falls with the others."""
    if event.op in SUMS:
        return ONE, [event], []
    parts = event.args if event.op == "both" else (event,)
    if any(part.op not in ("some", "none") for part in parts):
        raise Undefined(f"the probability of {event.op}(...) is not known")
    if any(part.args[0] != parts[0].args[0] for part in parts):
        raise Undefined("the number of neurons is one integer >= 0")
    wanted = [part.args[1:] for part in parts if part.op == "some"]
    if len(wanted) > 1:
        raise Undefined("the probability of this combination of events is not known")
    unwanted = [e for part in parts if part.op == "none" for e in part.args[1:]]
    return parts[0].args[0], [e for events in wanted for e in events], unwanted


def weighted(event: Term, net: Net, large: int, sum_: int) -> Term:
    """The sum of a neuron's signs, where those of the large group add up to `sum_`."""
    counts = [sum_ if k == large else count for k, count in enumerate(net)]
    pairs = zip(counts, event.args[1::2], strict=True)
    return add(*(number(count) * weight for count, weight in pairs if count))


def hoeffding(excess: Term, energy: Term) -> Term:
    """The bound on `P(sum > excess)` where the squares of the weights add up to the energy."""
    return exp(-HALF * (excess**TWO / energy))


class Neurons:
    """Probabilities from the ends between which a number of signs or neurons lies, and from
    which number of +1 on an event holds."""

    def __init__(self, ends: Ends, first: First) -> None:
        self.ends, self.first = ends, cache(first)

    def event(self, event: Term) -> Interval:
        """An enclosure of the probability: exact where numbers are short, and to full relative
        precision where it is tiny."""
        neurons, wanted, unwanted = roles(event)
        size, ends = self._ends(wanted, unwanted)
        few, many = self._many(neurons)
        runs = (((0, kept), (heard, kept), (0, heard)) for heard, kept in ends)
        quiet, loud, silent = (
            sum((share(size, first, past - 1) for first, past in alike), arb(0)) / len(ends)
            for alike in zip(*runs, strict=True)
        )
        before = Interval((quiet**many).lower(), (quiet**few).upper())
        if not wanted:
            return before
        after = Interval((silent**many).lower(), (silent**few).upper())
        part = loud / quiet if quiet > 0 else arb(0).union(arb(1))
        lost = Interval(some_of(few, part).lower(), some_of(many, part).upper())
        return (before - after).meet(before * lost)

    def closed(self, event: Term) -> Term | None:
        """Of one event, or its opposite, the probability as a power of a number, where few signs
        are not counted one by one."""
        neurons, wanted, unwanted = roles(event)
        size, ends = self._ends(wanted, unwanted)
        if size > MAX_CLOSED and any(0 < heard <= size for heard, _ in ends):
            return None
        self._many(neurons)
        total = sum((_below(size, heard) for heard, _ in ends), Fraction(0))
        silent = power(number(total / len(ends)), neurons)
        return ONE - silent if wanted else silent

    def _ends(self, wanted: list[Term], unwanted: list[Term]) -> tuple[int, list[tuple[int, int]]]:
        """The size of the large group and, for every pattern of the single signs, from which
        numbers of it on some sum passes its threshold, and from which one that is unwanted."""
        counts, events = self._counts(unwanted + wanted), unwanted + wanted
        large = max(range(len(counts)), key=counts.__getitem__)
        size, counts[large] = counts[large], 0
        if sum(counts) > MAX_SINGLES or size > MAX_COUNT:
            raise Undefined("there are too many signs for an exact probability")
        ends = []
        for net in product(*(range(k, -k - 1, -2) for k in counts)):
            leasts = [self.first(event, net, large, size) for event in events]
            kept = min(leasts[: len(unwanted)], default=size + 1)
            ways = prod(comb(k, (k + sum_) // 2) for k, sum_ in zip(counts, net, strict=True))
            ends += [(min(leasts), kept)] * ways
        return size, ends

    def _counts(self, events: list[Term]) -> list[int]:
        found = [[self.ends(count) for count in event.args[2::2]] for event in events]
        if any(event.op not in SUMS for event in events) or any(f != found[0] for f in found):
            raise Undefined("the events do not speak of the same signs")
        if any(low != high or low < 0 or low.denominator != 1 for low, high in found[0]):
            raise Undefined("a number of signs is an integer >= 0")
        return [int(count) for count, _ in found[0]]

    def _many(self, neurons: Term) -> tuple[int, int]:
        low, high = self.ends(neurons)
        few, many = max(0, ceil(low)), floor(high)
        if few > many:
            raise Undefined("the number of neurons is one integer >= 0")
        return few, many


def _below(size: int, least: int) -> Fraction:
    """The probability that fewer than `least` of `size` signs are +1."""
    if size > MAX_CLOSED:
        return Fraction(least > size)
    return Fraction(count(size, 0, least - 1), 2**size)
