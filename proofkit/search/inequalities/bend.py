"""By concavity between two ends of a variable."""

from __future__ import annotations

from proofkit.kernel import calculus
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.terms import ZERO, Term, subtract, variable, variables
from proofkit.search.inequalities.derive import Path
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.shapes import End, ends
from proofkit.search.inequalities.values import prepared
from proofkit.search.nodes import Node, have


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """A proof of the goal by this tactic, or nothing."""
    left, relation, right = goal
    if left != ZERO or relation == "=":
        return None
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


def _at(search: Prover, known: Known, value: Term) -> tuple[Known, list[Node], Term]:
    """Where the value at an end is looked at, what was put down for it, and the value."""
    return (*prepared(search, known, value, 1), value)


def _between(
    search: Prover, known: Known, goal: Fact, name: str, low: End, high: End, fuel: int
) -> Node | None:
    _, relation, whole = goal
    x = variable(name)
    shown: list[Node] = []
    for gap in (subtract(x, low.term), subtract(high.term, x)):
        placed = search.positive(known, gap, 1, "<=")
        if placed is None:
            return None
        known, shown = placed[0], shown + placed[1]
    at_ends = [_at(search, known, known.put(whole, name, end.term)) for end in (low, high)]
    if any(search.is_false(place, (ZERO, relation, value)) for place, _, value in at_ends):
        return None
    path = Path(search, known, name, low.term, high.term, goal)
    here = known.put(whole, name, variable(path.fresh))
    _, more = prepared(search, path.on_closed, here, 1)
    path.closed += more
    inside, more = prepared(search, path.on_open, here, 1)
    path.open += more
    slope = here
    for _ in range(2):
        slope = calculus.derivative(inside, slope, path.fresh)
        inside, more = prepared(search, inside, slope, 1)
        path.open += more
    if search.is_false(inside, (slope, "<=", ZERO)):
        return None
    nodes = []
    for place, entries, value in at_ends:
        if (node := search.prove(place, (ZERO, relation, value), fuel - 1)) is None:
            return None
        nodes.append(have(entries, node))
    bend = search.prove(inside, (slope, "<=", ZERO), fuel - 1)
    if bend is None:
        return None
    return have(
        shown,
        {
            "rule": "concave",
            "variable": name,
            "low": low.term,
            "high": high.term,
            "fresh": path.fresh,
            "closed": path.closed,
            "open": path.open,
            "left": nodes[0],
            "right": nodes[1],
            "bend": bend,
        },
    )
