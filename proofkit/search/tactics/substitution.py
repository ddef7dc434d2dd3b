"""Putting in a term for a variable, where an equation says that the two are equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from proofkit.kernel.assumptions import Fact, Known, replace
from proofkit.language.terms import Term, variable, variables
from proofkit.search.budget import Budget
from proofkit.search.nodes import HOLE, RING, Node, assume, chain, exchange, have
from proofkit.search.tactics import values

Step = tuple[str, Term, Node]
Equation = tuple[str, str, Term]


def prove(
    known: Known, goal: Fact, budget: Budget, finish: Callable[[Known, Fact], Node | None]
) -> Node | None:
    """The goal with terms for variables, and the way there from both sides."""
    plain = known.context.unfold(goal[0]), known.context.unfold(goal[2])
    for equations in _choices(known, variables(plain[0]) | variables(plain[1])):
        budget.spend()
        ways = [
            _way(side, written, equations) for side, written in zip(goal[::2], plain, strict=True)
        ]
        ends = [way[-1][1] if way else side for way, side in zip(ways, goal[::2], strict=True)]
        there, entries = values.entries(known, ends, budget)
        node = finish(there, (ends[0], goal[1], ends[1]))
        if node is not None:
            back = _turned(goal[2], ways[1])
            return have(entries, chain(goal[0], [*ways[0], (goal[1], ends[1], node), *back]))
    return None


def _choices(known: Known, names: frozenset[str]) -> Iterator[list[Equation]]:
    """Few equations at first."""
    found: list[Equation] = []
    for id, (left, relation, right) in known.facts.items():
        for x, other in ((left, right), (right, left)):
            if relation != "=" or x.op != "variable" or other.op == "number":
                continue
            if x.args[0] in names and x.args[0] not in variables(other):
                found.append((id, x.args[0], other))
                break
    for size in range(1, len(found) + 1):
        yield from (list(some) for some in combinations(found, size))


def _way(side: Term, written: Term, equations: list[Equation]) -> list[Step]:
    """From a side, with definitions written out, to what it is with terms for variables."""
    steps: list[Step] = []
    for id, name, value in equations:
        if name not in variables(written):
            continue
        if not steps and written != side:
            steps.append(("=", written, RING))
        function = replace(written, {name: variable(HOLE)})
        there = replace(written, {name: value})
        because = exchange(HOLE, function, variable(name), value, assume(id))
        steps.append(("=", there, because))
        written = there
    return steps


def _turned(side: Term, way: list[Step]) -> list[Step]:
    """The way from its end back to the side."""
    terms = [side, *(term for _, term, _ in way)]
    steps: list[Step] = []
    for before, (_, _, because) in zip(reversed(terms[:-1]), reversed(way), strict=True):
        if because["rule"] == "exchange":
            because = {**because, "old": because["new"], "new": because["old"]}
        steps.append(("=", before, because))
    return steps
