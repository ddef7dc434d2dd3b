"""Hypotheses that contradict each other: from them the kernel proves that a sum is less than
itself. Those without which that cannot be proved are told."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.assumptions import Context, Known, Trail, upwards
from proofkit.kernel.polynomial import UNIT, monomial_term
from proofkit.language.terms import ZERO, add, number, variable, variables
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.inequalities import values
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.witness import inhabitant
from proofkit.search.nodes import accepted, cases, have, psatz, rule, stated, summand

LOOKING = 0.3
"""Seconds to look for a point before a contradiction is looked for."""


def contradicting(
    context: Context, groups: Sequence[Sequence[str]], budget: Budget
) -> list[int] | None:
    """Which groups of hypotheses cannot hold together, none of them being idle; nothing if no
    proof of that is found."""
    kept = list(range(len(groups)))
    if not _is_impossible(context, groups, kept, budget):
        return None
    for k in [*kept]:
        fewer = [other for other in kept if other != k]
        seconds = budget.left() / 4
        try:
            if budget.within(seconds, lambda part: _is_impossible(context, groups, fewer, part)):  # noqa: B023
                kept = fewer
        except (OutOfBudget, LimitExceeded):
            break
    return kept


def _is_impossible(
    context: Context, groups: Sequence[Sequence[str]], kept: Sequence[int], budget: Budget
) -> bool:
    """Does the kernel accept a proof that these hypotheses hold nowhere?"""
    facts = {id: context.hypotheses[id] for k in kept for id in groups[k]}
    names = sorted(set().union(*(variables(side) for f in facts.values() for side in f[::2])))
    place = Context({name: context.parameters[name] for name in names}, facts)
    if budget.within(LOOKING, lambda part: inhabitant(place, part)) is not None:
        return False
    known, search = Known(place, Trail()), Prover(budget)
    whole = add(*map(variable, names))
    goal = (whole, "<", whole)
    try:
        if _is_false_at_sight(search, known):
            return True
        there, entries = values.ensure(search, known, tuple(facts.values()))
        node = search.settle(there, goal)
    except FAILURES:
        return False
    return node is not None and accepted(known, goal, have(entries, node))


def _is_false_at_sight(search: Prover, known: Known) -> bool:
    """Is one of the facts wrong of numbers, or of integers?"""
    for id, (left, relation, right) in known.facts.items():
        if not variables(left) | variables(right) and _is_false(search, known, id):
            return True
        if relation == "=" and _is_between_integers(known, id):
            return True
    return False


def _is_false(search: Prover, known: Known, id: str) -> bool:
    """Does the kernel accept a proof that a comparison of two numbers is wrong?"""
    left, relation, right = upwards(known.facts[id])
    goals = [(right, "<" if relation == "<=" else "<=", left)]
    if relation == "=":
        goals = [(left, "<", right), (right, "<", left)]
    for goal in goals:
        opposite = search.settle(Known(Context({}), Trail()), goal)
        if opposite is None:
            continue
        opposed = [stated("opposite", goal, opposite)]
        both = psatz([summand(facts=["opposite"]), summand(facts=[id])])
        turned = [
            psatz([summand(facts=["opposite"])], equations=[(id, number(k))]) for k in (1, -1)
        ]
        for node in turned if relation == "=" else [both]:
            if accepted(known, (ZERO, "<", ZERO), have(opposed, node)):
                return True
    return False


def _is_between_integers(known: Known, id: str) -> bool:
    """Does the kernel accept that an equation says of an integer that it is a fraction?"""
    left, _, right = known.facts[id]
    terms = known.ring.polynomial(right - left)
    parts = {m: Fraction(c) for m, c in (terms or {}).items() if m != UNIT}
    if terms is None or not parts:
        return False
    below = lcm(*(c.denominator for c in parts.values()))
    scale = Fraction(below, gcd(*(int(c * below) for c in parts.values())))
    whole = add(*(number(scale * c) * monomial_term(m) for m, c in parts.items()))
    value = -scale * Fraction(terms.get(UNIT, 0))
    if not known.is_integer(whole) or value.denominator == 1:
        return False
    floor, at, up = number(value.__floor__()), "between", "above"
    next_one = number(value.__floor__() + 1)
    rises = rule("integer", because=psatz([summand(facts=[at])]))
    for k in (scale, -scale):
        low = [summand(value - floor.args[0]), summand(facts=[at])]
        high = [summand(next_one.args[0] - value), summand(facts=[up])]
        smaller = psatz(low, equations=[(id, number(k))])
        larger = psatz(high, equations=[(id, number(-k))])
        larger = have([stated(up, (next_one, "<=", whole), rises)], larger)
        if accepted(known, (ZERO, "<", ZERO), cases(at, whole, floor, smaller, larger)):
            return True
    return False
