"""Absolute values, max and min: one case for each sign or order, until none is left."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, within
from proofkit.language.subterms import inner_first, occurrences
from proofkit.language.terms import ZERO, Term
from proofkit.search.inequalities.prover import Prover, live
from proofkit.search.nodes import (
    HOLE,
    RING,
    Node,
    assume,
    cases,
    chain,
    exchange,
    have,
    rule,
    stated,
)

EXTREME = rule("extreme")
SIDE_FUEL = 2


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    terms = [*goal[::2], *(side for fact in live(known, goal) for side in fact[::2])]
    found = next((part for term in terms for part in innermost(known, term)), None)
    if found is None:
        return None
    if found.op == "abs":
        order = ZERO, found.args[0]
        return _one_sided(search, known, goal, order, fuel) or search.split(
            known, *order, lambda place: search.prove(place, goal, fuel)
        )
    if any(found in list(innermost(known, side)) for side in goal[::2]):
        return _extreme(search, known, goal, found, fuel)
    return None


def innermost(known: Known, term: Term) -> Iterator[Term]:
    """Absolute values of unknown sign, max and min, those inside others first."""
    for part in inner_first(term):
        sign = known.sign(part.args[0]) if part.op == "abs" else AT_LEAST_ZERO
        unknown = not within(sign, AT_LEAST_ZERO) and not within(sign, AT_MOST_ZERO)
        if unknown or part.op in ("max", "min"):
            yield part


def _one_sided(
    search: Prover, known: Known, goal: Fact, order: tuple[Term, Term], fuel: int
) -> Node | None:
    """Without cases, where one of the two sides is never the larger one."""
    left, right = order
    sign = search.is_positive(known, right - left)
    fact: Fact = (left, "<=", right) if sign > 0 else (right, "<=", left)
    because = sign and search.prove(known, fact, min(fuel, SIDE_FUEL))
    if not because:
        return None
    place, entries = search.add(known, [], fact, because)
    then = search.prove(place, goal, fuel) if entries else None
    return have(entries, then) if then else None


def _extreme(search: Prover, known: Known, goal: Fact, found: Term, fuel: int) -> Node | None:
    """In each order of the first two arguments, one of them may be left out."""
    first, second, *rest = found.args
    id = search.name("case", first, second)
    nodes = []
    for fact, (kept, left_out) in (
        ((first, "<=", second), (second, first)),
        ((second, "<", first), (first, second)),
    ):
        if found.op == "min":
            kept, left_out = left_out, kept
        node = _without(search, known.with_fact(id, fact), goal, found, (kept, *rest), id, fuel)
        if node is None:
            return None
        nodes.append(node)
    return cases(id, first, second, *nodes)


def _without(
    search: Prover,
    known: Known,
    goal: Fact,
    found: Term,
    kept: tuple[Term, ...],
    id: str,
    fuel: int,
) -> Node | None:
    smaller = Term(found.op, kept) if len(kept) > 1 else kept[0]
    fact = (found, "=", smaller)
    equal = search.name("eq", fact)
    node = _is_smaller(found, smaller, id)
    wider = known.with_fact(equal, fact)
    then = rewritten(search, wider, goal, found, smaller, equal, fuel)
    return have([stated(equal, fact, node)], then) if then else None


def rewritten(
    search: Prover, known: Known, goal: Fact, old: Term, new: Term, equal: str, fuel: int
) -> Node | None:
    """The goal by the goal with `new` for `old`, which a fact says are equal."""
    left, relation, right = goal
    small, large = occurrences(left, old, new), occurrences(right, old, new)
    inner = search.prove(known, (small, relation, large), fuel)
    if inner is None:
        return None
    steps = [(relation, large, inner)]
    if small != left:
        steps.insert(0, ("=", small, _rewrite(left, old, new, equal)))
    if large != right:
        steps.append(("=", right, _rewrite(right, old, new, equal, back=True)))
    return inner if len(steps) == 1 else chain(left, steps)


def _rewrite(side: Term, old: Term, new: Term, equal: str, back: bool = False) -> Node:
    function = occurrences(side, old, Term("variable", (HOLE,)))
    return exchange(HOLE, function, *((new, old) if back else (old, new)), assume(equal))


def _is_smaller(found: Term, smaller: Term, id: str) -> Node:
    """`max(a, b, ...) = max(b, ...)` where `a <= b` is known."""
    kept = smaller.args if smaller.op == found.op else (smaller,)
    outer = [_beside(found, smaller, arg, arg in kept, id) for arg in found.args]
    whole = rule("extreme", because=outer)
    several = smaller.op == found.op
    inner = rule("extreme", because=[EXTREME for _ in kept]) if several else EXTREME
    below, above = (whole, inner) if found.op == "max" else (inner, whole)
    return {"rule": "antisymmetric", "below": below, "above": above}


def _beside(found: Term, smaller: Term, arg: Term, is_kept: bool, id: str) -> Node:
    one = smaller.op != found.op
    if is_kept:
        return RING if one else EXTREME
    if one:
        return assume(id)
    first = smaller.args[0]
    step = ("<=", first, assume(id))
    if found.op == "max":
        return chain(arg, [step, ("<=", smaller, EXTREME)])
    return chain(smaller, [("<=", first, EXTREME), ("<=", arg, assume(id))])
