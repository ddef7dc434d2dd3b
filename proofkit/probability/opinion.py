"""Probabilities of sign events in mpmath, for second opinions: plain sums over all outcomes.

Weights and thresholds are numbers of the working precision. An outcome too close to a
threshold for that precision gives no opinion (`ValueError`), and neither does a group of
signs too large to add up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

import mpmath

from proofkit.language.terms import Term

SUMS = ("above", "reaches")
MOST_SIGNS = 20_000
MOST_SINGLES = 6
CLOSE, NEAR = mpmath.mpf(10) ** -40, mpmath.mpf(10) ** -30
Evaluate = Callable[[Term], Any]


def probability(event: Term, evaluate: Evaluate) -> Any:
    """`P(event)`, with numbers taken from `evaluate`."""
    if event.op in SUMS:
        return _loud([event], evaluate)
    if event.op == "both":
        return _both(list(event.args), evaluate)
    if event.op in ("some", "none"):
        neurons, listed = int(evaluate(event.args[0])), list(event.args[1:])
        if event.op == "none":
            return _quiet(listed, evaluate) ** neurons
        return _ever(_loud(listed, evaluate), neurons)
    raise ValueError("the weights of the signs are not given")


def _both(pair: list[Term], evaluate: Evaluate) -> Any:
    """One neuron's signs decide both events: inclusion and exclusion over what is silent."""
    neurons = int(evaluate(pair[0].args[0]))
    wanted = [event for part in pair if part.op == "some" for event in part.args[1:]]
    unwanted = [event for part in pair if part.op == "none" for event in part.args[1:]]
    silent = _quiet(unwanted, evaluate) ** neurons if unwanted else mpmath.mpf(1)
    if not wanted:
        return silent
    if not unwanted:
        raise ValueError("two events that both ask for a neuron to fire")
    return silent - _quiet(unwanted + wanted, evaluate) ** neurons


def _ever(once: Any, times: int) -> Any:
    """`1 - (1 - once)^times`, in which a tiny probability is not lost."""
    return mpmath.mpf(1) if once == 1 else -mpmath.expm1(times * mpmath.log1p(-once))


def _quiet(listed: list[Term], evaluate: Evaluate) -> Any:
    """The probability that one neuron makes none of the events happen."""
    ways, signs = _silent_ways(listed, evaluate)
    return mpmath.mpf(ways) / mpmath.mpf(2) ** signs


def _loud(listed: list[Term], evaluate: Evaluate) -> Any:
    """The probability that one neuron makes some of the events happen."""
    ways, signs = _silent_ways(listed, evaluate)
    return mpmath.mpf(2**signs - ways) / mpmath.mpf(2) ** signs


def _silent_ways(listed: list[Term], evaluate: Evaluate) -> tuple[int, int]:
    """How many patterns of signs make none of the events happen, and how many signs there are."""
    counts, *others = (evaluate(event)[0] for event in listed)
    if any(other != counts for other in others):
        raise ValueError("the events do not speak of the same signs")
    leasts = zip(*(evaluate(event)[1] for event in listed), strict=True)
    return sum(_ways_below(max(counts), min(firsts)) for firsts in leasts), sum(counts)


def leasts(event: Term, evaluate: Evaluate) -> tuple[list[int], list[int]]:
    """How many signs of each weight a sum has, most of them in one crowd; and for every pattern of
    the others, from how many +1 in the crowd on the event happens."""
    counts = [int(evaluate(count)) for count in event.args[2::2]]
    threshold, *weights = (evaluate(number) for number in (event.args[0], *event.args[1::2]))
    size, crowd = max(counts), counts.index(max(counts))
    if sum(counts) - size > MOST_SINGLES or size > MOST_SIGNS:
        raise ValueError("too many signs to add up")
    weight = weights.pop(crowd)
    repeated = zip(weights, counts[:crowd] + counts[crowd + 1 :], strict=True)
    singles = [(single, -single) for single, count in repeated for _ in range(count)]
    return counts, [_first(threshold - sum(pattern), weight, size) for pattern in product(*singles)]


def _first(missing: Any, weight: Any, size: int) -> int:
    """From how many +1 on `weight` times the crowd's sum makes up for what is missing."""
    if weight < 0:
        raise ValueError("a crowd with a negative weight")
    if weight == 0 or size == 0:
        if abs(missing) < CLOSE:
            raise ValueError("too close to tell")
        return 0 if missing < 0 else size + 1
    needed = (missing / weight + size) / 2
    nearest = mpmath.nint(needed)
    if abs(needed - nearest) < NEAR * max(1, abs(needed)):
        raise ValueError("too close to tell")
    first = (
        int(mpmath.ceil(needed))
        if abs(needed) < 10 * size + 10
        else (0 if needed < 0 else size + 1)
    )
    return min(max(first, 0), size + 1)


@lru_cache(maxsize=1024)
def _ways_below(size: int, first: int) -> int:
    """How many of the 2^size patterns have fewer than `first` times +1."""
    total, ways = 0, 1
    for j in range(first):
        total += ways
        ways = ways * (size - j) // (j + 1)
    return total
