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
    left, relation, right = goal
    if left != ZERO or relation == "=":
        return None
    for name in sorted(variables(right)):
        if known.kinds.get(name) or name.count("_") or name.startswith("w"):
            continue
        for forth, back in _ways(known, right, name):
            search.budget.spend()
            try:
                node = _renamed(search, known, goal, name, forth, back, fuel)
            except FAILURES:
                continue
            if node is not None:
                return node
    return None


def prove_inside(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """The same, early, where an inverse stands inside a function."""
    for part in parts(goal[2]):
        if part.op in ("exp", "log") or (part.op == "power" and part.args[1].op != "number"):
            for inner in parts(part):
                if (
                    inner.op == "power"
                    and inner.args[0].op == "variable"
                    and inner.args[1].op == "number"
                    and inner.args[1].args[0] < 0
                ):
                    return prove(search, known, goal, fuel)
    return None


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
    moved = wider.put(goal[2], name, back)
    inner: Fact = (ZERO, goal[1], wider.ring.canonical(moved))
    wider.require_value(moved)
    then = search.prove(wider, inner, fuel - 1)
    if then is None:
        return None
    return {
        "rule": "general",
        "fresh": fresh,
        "term": forth,
        "left": ZERO,
        "right": inner[2],
        "facts": entries,
        "then": then,
    }
