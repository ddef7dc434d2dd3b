"""Hypotheses that contradict each other: from them the kernel proves that a sum is less than
itself. Those without which that cannot be proved are told."""

from __future__ import annotations

from collections.abc import Sequence

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.terms import add, variable, variables
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.inequalities import values
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.witness import inhabitant
from proofkit.search.nodes import accepted, have

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
        there, entries = values.ensure(search, known, tuple(facts.values()))
        node = search.settle(there, goal)
    except FAILURES:
        return False
    return node is not None and accepted(known, goal, have(entries, node))
