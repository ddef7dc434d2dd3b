"""Induction over an integer at the end of a range, and closed forms by it."""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.places import Indexed
from proofkit.language.terms import ONE, TWO, Term, number, variable, variables
from proofkit.search.families.forms import (
    FAULTS,
    binders,
    compared,
    form,
    fresh_entry,
    renamed,
    scaled,
    subterms,
    swapped,
)
from proofkit.search.families.linear import facts_here, multipliers
from proofkit.search.families.prover import Families, with_fact
from proofkit.search.nodes import Node, accepted, have, rule, stated


def climb(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """Induction on an integer that the goal speaks of."""
    if any(id.startswith("before") for id in known.facts):
        return None
    for name, whole in list(known.kinds.items()):
        if not whole or name not in variables(goal[0]) | variables(goal[2]):
            continue
        lows = [c for c in (2, 1, 0) if known.at_least(variable(name), number(c))]
        for low in dict.fromkeys([*lows[:1], *lows[-1:]]):
            node = _from(search, known, goal, name, number(low), fuel)
            if node is not None:
                return node
    return None


def _from(
    search: Families, known: Indexed, goal: Fact, name: str, low: Term, fuel: int
) -> Node | None:
    def at(value: Term) -> Fact:
        return renamed(goal[0], {name: value}), goal[1], renamed(goal[2], {name: value})

    first = search.prove(known, at(low), max(fuel - 2, 0))
    if first is None:
        return None
    m, id = search.name("m"), search.name("before")
    left, relation, right = at(variable(m))
    try:
        place = known.with_variable(m, True)
        place = place.with_fact(f"{m}-low", (low, "<=", variable(m)))
        place = place.with_fact(f"{m}-high", (variable(m), "<=", variable(name) - ONE))
        assert isinstance(place, Indexed)
        place.require_value(left)
        place.require_value(right)
        here = with_fact(place, id, (left, relation, right))
        after = at(variable(m) + ONE)
        step = search.prove(here, after, 1) or product_step(search, here, after, id)
    except FAULTS:
        return None
    if step is None:
        return None
    return rule(
        "climb",
        variable=m,
        **{"from": low, "to": variable(name)},
        left=left,
        right=right,
        id=id,
        start=first,
        step=step,
    )


def product_step(
    search: Families, known: Indexed, goal: Fact, id: str, deep: int = 2
) -> Node | None:
    """A fact, times something, is taken off the goal, and perhaps another; the rest is asked."""
    p = form(known, goal[2] - goal[0])
    for used, (left, relation, right) in facts_here(known, p):
        if relation == "=" or (deep == 2 and used != id and not isinstance(used, list)):
            continue
        for times in (ONE, *multipliers(known, p, right - left)):
            if not known.at_least(times, number(0)):
                continue
            rest = p + scaled(form(known, times * (right - left)), -1)
            if len(rest) > len(p) + 2 or all(m in rest for m in p):
                continue
            inner_goal = compared(rest, goal[1])
            search.budget.spend()
            inner = search.prove(known, inner_goal, 1)
            if inner is None and deep > 1:
                inner = product_step(search, known, inner_goal, id, deep - 1)
            if inner is None:
                continue
            new = search.name("p")
            used_up: Node = {"weight": "1", "facts": [used], "signs": [times]}
            then = {"rule": "psatz", "sum": [{"weight": "1", "facts": [new]}, used_up]}
            node = have([stated(new, inner_goal, inner)], then)
            if accepted(known, goal, node):
                return node
    return None


def closed_forms(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """Sums of i, i^2 and q^i by what they are."""
    if fuel < 2 or any(id.startswith("closed") for id in known.facts):
        return None
    p = form(known, goal[2] - goal[0])
    entries: list[Node] = []
    here = known
    for whole in dict.fromkeys(binders(p, "summed")):
        fact = _closed(search, whole)
        if fact is not None:
            node = climb(search, known, fact, 2)
            here = search.add(here, entries, fact, node, "closed")
    if not entries:
        return None
    facts = [here.facts[entry["id"]] for entry in entries]
    sides = [known.ring.canonical(side) for side in goal[::2]]
    for left, _, right in facts:
        total = next(part for part in subterms(left) if part.op == "summed")
        if left == total:
            sides = [swapped(side, known.ring.canonical(total), right) for side in sides]
    other = sides[0], goal[1], sides[1]
    node = None if other == goal else search.prove(here, other, 2)
    here = search.add(here, entries, other, node, "closed")
    inner = search.prove(here, goal, fuel - 1)
    return inner and have(entries, inner)


def _closed(search: Families, whole: Term) -> Fact | None:
    low, high, _ = whole.args
    name = search.name("i")
    entry, i = fresh_entry(whole, name), variable(name)
    if low != ONE or high.op != "variable":
        return None
    if entry == i:
        return whole, "=", high * (high + ONE) / TWO
    if entry == i**TWO:
        return whole, "=", high * (high + ONE) * (TWO * high + ONE) / number(6)
    if entry.op == "power" and entry.args[1] == i and name not in variables(entry.args[0]):
        q = entry.args[0]
        return (ONE - q) * whole, "=", q - q ** (high + ONE)
    return None
