"""Absolute values that need no cases: what each is at least, beside the other facts."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.terms import ZERO, Term
from proofkit.search.inequalities.extremes import innermost
from proofkit.search.inequalities.prover import Prover, live
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import RING, SIGN, Node, cases, checked, have, stated

MAX_FACTS = 12


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    if goal[2].op == "abs":
        return None
    sides = [side for fact in (goal, *live(known, goal)) for side in fact[::2]]
    parts = dict.fromkeys(p for side in sides for p in innermost(known, side) if p.op == "abs")
    entries: list[Node] = []
    for fact, node in (pair for part in parts for pair in _least(search, known, part)):
        because = checked(known, fact, node)
        if because is not None:
            id = search.name("f", fact)
            known, entries = known.with_fact(id, fact), [*entries, stated(id, fact, because)]
    if not 0 < len(entries) <= MAX_FACTS:
        return None
    found = System(search, known, goal).up_to(int(fuel > 0))
    return have(entries, found) if found else None


def _least(search: Prover, known: Known, part: Term) -> Iterator[tuple[Fact, Node]]:
    """`t <= abs(t)` and `-t <= abs(t)`, by cases."""
    inner = part.args[0]
    id = search.name("case", ZERO, inner)
    for small, nodes in ((inner, (RING, SIGN)), (-inner, (SIGN, RING))):
        fact: Fact = (small, "<=", part)
        if search.name("f", fact) not in known.facts:
            yield fact, cases(id, ZERO, inner, *nodes)
