"""A new variable for what the goal is made of: the inverse of a variable, its logarithm or its
exponential."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.sign import POSITIVE
from proofkit.language.subterms import occurrences, parts
from proofkit.language.terms import (
    MINUS_ONE,
    ZERO,
    Term,
    exp,
    log,
    variable,
    variables,
)
from proofkit.search.inequalities.derive import fresh_name
from proofkit.search.inequalities.prover import FAILURES, Prover, live
from proofkit.search.inequalities.shapes import end_by, ends
from proofkit.search.inequalities.values import prepared
from proofkit.search.nodes import Node, have, rule


def prove(
    search: Prover, known: Known, goal: Fact, fuel: int, inverse: bool = False
) -> Node | None:
    for name in sorted(variables(goal[0]) | variables(goal[2])):
        if name.count("_") or name.startswith("w"):
            continue
        for forth, back in _ways(known, goal[2], name):
            if inverse and forth != variable(name) ** MINUS_ONE:
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
    for part in parts(*goal[::2]):
        curved = part.op == "power" and part.args[1].op != "number"
        if (curved or part.op in ("exp", "log")) and any(map(_is_inverse, parts(part))):
            return prove(search, known, goal, fuel, inverse=True)
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
    if sign == POSITIVE:
        if log(x) in inside:
            yield log(x), exp(w)
        yield x**MINUS_ONE, w**MINUS_ONE
    if exp(x) in inside:
        yield exp(x), log(w)


def _moved(known: Known, name: str, back: Term, goal: Fact) -> list[Fact]:
    """The facts about the variable, but for those that put an end to it, in the new one."""
    found: list[Fact] = []
    for fact in live(known, goal):
        spoken = variables(fact[0]) | variables(fact[2])
        if name in spoken and end_by(known, name, fact) is None:
            with suppress(*FAILURES):
                left, right = (known.put(side, name, back) for side in fact[::2])
                found.append((left, fact[1], right))
    return found


def with_facts(
    search: Prover, known: Known, wider: Known, wanted: list[Fact], new: tuple[Term, Term]
) -> tuple[Known, list[Node]]:
    """The place of a new variable, of which it is said what it stands for, with those facts about
    it that are found to hold."""
    entries: list[Node] = []
    for fact in wanted:
        if any(f[0] == fact[0] and f[2] == fact[2] for f in wider.facts.values()):
            continue
        instance = occurrences(fact[0], *new), fact[1], occurrences(fact[2], *new)
        because = search.prove(known, instance, 1)
        if because is not None:
            with suppress(*FAILURES):
                wider, entries = search.add(wider, entries, fact, because)
    return wider, entries


def _with_values(
    search: Prover, known: Known, wanted: list[Fact], fresh: str, forth: Term
) -> tuple[Known, list[Node]]:
    """The place where the instances of these facts are seen to have values."""
    shown: list[Node] = []
    for side in (side for fact in wanted for side in fact[::2]):
        with suppress(*FAILURES):
            known, more = prepared(search, known, known.put(side, fresh, forth), 1)
            shown += more
    return known, shown


def _renamed(
    search: Prover, known: Known, goal: Fact, name: str, forth: Term, back: Term, fuel: int
) -> Node | None:
    fresh = fresh_name(known, "w")
    w = variable(fresh)
    if fresh != "w":
        return None
    wider = known.with_variable(fresh, False)
    wanted: list[Fact] = [(ZERO, "<", w), (ZERO, "<=", w)] if back.op != "exp" else []
    for end in ends(known, name, (goal[2],)):
        try:
            at = known.ring.canonical(known.put(forth, name, end.term))
            known.require_value(known.put(forth, name, end.term))
        except FAILURES:
            continue
        relation = "<" if end.strict else "<="
        falls = forth == variable(name) ** MINUS_ONE
        wanted.append((at, relation, w) if end.below != falls else (w, relation, at))
    wider, entries = with_facts(search, known, wider, wanted, (w, forth))
    wanted = _moved(wider, name, back, goal)
    known, shown = _with_values(search, known, wanted, fresh, forth)
    wider, more = with_facts(search, known, wider, wanted, (w, forth))
    entries += more
    moved = [wider.put(side, name, back) for side in goal[::2]]
    for side in moved:
        wider.require_value(side)
    left, right = (wider.ring.canonical(side) for side in moved)
    inner: Fact = (left, goal[1], right)
    then = search.prove(wider, inner, fuel - 1)
    if then is None:
        return None
    general = rule(
        "general", fresh=fresh, term=forth, left=left, right=right, facts=entries, then=then
    )
    return have(shown, general)
