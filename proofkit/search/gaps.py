"""What the tactics for steps leave: the search for inequalities, within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from proofkit.foundations.errors import ProofkitError
from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.terms import Term
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.inequalities import values
from proofkit.search.inequalities.numeric import silent
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.sampling import seems_false
from proofkit.search.nodes import RING, Cited, Node, accepted, chain, checked, have, stated

SECONDS = 10
"""Longest time to show that terms have values."""


@silent
def prepare(known: Known, terms: Sequence[Term], budget: Budget) -> tuple[Known, list[Node]]:
    """The place where terms are shown to have values, as far as that is found."""
    found: list[Node] = []
    search = Prover(budget)
    for term in terms:
        with suppress(OutOfBudget, *FAILURES), budget.limiting():
            known, more = values.prepared(search, known, known.context.unfold(term), 3)
            found += more
    return known, found


@silent
def fill(known: Known, goal: Fact, budget: Budget, cited: Sequence[Cited] = ()) -> Node | None:
    """A node for a goal, of whatever shape, or nothing. What is cited may be used as a fact."""
    if "P" in (goal[0].op, goal[2].op) or seems_false(known, goal):
        return None
    there, entries = _with_cited(known, cited)
    unfold = known.context.unfold
    plain = (unfold(goal[0]), goal[1], unfold(goal[2]))
    node = None
    with suppress(OutOfBudget, *FAILURES), budget.limiting():
        node = _search(Prover(budget), there, plain)
    if node is None:
        return None
    if plain != goal:
        steps = [("=", plain[0], RING), (goal[1], plain[2], node), ("=", goal[2], RING)]
        node = chain(goal[0], steps)
    found = have(entries, node)
    with suppress(ProofkitError):
        return checked(known, goal, found)
    return None


def _with_cited(known: Known, cited: Sequence[Cited]) -> tuple[Known, list[Node]]:
    entries = [
        stated(f"cited {k}", fact, node)
        for k, (node, fact) in enumerate(cited)
        if accepted(known, fact, node)
    ]
    for entry in entries:
        known = known.with_fact(entry["id"], (entry["left"], entry["relation"], entry["right"]))
    return known, entries


def _search(search: Prover, known: Known, goal: Fact) -> Node | None:
    known, entries = values.ensure(search, known, [goal])
    found = search.settle(known, goal)
    return None if found is None else have(entries, found)
