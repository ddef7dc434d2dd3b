"""A variable that an equation gives by the others is put in their place, where the goal is more
than a polynomial in it."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import ONE_SUM, Sparse, Sum, as_sum, constant, monomial_term
from proofkit.kernel.sign import NEGATIVE, POSITIVE
from proofkit.language.subterms import parts
from proofkit.language.terms import (
    Term,
    multiply,
    number,
    variable,
    variables,
)
from proofkit.search.inequalities.extremes import rewritten
from proofkit.search.inequalities.prover import FAILURES, Prover, live
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import Node, have, psatz, stated


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    curved: set[str] = set()
    for part in parts(*goal[::2]):
        if part.op in ("exp", "log") or (part.op == "power" and part.args[1].op != "number"):
            curved |= variables(part)
    for id, fact in known.facts.items():
        if fact[1] != "=":
            continue
        for name in sorted(curved & (variables(fact[0]) | variables(fact[2])), reverse=True):
            found = None if known.kinds.get(name) else _solved(known, fact, name)
            if found is None or not variables(found[0]) <= curved:
                continue
            return _without(search, known, goal, (id, name, *found), fuel)
    return None


def _without(
    search: Prover, known: Known, goal: Fact, equation: tuple[str, str, Term, Term], fuel: int
) -> Node | None:
    used, name, value, scale = equation
    x = variable(name)
    fact: Fact = (x, "=", value)
    equal = search.name("eq", fact)
    if equal in known.facts or any(f == fact for f in known.facts.values()):
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


def _solved(known: Known, equation: Fact, name: str) -> tuple[Term, Term] | None:
    """What a variable is by an equation that is linear in it, denominators cleared, and what to
    multiply the equation with to have it say so."""
    mono, difference = (variable(name), constant(1)), equation[2] - equation[0]
    try:
        clear = _cleared(known.ring.ratio(difference)[0])
        above, below = known.ring.ratio(clear * difference)
    except (Undefined, LimitExceeded):
        return None
    slope = Sum({m - {mono}: c for m, c in above.items() if mono in m})
    rest = Sum({m: -c for m, c in above.items() if mono not in m})
    if not slope or any(name in variables(monomial_term(m)) for m in (*slope, *rest)):
        return None
    factor = as_sum(slope)
    if known.sign(factor) not in (POSITIVE, NEGATIVE):
        return None
    if known.sign(factor) == NEGATIVE:
        slope, rest, below = -slope, -rest, -below
    value = as_sum(rest) / as_sum(slope) if slope != ONE_SUM else as_sum(rest)
    return value, -(as_sum(below) * clear / as_sum(slope))


def _cleared(terms: Sparse) -> Term:
    """The least product of variables that leaves no variable in a denominator."""
    least: dict[Term, Fraction] = {}
    for x, e in (part for m in terms for part in m if part[0].op == "variable"):
        exponent = Fraction(e.number if len(e) == 1 else 0)
        least[x] = min(least.get(x, Fraction(0)), exponent)
    return multiply(*(x ** number(-k) for x, k in least.items() if k))
