"""Integers: a strict relation is one with 1 to spare, and common divisors round."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from math import ceil, gcd, lcm

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import UNIT, as_sum
from proofkit.language.terms import ONE, Term, number, variable
from proofkit.search.inequalities.prover import FAILURES, Prover, live, surroundings
from proofkit.search.inequalities.shapes import form
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import Node, have, rule

CLOSE = 100
"""Ends no farther apart are worth a try."""


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """With each fact about integers made as sharp as it can be, and the goal a little weaker."""
    if not any(known.kinds.values()):
        return None
    entries: list[Node] = []
    for fact in live(known, goal):
        sharper = _sharper(known, fact)
        if sharper is not None:
            known, entries = _sharpened(search, known, entries, sharper)
    for _ in range(2):
        for fact in list(_seen(search, known, goal)):
            known, entries = _sharpened(search, known, entries, fact)
    left, relation, right = goal
    if relation == "<=" and known.is_integer(left) and known.is_integer(right):
        weak = (left, "<", right + ONE)
        found = System(search, known, weak).up_to(1)
        if found is not None:
            return have(entries, rule("integer", because=found))
    if entries:
        found = search.prove(known, goal, fuel)
        return have(entries, found) if found else None
    return None


def _sharpened(
    search: Prover, known: Known, entries: list[Node], fact: Fact
) -> tuple[Known, list[Node]]:
    """The place with a fact about integers, if it follows with less than 1 to spare."""
    if any(f == fact for f in known.facts.values()):
        return known, entries
    with suppress(*FAILURES):
        because = System(search, known, (fact[0], "<", fact[2] + ONE)).combination(0)
        if because is not None:
            return search.add(known, entries, fact, rule("integer", because=because))
    return known, entries


def _seen(search: Prover, known: Known, goal: Fact) -> Iterator[Fact]:
    """The ends between which integers tied by equations are at samples, if they are close."""
    names, facts = surroundings(known, goal[::2])
    if not any(f[1] == "=" for f in facts):
        return
    points = search.numbers(known, goal[::2]).points
    for name in (n for n in names if known.kinds.get(n) and len(points[n])):
        x, low, high = variable(name), int(points[name].min()), int(points[name].max())
        known_low, known_high = known.range_of(name)
        if high - low <= CLOSE and (known_low is None or known_low < low):
            yield number(low), "<=", x
        if high - low <= CLOSE and (known_high is None or known_high > high):
            yield x, "<=", number(high)


def _sharper(known: Known, fact: Fact) -> Fact | None:
    """`k <= sum` with whole coefficients that have no common divisor."""
    left, relation, right = fact
    if relation == "=":
        return None
    terms = form(known, right - left)
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
