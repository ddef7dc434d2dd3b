"""By concavity between two ends of a variable."""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.terms import ZERO, Term, variable, variables
from proofkit.search.inequalities.derive import Path
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.shapes import End, ends
from proofkit.search.inequalities.values import prepared
from proofkit.search.nodes import Node, have, rule


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    right = goal[2]
    for name in sorted(variables(right)):
        if known.kinds.get(name):
            continue
        found = ends(known, name, (right,))
        for low in (e for e in found if e.below):
            for high in (e for e in found if not e.below):
                search.budget.spend()
                try:
                    node = _between(search, known, goal, name, low, high, fuel)
                except FAILURES:
                    continue
                if node is not None:
                    return node
    return None


def _placed(
    search: Prover, known: Known, x: Term, low: End, high: End
) -> tuple[Known, list[Node]] | None:
    """The place where it is seen at sight that the variable lies between the ends."""
    entries: list[Node] = []
    for gap in (x - low.term, high.term - x):
        found = search.positive(known, gap, 1, "<=")
        if found is None:
            return None
        known, entries = found[0], entries + found[1]
    return known, entries


def _between(
    search: Prover, known: Known, goal: Fact, name: str, low: End, high: End, fuel: int
) -> Node | None:
    _, relation, whole = goal
    placed = _placed(search, known, variable(name), low, high)
    if placed is None:
        return None
    known, shown = placed
    at_ends = []
    for end in (low, high):
        value = known.put(whole, name, end.term)
        place, entries = prepared(search, known, value, 1)
        if search.is_false(place, (ZERO, relation, value)):
            return None
        at_ends.append((place, entries, value))
    path = Path(search, known, name, low.term, high.term, goal)
    inside, slope = path.slope(whole, 2)
    if search.is_false(inside, (slope, "<=", ZERO)):
        return None
    nodes = []
    for place, entries, value in at_ends:
        node = search.prove(place, (ZERO, relation, value), fuel - 1)
        if node is None:
            return None
        nodes.append(have(entries, node))
    bend = search.prove(inside, (slope, "<=", ZERO), fuel - 1)
    if bend is None:
        return None
    where = {"variable": name, "low": low.term, "high": high.term, "fresh": path.fresh}
    along = {"closed": path.closed, "open": path.open}
    node = rule("concave", **where, **along, left=nodes[0], right=nodes[1], bend=bend)
    return have(shown, node)
