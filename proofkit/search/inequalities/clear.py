"""The signs of the denominators of facts, which are of no use without them."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import ONE_SUM, as_sum
from proofkit.kernel.sign import NEGATIVE, POSITIVE
from proofkit.language.terms import ZERO, Term
from proofkit.search.inequalities.prover import FAILURES, Prover, live
from proofkit.search.nodes import Node, have

SIDE_FUEL = 1


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    entries: list[Node] = []
    for below in _denominators(known, goal):
        sign = search.is_positive(known, below)
        fact: Fact = (ZERO, "<", below) if sign > 0 else (below, "<", ZERO)
        because = search.prove(known, fact, SIDE_FUEL) if sign else None
        if because is not None:
            known, entries = search.add(known, entries, fact, because)
    then = search.prove(known, goal, fuel) if entries else None
    return have(entries, then) if then else None


def _denominators(known: Known, goal: Fact) -> Iterator[Term]:
    for left, _, right in live(known, goal):
        try:
            below = known.ring.ratio(right - left)[1]
            if below != ONE_SUM and known.sign(as_sum(below)) not in (POSITIVE, NEGATIVE):
                yield as_sum(below)
        except FAILURES:
            continue
