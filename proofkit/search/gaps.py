"""What the tactics for steps leave: the search for inequalities, within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from proofkit.foundations.errors import ProofkitError
from proofkit.kernel.assumptions import Context, Fact, Known
from proofkit.language.subterms import parts
from proofkit.language.terms import Term, variables
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.inequalities import beside, values
from proofkit.search.inequalities.numeric import silent
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.sampling import seems_false
from proofkit.search.inequalities.witness import refutation
from proofkit.search.nodes import RING, Cited, Node, accepted, chain, checked, have, stated

SECONDS = 10
"""Longest time to show that terms have values."""

BRIEFLY, REFUTE_SECONDS = 1, 4
FEW, ROUNDS = 8, 40
"""How long, and in how many rounds, a point that refutes is looked for: before a proof is, where
the author gave none, and after none was found."""


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


def refuted(
    context: Context, facts: Sequence[Fact], rounds: int = ROUNDS
) -> tuple[int, dict[str, Fraction]] | None:
    """A part of a claim and a point within the hypotheses where it fails, sought as `ask` does."""

    def plain(fact: Fact) -> Fact:
        return context.unfold(fact[0]), fact[1], context.unfold(fact[2])

    hypotheses = {id: plain(h) for id, h in context.hypotheses.items()}
    stated = [plain(fact) for fact in facts]
    sides = [side for fact in (*stated, *hypotheses.values()) for side in fact[::2]]
    if any(part.op == "P" for part in parts(*sides)):
        return None
    spoken = frozenset[str]().union(*map(variables, sides))
    there = Context({n: k for n, k in context.parameters.items() if n in spoken}, hypotheses)
    free = {name: Fraction(1) for name in context.parameters if name not in spoken}
    seconds = REFUTE_SECONDS if rounds > FEW else BRIEFLY
    budget, many = Budget(seconds), None if rounds > FEW else 1
    with suppress(OutOfBudget, *FAILURES), budget.limiting():
        for index, fact in enumerate(stated):
            point = refutation(there, fact, budget, rounds)
            if point is None and (many is None or len(there.parameters) == 1):
                point = beside.refutation(there, fact, budget, many)
            if point is not None:
                return index, {**free, **point}
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
