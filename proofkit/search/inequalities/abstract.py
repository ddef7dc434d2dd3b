"""A new variable for a sum below a power or inside a function: what is repeated is multiplied
out no more, and the goal is about fewer things."""

from __future__ import annotations

from collections import Counter
from math import ceil, floor

import numpy as np

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.subterms import parts
from proofkit.language.terms import (
    ZERO,
    Term,
    add,
    multiply,
    number,
    rebuild,
    variable,
    variables,
)
from proofkit.search.inequalities.derive import fresh_name
from proofkit.search.inequalities.prover import Prover, live
from proofkit.search.inequalities.rename import with_facts
from proofkit.search.inequalities.shapes import ends
from proofkit.search.nodes import Node, rule

FRESH = "s"
MAX_TRIED = 3
WIDE = 150
MAX_END = 100


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    if fresh_name(known, FRESH) != FRESH:
        return None
    for part in _repeated(known, goal)[:MAX_TRIED]:
        search.budget.spend()
        node = _renamed(search, known, goal, part, fuel)
        if node is not None:
            return node
    return None


def prove_wide(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """The same, early, for goals that are too long otherwise, and for those in which several
    variables occur in one sum only."""
    early = _alone(goal) or _is_wide(known, goal)
    return prove(search, known, goal, fuel) if early else None


def _alone(goal: Fact) -> list[Term]:
    """Sums inside functions without which the goal speaks of none of their variables."""
    inside = {arg for p in parts(*goal[::2]) if p.op in ("exp", "log") for arg in p.args}
    return [
        part
        for part in inside
        if part.op == "sum"
        and len(variables(part)) > 1
        and not any(variables(part) & variables(_put(side, part)) for side in goal[::2])
    ]


def _is_wide(known: Known, goal: Fact) -> bool:
    """Is the goal too long to be multiplied out?"""
    try:
        return len(known.ring.ratio(goal[2] - goal[0])[0]) > WIDE
    except LimitExceeded:
        return True


def _repeated(known: Known, goal: Fact) -> list[Term]:
    """Sums below powers, and powers of sums, that occur more than once, products inside
    functions, and sums there of what occurs nowhere else; the longest first."""
    around = [side for fact in (goal, *live(known, goal)) for side in fact[::2]]
    counts = Counter(parts(*around))
    inside = set(parts(*goal[::2]))
    raised = {p for p in inside if p.op == "power" and p.args[0].op == "sum" and _is_high(p)}
    sums = raised | {p.args[0] for p in raised}
    found = [part for part in sums if counts[part] > 1 and variables(part)]
    found += {
        arg
        for p in inside
        if p.op in ("exp", "log")
        for arg in p.args
        if arg.op == "product" and len(variables(arg)) > 1
    }
    found += _alone(goal)
    return sorted(found, key=lambda part: (-part.size, str(part)))


def _is_high(part: Term) -> bool:
    exponent = part.args[1]
    return bool(exponent.op != "number" or abs(exponent.args[0]) >= 2)


def _renamed(search: Prover, known: Known, goal: Fact, part: Term, fuel: int) -> Node | None:
    left, right = (_put(side, part) for side in goal[::2])
    wider = known.with_variable(FRESH, known.is_integer(part))
    wanted = _facts(search, known, goal, part)
    wider, entries = with_facts(search, known, wider, wanted, (variable(FRESH), part))
    then = search.prove(wider, (left, goal[1], right), fuel)
    if then is None:
        return None
    return rule("general", fresh=FRESH, term=part, left=left, right=right, facts=entries, then=then)


def _facts(search: Prover, known: Known, goal: Fact, part: Term) -> list[Fact]:
    """What may hold for the new variable: the facts about what it stands for, its sign, and the
    ends of a variable to which it adds a number."""
    s = variable(FRESH)
    found: list[Fact] = []
    for left, relation, right in live(known, goal):
        moved = _put(left, part), relation, _put(right, part)
        if FRESH in variables(moved[0]) | variables(moved[2]):
            found.append(moved)
    sign = search.is_positive(known, part)
    if sign:
        found += [(ZERO, r, s) if sign > 0 else (s, r, ZERO) for r in ("<", "<=")]
    found += _range(search, known, part)
    names = variables(part)
    if part.op == "sum" and len(names) == 1:
        (name,) = names
        rest = part + number(-1) * variable(name)
        shift = known.ring.canonical(rest)
        for end in ends(known, name, (part,)) if shift.op == "number" else ():
            at = known.ring.canonical(end.term + shift)
            relation = "<" if end.strict else "<="
            found.append((at, relation, s) if end.below else (s, relation, at))
    return found


def _range(search: Prover, known: Known, part: Term) -> list[Fact]:
    """Between which small whole numbers it seems to lie."""
    s, (v, _) = variable(FRESH), search.numbers(known, [part]).value(part)
    if not len(v) or not np.isfinite(v).all() or abs(v).max() > MAX_END:
        return []
    return [(number(floor(v.min())), "<=", s), (s, "<=", number(ceil(v.max() - 1e-9)))]


def _put(term: Term, part: Term) -> Term:
    """The term with the new variable for each occurrence of the part."""
    if term == part:
        return variable(FRESH)
    if term.op in ("number", "variable"):
        return term
    joins = {"product": multiply, "sum": add}
    if term.op == part.op in joins and not Counter(part.args) - Counter(term.args):
        rest = (Counter(term.args) - Counter(part.args)).elements()
        return joins[term.op](variable(FRESH), *(_put(arg, part) for arg in rest))
    return rebuild(term, tuple(_put(arg, part) for arg in term.args))
