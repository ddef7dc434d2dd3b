"""A variable that an equation gives by the others is put in their place, where the goal is more
than a polynomial in it."""

from __future__ import annotations

from contextlib import suppress

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import constant
from proofkit.kernel.terms import Term, number, subtract, variable, variables
from proofkit.search.inequalities.extremes import rewritten
from proofkit.search.inequalities.prover import FAILURES, Prover, live
from proofkit.search.inequalities.shapes import end_by, form, parts
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import Node, have, psatz, stated


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """A proof of the goal by this tactic, or nothing."""
    curved: set[str] = set()
    for part in (part for side in goal[::2] for part in parts(side)):
        if part.op in ("exp", "log") or (part.op == "power" and part.args[1].op != "number"):
            curved |= variables(part)
    for id, fact in known.facts.items():
        if fact[1] != "=":
            continue
        for name in sorted(curved & (variables(fact[0]) | variables(fact[2])), reverse=True):
            end = None if known.kinds.get(name) else end_by(known, name, (fact[0], "<=", fact[2]))
            if end is None or end.term == variable(name) or not variables(end.term) <= curved:
                continue
            return _without(search, known, goal, (id, name, end.term), fuel)
    return None


def _without(
    search: Prover, known: Known, goal: Fact, equation: tuple[str, str, Term], fuel: int
) -> Node | None:
    used, name, value = equation
    x = variable(name)
    fact: Fact = (x, "=", value)
    equal = search.name("eq", fact)
    if equal in known.facts or any(f == fact for f in known.facts.values()):
        return None
    scale = _scale(known, known.facts[used], x)
    if scale is None:
        return None
    node = psatz([], None, [(used, scale)])
    wider, entries = known.with_fact(equal, fact), [stated(equal, fact, node)]
    for other in live(known, goal):
        if other[1] == "=" or name not in variables(other[0]) | variables(other[2]):
            continue
        moved: Fact = (known.put(other[0], name, value), other[1], known.put(other[2], name, value))
        with suppress(*FAILURES):
            because = System(search, wider, moved).combination(0)
            if because is not None:
                wider, entries = search.add(wider, entries, moved, because)
    then = rewritten(search, wider, goal, x, value, equal, fuel)
    return have(entries, then) if then else None


def _scale(known: Known, equation: Fact, x: Term) -> Term | None:
    """What to multiply the equation with to have it say what the variable is."""
    terms = form(known, subtract(equation[2], equation[0]))
    slope = (terms or {}).get(frozenset({(x, constant(1))}))
    return None if slope is None else number(-1 / slope)
