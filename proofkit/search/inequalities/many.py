"""Greatest and least of many terms, of which each is on its own side: no case for each order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.subterms import occurrences, parts
from proofkit.language.terms import ZERO, Term, variables
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import Node, chain, have, rule, stated

EXTREME = rule("extreme")
FEW = 3
"""So many orders are told apart by cases as well."""
MAX_FACTS = 60


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    if goal[1] == "=":
        return None
    return (
        _all(search, known, goal, fuel)
        or _some(search, known, goal)
        or _beside(search, known, goal)
    )


def _all(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """A max below something, or a min above it: each argument is."""
    left, relation, right = goal
    if left.op == "max" and len(left.args) > FEW:
        goals = [(arg, relation, right) for arg in left.args]
    elif right.op == "min" and len(right.args) > FEW:
        goals = [(left, relation, arg) for arg in right.args]
    else:
        return None
    found = []
    for wanted in goals:
        node = search.prove(known, wanted, fuel)
        if node is None:
            return None
        found.append(node)
    return rule("extreme", because=found)


def _some(search: Prover, known: Known, goal: Fact) -> Node | None:
    """Something below a max, or above a min: below one argument, by the first one that is."""
    left, relation, right = goal
    below, above = right.op == "max", left.op == "min"
    if relation == "<=" and ((below and left in right.args) or (above and right in left.args)):
        return EXTREME
    if below:
        return _through(search, known, goal, right.args)
    return _through(search, known, goal, left.args) if above else None


def _through(search: Prover, known: Known, goal: Fact, args: Iterable[Term]) -> Node | None:
    left, relation, right = goal
    for arg in args:
        wanted = (left, relation, arg) if right.op == "max" else (arg, relation, right)
        if search.is_false(known, wanted):
            continue
        node = search.prove(known, wanted, 0)
        if node is not None:
            if right.op == "max":
                return chain(left, [(relation, arg, node), ("<=", right, EXTREME)])
            return chain(left, [("<=", arg, EXTREME), (relation, right, node)])
    return None


def _beside(search: Prover, known: Known, goal: Fact) -> Node | None:
    """A combination of what each says of its arguments."""
    entries: list[Node] = []
    for fact in _facts(goal):
        id = search.name("f", fact)
        if id not in known.facts:
            known, entries = known.with_fact(id, fact), [*entries, stated(id, fact, EXTREME)]
    if not 0 < len(entries) <= MAX_FACTS:
        return None
    found = System(search, known, goal).combination(0)
    return have(entries, found) if found else None


def _facts(goal: Fact) -> Iterator[Fact]:
    """What each argument is beside the whole; of those that speak of nothing else in the goal,
    none matters."""
    wholes = dict.fromkeys(
        part for part in parts(*goal[::2]) if part.op in ("max", "min") and len(part.args) > FEW
    )
    outside = goal[2] - goal[0]
    for part in wholes:
        outside = occurrences(outside, part, ZERO)
    names = variables(outside)
    for part in wholes:
        for arg in dict.fromkeys(part.args):
            if len(wholes) > 1 or variables(arg) & names or not variables(arg):
                yield (arg, "<=", part) if part.op == "max" else (part, "<=", arg)
