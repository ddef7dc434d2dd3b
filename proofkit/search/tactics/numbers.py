"""An equation or inequality between numbers, from what is known at the place."""

from __future__ import annotations

from collections.abc import Callable

from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.words import FLIP
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.inequalities.sampling import seems_false
from proofkit.search.nodes import Node, assume, checked, first_accepted, have
from proofkit.search.tactics import boxes, ends, exchanges, products, substitution

Tactic = Callable[[Known, Fact, Budget], Node | None]
SECONDS = 8
"""Longest time for one tactic."""


def prove(known: Known, goal: Fact, budget: Budget) -> Node | None:
    """The first node that the kernel accepts, from the simplest tactic up. A goal that is false at
    a sample is given up before anything is tried."""
    node = word_for_word(known, goal)
    if node is not None or seems_false(known, goal):
        return node
    for tactic in (by_products, by_substitution, by_ends, by_facts, by_box):
        node = tactic(known, goal, budget)
        if node is not None:
            return node
    return None


def word_for_word(known: Known, goal: Fact) -> Node | None:
    """A fact that says the same."""
    return first_accepted(known, goal, map(assume, known.facts))


def by_products(known: Known, goal: Fact, budget: Budget) -> Node | None:
    return _tried(products.prove, known, goal, budget)


def by_algebra(known: Known, goal: Fact, budget: Budget) -> Node | None:
    """Word for word, or by products of facts."""
    return word_for_word(known, goal) or by_products(known, goal, budget)


def by_substitution(known: Known, goal: Fact, budget: Budget) -> Node | None:
    """With a term for a variable, where an equation says so."""

    def finish(there: Known, wanted: Fact) -> Node | None:
        return _tried(products.prove, there, wanted, budget)

    return checked(known, goal, substitution.prove(known, goal, budget, finish))


def by_ends(known: Known, goal: Fact, budget: Budget) -> Node | None:
    """By algebra, once equations have bounded variables from above."""
    there, entries = ends.bounded(known, goal[2] - goal[0], budget)
    node = _tried(products.prove, there, goal, budget) if entries else None
    return None if node is None else have(entries, node)


def by_facts(known: Known, goal: Fact, budget: Budget) -> Node | None:
    """By exchanging one subterm, or several that facts speak of."""
    node = exchanges.alike(known, goal, lambda fact: by_algebra(known, fact, budget))
    if node is not None:
        return node
    facts = [
        (assume(id), fact)
        for id, (small, relation, large) in known.facts.items()
        for fact in ((small, relation, large), (large, FLIP[relation], small))
        if fact[0].op != "number"
        and not (fact[0].op == "variable" and fact[2].op == "number")
        and not (fact[0].op == "variable" and relation == "=")
    ]
    return exchanges.by_citation(known, goal, facts, lambda fact: by_algebra(known, fact, budget))


def by_box(known: Known, goal: Fact, budget: Budget) -> Node | None:
    return _tried(boxes.prove, known, goal, budget)


def _tried(tactic: Tactic, known: Known, goal: Fact, budget: Budget) -> Node | None:
    try:
        node = tactic(known, goal, budget.part(SECONDS))
    except (Undefined, LimitExceeded, CertificateError, OutOfBudget):
        return None
    return checked(known, goal, node)
