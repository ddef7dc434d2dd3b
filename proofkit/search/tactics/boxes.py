"""An inequality by enclosures, on a box that is cut until they settle it."""

from __future__ import annotations

from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.language.terms import ZERO, variables
from proofkit.search.budget import Budget
from proofkit.search.inequalities.cuts import cuts
from proofkit.search.nodes import Node, accepted, box, have, psatz, stated, summand
from proofkit.search.tactics import ends

BITS = 64
PIECES, EFFORT = 500, 60_000


def prove(known: Known, goal: Fact, budget: Budget) -> Node | None:
    """A node of the rule box; of the goal as it stands, or with like terms added up."""
    small, relation, large = upwards(goal)
    if relation == "=":
        return None
    known, entries = ends.bounded(known, large - small, budget)
    node = _boxed(known, (small, relation, large), budget)
    if node is not None:
        return have(entries, node)
    try:
        canonical = known.ring.canonical(large - small)
    except (Undefined, LimitExceeded):
        return None
    simpler = (ZERO, relation, canonical)
    node = _boxed(known, simpler, budget)
    if node is None or not accepted(known, simpler, node):
        return None
    entry = stated("box", simpler, node)
    return have([*entries, entry], psatz([summand(1, ["box"])]))


def _boxed(known: Known, goal: Fact, budget: Budget) -> Node | None:
    small, relation, large = goal
    difference = known.context.unfold(large - small)
    ranges = {name: known.range_of(name) for name in variables(difference)}
    found = cuts(budget, difference, ranges, relation, min(PIECES, EFFORT // difference.size), BITS)
    return None if found is None else box(BITS, found)
