"""Random events, as authors write them: SymPy functions that never evaluate.

A neuron is a vector of independent uniform signs. `above(threshold, w1, k1, w2, k2, ...)`
is the event that their weighted sum exceeds the threshold (strictly; `reaches`: or equals it),
where `k1` of the signs have weight `w1`, and so on; the same place in two events is the same
group of signs.
`some(m, e1, e2, ...)`: at least one of m independent neurons makes one of the events happen;
`none(m, e1, ...)` is the opposite, `both(x, y)` the conjunction, and `P(x)` a probability.
"""

from __future__ import annotations

from typing import Any

from sympy import Function, sympify


class P(Function):
    """The probability of an event."""

    nargs = 1


class above(Function):
    """`above(threshold, w1, k1, w2, k2, ...)`."""


class reaches(Function):
    """`reaches(threshold, w1, k1, ...)`: the sum is at least the threshold."""


class exceeds(Function):
    """`exceeds(threshold, energy)`: the sum of signs with any weights, whose squares add up
    to the energy at most, exceeds the threshold."""

    nargs = 2


class despite(Function):
    """`despite(threshold, weight)`: the sum of one sign of that weight and of any number of
    further signs with any weights exceeds the threshold."""

    nargs = 2


class some(Function):
    """`some(m, event, ...)`."""


class none(Function):
    """`none(m, event, ...)`."""


class both(Function):
    """`both(event, event)`."""

    nargs = 2


KINDS = (P, above, reaches, exceeds, despite, some, none, both)


def weighted(threshold: Any, *groups: tuple[Any, Any]) -> Any:
    """The event that signs weighted in groups `(weight, how many)` exceed a threshold."""
    flat = [sympify(entry, strict=True) for group in groups for entry in group]
    return above(sympify(threshold, strict=True), *flat)
