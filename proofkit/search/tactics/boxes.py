"""An inequality by enclosures, on a box that is cut until they settle it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import ctx

from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.kernel.boxes import Box
from proofkit.kernel.terms import ZERO, Term, variables
from proofkit.search.budget import Budget
from proofkit.search.nodes import Node, accepted, have, psatz, stated, summand
from proofkit.search.tactics import ends

BITS = 64
EVALUATIONS, EFFORT = 1_500, 60_000
MAX_DEPTH = 40


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
    with ctx.workprec(BITS):
        cuts = _cuts(Box(ranges, {}), difference, relation == "<", budget)
    return None if cuts is None else {"rule": "box", "bits": BITS, "cuts": cuts}


def _cuts(box: Box, term: Term, strict: bool, budget: Budget) -> list[list[str]] | None:
    """Cut the box until every piece is enclosed with the right sign."""
    cuts: list[list[str]] = []
    pending, left = [(box, 0)], min(EVALUATIONS, EFFORT // term.size)
    while pending:
        budget.spend()
        here, depth = pending.pop()
        low = _low(here, term)
        left -= 1 + 2 * len(box.ranges)
        if low is not None and (low > 0 or (low >= 0 and not strict)):
            cuts.append([])
            continue
        best = _best_halves(here, term) if depth < MAX_DEPTH and left > 0 else None
        if best is None:
            return None
        cut, below, above = best
        cuts.append(cut)
        pending += [(above, depth + 1), (below, depth + 1)]
    return cuts


def _low(box: Box, term: Term) -> Any:
    try:
        return box.enclose(term).low
    except (Undefined, LimitExceeded):
        return None


def _best_halves(box: Box, term: Term) -> tuple[list[str], Box, Box] | None:
    """The cut after which the worse half is least bad."""
    best: tuple[list[str], Box, Box] | None = None
    best_score = None
    for name in sorted(box.ranges):
        at = _middle(*box.ranges[name])
        if at is None:
            continue
        below, above = box.halves(name, at)
        lows = [low for half in (below, above) if (low := _low(half, term)) is not None]
        if len(lows) == 2 and (best_score is None or (min(lows), max(lows)) > best_score):
            best, best_score = ([name, str(at)], below, above), (min(lows), max(lows))
    return best


def _middle(low: Fraction | None, high: Fraction | None) -> Fraction | None:
    if low is None or low == high:
        return None
    return max(Fraction(1), 2 * low) if high is None else (low + high) / 2
