"""Ranges cut where hypotheses are about parts of them."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.places import Indexed
from proofkit.language.terms import ONE, Term, add
from proofkit.search.families.entries import bounds
from proofkit.search.families.forms import FAULTS, binders, form, swapped
from proofkit.search.families.linear import linear
from proofkit.search.families.prover import Families, least
from proofkit.search.families.scalar import scalar
from proofkit.search.families.shapes import clear
from proofkit.search.nodes import RING, Node, accepted, exchange, have, psatz, rule
from proofkit.search.nodes import chain as chained


def splits(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """The goal where sums are cut and their parts are bounded."""
    if any(id.startswith("part") for id in known.facts):
        return None
    entries: list[Node] = []
    here, p = known, form(known, goal[2] - goal[0])
    cuts = list(dict.fromkeys(_cuts(known)))
    for whole in dict.fromkeys(binders(p, "summed")):
        for cut in cuts:
            here = _cut(search, here, entries, whole, cut)
    if not entries:
        return None
    node = search.after(here, entries, goal, (linear, clear, scalar), 1)
    if node is not None:
        return least(known, goal, entries, node["then"])
    if fuel < 1:
        return None
    return _by_parts(search, known, here, goal, entries, fuel)


def _cuts(known: Indexed) -> Iterator[Term]:
    """Names at which a range of a hypothesis begins or ends, or next to which it does."""
    for each, _ in known.many.values():
        low, high = each.body.args[:2]
        for end in (high, low - ONE, low, high + ONE):
            try:
                end = known.ring.canonical(end)
            except FAULTS:
                continue
            if end.op == "variable":
                yield end


def _cut(search: Families, known: Indexed, entries: list[Node], whole: Term, cut: Term) -> Indexed:
    low, high, body = whole.args
    parts = [Term("summed", (low, cut, body)), Term("summed", (cut + ONE, high, body))]
    fact = whole, "=", add(*parts)
    here = search.add(known, entries, fact, rule("split", whole=whole, at=cut), "part")
    if here is known:
        return known
    for a, b in ((low, cut - ONE), (cut + ONE, high)):
        first = list(bounds(search, here, Term("summed", (a, b, body))))[:6]
        for bound, node in first:
            here = search.add(here, entries, bound, node, "part")
            for side in bound[::2]:
                if side.op == "summed" and side.args[2] != body:
                    for second, because in list(bounds(search, here, side))[:4]:
                        here = search.add(here, entries, second, because, "part")
    return here


def _by_parts(
    search: Families, known: Indexed, here: Indexed, goal: Fact, entries: list[Node], fuel: int
) -> Node | None:
    """The goal with the parts put in for the sums, and back."""
    facts = [(e["id"], e["left"], e["right"]) for e in entries if e["because"]["rule"] == "split"]
    sides = []
    for side in goal[::2]:
        sides.append(_chain(here, side, facts))
    other = sides[0][0], goal[1], sides[1][0]
    if other[0] == goal[0] and other[2] == goal[2]:
        return None
    inner = search.prove(here, other, min(fuel - 1, 1))
    if inner is None:
        return None
    steps = [*sides[0][1], (goal[1], other[2], inner), *_backwards(sides[1], goal[2])]
    node = have(entries, chained(goal[0], steps))
    return node if accepted(known, goal, node) else None


Step = tuple[str, Term, Node]


def _chain(
    known: Indexed, side: Term, facts: list[tuple[str, Term, Term]]
) -> tuple[Term, list[Step], list[tuple[Term, str, Term, Term]]]:
    """A side with parts for sums, the steps that lead there, and what was put in."""
    here = known.ring.canonical(side)
    steps: list[Step] = [("=", here, RING)]
    used = []
    for id, whole, parts in facts:
        total = known.ring.canonical(whole)
        function = swapped(here, total, Term("variable", ("hole",)))
        if function == here:
            continue
        because = psatz([], equations=[(id, ONE)])
        there = swapped(here, total, parts)
        steps.append(("=", there, exchange("hole", function, total, parts, because)))
        used.append((function, id, total, parts))
        here = there
    return here, steps, used


def _backwards(
    side: tuple[Term, list[Step], list[tuple[Term, str, Term, Term]]], end: Term
) -> Iterator[Step]:
    _, steps, used = side
    befores = [term for _, term, _ in steps[:-1]]
    for before, (function, id, total, parts) in zip(reversed(befores), reversed(used), strict=True):
        because = psatz([], equations=[(id, -ONE)])
        yield "=", before, exchange("hole", function, parts, total, because)
    yield "=", end, RING
