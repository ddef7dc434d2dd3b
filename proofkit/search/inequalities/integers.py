"""Integers: a strict relation is one with 1 to spare, and common divisors round."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, gcd, lcm

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import UNIT
from proofkit.kernel.ring import as_sum
from proofkit.kernel.terms import ONE, Term, add, number, subtract
from proofkit.search.inequalities.prover import FAILURES, Prover, live
from proofkit.search.inequalities.shapes import form
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import Node, have


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """With each fact about integers made as sharp as it can be, and the goal a little weaker."""
    if not any(known.kinds.values()) or goal[1] == "=":
        return None
    entries: list[Node] = []
    for fact in live(known, goal):
        sharper = _sharper(known, fact)
        if sharper is None or any(f == sharper for f in known.facts.values()):
            continue
        weak: Fact = (sharper[0], "<", add(sharper[2], ONE))
        try:
            because = System(search, known, weak).combination(0)
        except FAILURES:
            continue
        if because is not None:
            node: Node = {"rule": "integer", "because": because}
            known, entries = search.add(known, entries, sharper, node)
    left, relation, right = goal
    if relation == "<=" and known.is_integer(left) and known.is_integer(right):
        weak = (left, "<", add(right, ONE))
        for level in (0, 1):
            found = System(search, known, weak).combination(level)
            if found is not None:
                return have(entries, {"rule": "integer", "because": found})
    if entries:
        found = search.prove(known, goal, fuel)
        return have(entries, found) if found else None
    return None


def _sharper(known: Known, fact: Fact) -> Fact | None:
    """`k <= sum` with whole coefficients that have no common divisor."""
    left, relation, right = fact
    if relation == "=":
        return None
    terms = form(known, subtract(right, left))
    if terms is None:
        return None
    rest = {m: c for m, c in terms.items() if m != UNIT}
    if not rest:
        return None
    below = lcm(*(c.denominator for c in rest.values()))
    common = gcd(*(int(c * below) for c in rest.values()))
    scale = Fraction(below, common)
    whole: Term = as_sum({m: c * scale for m, c in rest.items()})
    if not known.is_integer(whole):
        return None
    low = -terms.get(UNIT, Fraction(0)) * scale
    least = ceil(low) if relation == "<=" or low.denominator > 1 else int(low) + 1
    sharp: Fact = (number(least), "<=", whole)
    return None if relation == "<=" and least == low else sharp
