"""Induction over an integer that has a least value."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.sign import AT_LEAST_ZERO, within
from proofkit.language.subterms import parts
from proofkit.language.terms import ONE, number, variable, variables
from proofkit.search.inequalities.prover import Prover
from proofkit.search.nodes import Node, has_value, have, stated

LATE = 4


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    if fuel < LATE and _is_smooth(goal):
        return None
    for name in sorted(variables(goal[0]) | variables(goal[2])):
        if not known.kinds.get(name) or f"{name}-from" in known.facts:
            continue
        low = _least(known, name)
        if low is None:
            continue
        node = _from(search, known, goal, name, low, fuel)
        if node is not None:
            return node
    return None


def _is_smooth(goal: Fact) -> bool:
    """Has the goal logarithms or exponentials, which derivatives know more about?"""
    return any(p.op in ("exp", "log") and variables(p) for p in parts(*goal[::2]))


def _least(known: Known, name: str) -> int | None:
    low, _ = known.range_of(name)
    if low is None:
        return None
    whole = ceil(low)
    gap = variable(name) - number(whole + 1)
    return whole + 1 if within(known.sign(gap), AT_LEAST_ZERO) else whole


def _from(search: Prover, known: Known, goal: Fact, name: str, low: int, fuel: int) -> Node | None:
    left, relation, right = goal
    n = variable(name)
    entries: list[Node] = []
    if not within(known.sign(n - number(low)), AT_LEAST_ZERO):
        fact: Fact = (number(low), "<=", n)
        because = search.prove(known, (number(low), "<", n + ONE), 1)
        if because is None:
            return None
        id = search.name("f")
        entries.append(stated(id, fact, {"rule": "integer", "because": because}))
        known = known.with_fact(id, fact)
    free = known.without(name)
    at = number(Fraction(low))
    start: Fact = (known.put(left, name, at), relation, known.put(right, name, at))
    begins = search.prove(free, start, fuel - 1) if has_value(free, *start[::2]) else None
    if begins is None:
        return None
    id = search.name("before", goal)
    before = free.with_fact(f"{name}-from", (at, "<=", n)).with_fact(id, goal)
    after = n + ONE
    step: Fact = (known.put(left, name, after), relation, known.put(right, name, after))
    goes_on = search.prove(before, step, fuel - 1)
    if goes_on is None:
        return None
    node = {
        "rule": "induct",
        "variable": name,
        "from": str(low),
        "id": id,
        "start": begins,
        "step": goes_on,
    }
    return have(entries, node)
