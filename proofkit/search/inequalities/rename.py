"""A new variable for what the goal is made of: the inverse of a variable, its root, its
logarithm or its exponential."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.kernel.terms import (
    HALF,
    MINUS_ONE,
    ZERO,
    Term,
    exp,
    log,
    number,
    power,
    variable,
    variables,
)
from proofkit.search.inequalities.derive import fresh_name
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.shapes import ends, parts
from proofkit.search.nodes import Node, stated


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """A proof of the goal by this tactic, or nothing."""
    return _new(search, known, goal, fuel) if goal[0] == ZERO else None


def _new(search: Prover, known: Known, goal: Fact, fuel: int, inverse: bool = False) -> Node | None:
    left, relation, right = goal
    if relation == "=":
        return None
    for name in sorted(variables(left) | variables(right)):
        if known.kinds.get(name) or name.count("_") or name.startswith("w"):
            continue
        for forth, back in _ways(known, right, name):
            if inverse and forth != power(variable(name), MINUS_ONE):
                continue
            search.budget.spend()
            try:
                node = _renamed(search, known, goal, name, forth, back, fuel)
            except FAILURES:
                continue
            if node is not None:
                return node
    return None


def prove_inside(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """The same, early, where an inverse stands inside a function of one variable."""
    if len(variables(goal[0]) | variables(goal[2])) != 1:
        return None
    for part in (part for side in goal[::2] for part in parts(side)):
        curved = part.op == "power" and part.args[1].op != "number"
        if (curved or part.op in ("exp", "log")) and any(map(_is_inverse, parts(part))):
            return _new(search, known, goal, fuel, inverse=True)
    return None


def _is_inverse(term: Term) -> bool:
    if term.op != "power":
        return False
    base, exponent = term.args
    return bool(base.op == "variable" and exponent.op == "number" and exponent.args[0] < 0)


def _ways(known: Known, whole: Term, name: str) -> Iterator[tuple[Term, Term]]:
    """The new variable in terms of the old one, and the old one in terms of `w`."""
    x, w = variable(name), variable("w")
    sign = known.sign(x)
    inside = list(parts(whole))
    if within(sign, AT_LEAST_ZERO) and power(x, HALF) in inside:
        yield power(x, HALF), power(w, number(2))
    if sign == POSITIVE:
        if log(x) in inside:
            yield log(x), exp(w)
        yield power(x, MINUS_ONE), power(w, MINUS_ONE)
    if exp(x) in inside:
        yield exp(x), log(w)


def _renamed(
    search: Prover, known: Known, goal: Fact, name: str, forth: Term, back: Term, fuel: int
) -> Node | None:
    fresh = fresh_name(known, "w")
    w = variable(fresh)
    if fresh != "w":
        return None
    wider = known.with_variable(fresh, False)
    entries: list[Node] = []
    wanted: list[Fact] = [(ZERO, "<", w), (ZERO, "<=", w)] if back.op != "exp" else []
    for end in ends(known, name, (goal[2],)):
        try:
            at = known.ring.canonical(known.put(forth, name, end.term))
            known.require_value(known.put(forth, name, end.term))
        except FAILURES:
            continue
        relation = "<" if end.strict else "<="
        falls = forth == power(variable(name), MINUS_ONE)
        wanted.append((at, relation, w) if end.below != falls else (w, relation, at))
    for fact in wanted:
        instance: Fact = (
            known.put(fact[0], fresh, forth),
            fact[1],
            known.put(fact[2], fresh, forth),
        )
        if any(f[0] == fact[0] and f[2] == fact[2] for f in wider.facts.values()):
            continue
        because = search.prove(known, instance, 1)
        if because is None:
            continue
        id = search.name("f", fact)
        wider = wider.with_fact(id, fact)
        entries.append(stated(id, fact, because))
    moved = [wider.put(side, name, back) for side in goal[::2]]
    for side in moved:
        wider.require_value(side)
    left, right = (wider.ring.canonical(side) for side in moved)
    inner: Fact = (left, goal[1], right)
    then = search.prove(wider, inner, fuel - 1)
    if then is None:
        return None
    return {
        "rule": "general",
        "fresh": fresh,
        "term": forth,
        "left": left,
        "right": right,
        "facts": entries,
        "then": then,
    }
