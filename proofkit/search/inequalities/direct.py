"""What the kernel sees at once: equal forms, signs, facts, an enclosure without cuts."""

from __future__ import annotations

from contextlib import suppress

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.inference import same
from proofkit.language.terms import ZERO, variables
from proofkit.search.inequalities.prover import Prover
from proofkit.search.nodes import (
    RING,
    SIGN,
    Node,
    assume,
    box,
    checked,
    first_accepted,
    psatz,
    summand,
)

BOX = box(128)
LONGER = box(1024), box(4096)
"""For numbers, of which nothing but more bits says more."""


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    left, relation, right = goal
    for id, fact in known.facts.items():
        if same(known, fact, goal):
            return assume(id)
    if relation != "<" and _are_equal(known, goal):
        return RING
    if relation == "=":
        return None
    if found := checked(known, goal, SIGN):
        return found
    if ZERO not in (left, right):
        difference = right - left
        if found := checked(known, goal, psatz([summand(signs=[difference])])):
            return found
    found = checked(known, goal, BOX)
    return found or (first_accepted(known, goal, LONGER) if _is_closed(known, goal) else None)


def _are_equal(known: Known, goal: Fact) -> bool:
    """Powers that are too high for the normal form may still have a sign or an enclosure."""
    with suppress(LimitExceeded):
        return known.ring.equal(goal[0], goal[2])
    return False


def _is_closed(known: Known, goal: Fact) -> bool:
    """Is there nothing unknown in it that is not given as one number?"""
    names = {name for side in goal[::2] for name in variables(known.context.unfold(side))}
    ranges = (known.range_of(name) for name in names)
    return all(low is not None and low == high for low, high in ranges)
