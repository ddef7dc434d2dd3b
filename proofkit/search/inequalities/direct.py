"""What the kernel sees at once: equal forms, signs, facts, an enclosure without cuts."""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.inference import same
from proofkit.language.terms import ZERO
from proofkit.search.inequalities.prover import Prover
from proofkit.search.nodes import RING, SIGN, Node, assume, box, checked, psatz, summand

BOX = box(128)


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    left, relation, right = goal
    for id, fact in known.facts.items():
        if same(known, fact, goal):
            return assume(id)
    if relation != "<" and known.ring.equal(left, right):
        return RING
    if relation == "=":
        return None
    if found := checked(known, goal, SIGN):
        return found
    if ZERO not in (left, right):
        difference = right - left
        if found := checked(known, goal, psatz([summand(signs=[difference])])):
            return found
    return checked(known, goal, BOX)
