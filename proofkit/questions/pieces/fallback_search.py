"""Pieces that enclosures leave open, because the two sides touch there: a few of the widest are
put to the search for inequalities, as `prove` would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofkit.foundations.effort import limited
from proofkit.kernel import points
from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.parameters import Values
from proofkit.language.results import FAILS, HOLDS
from proofkit.language.words import OPPOSITE
from proofkit.search import gaps
from proofkit.search.budget import Budget
from proofkit.search.nodes import Node, accepted

MAX_WORK = 250_000
SECONDS = 2
PIECES = 12


class FallbackSearch:
    """So many pieces in all, and so many seconds."""

    def __init__(self) -> None:
        self._pieces = PIECES
        self._seconds: float = SECONDS

    def proof(self, here: Known, fact: Fact, corners: Iterable[Values]) -> tuple[str, Node] | None:
        """The fact or an opposite one, with a proof that the kernel accepts on the piece. What
        a corner or a sample contradicts is given up at once."""
        if self._pieces <= 0 or self._seconds <= 0:
            return None
        self._pieces -= 1
        found = {points.decide(here.context, fact, corner).value for corner in corners}
        for goal in _goals(fact):
            if (FAILS if goal == fact else HOLDS) in found:
                continue
            budget = Budget(self._seconds)
            node = gaps.fill(here, goal, budget)
            self._seconds = budget.left()
            if node is not None:
                with limited(MAX_WORK):
                    return (goal[1], node) if accepted(here, goal, node) else None
        return None


def _goals(fact: Fact) -> Iterator[Fact]:
    left, relation, right = fact
    yield fact
    for opposite in OPPOSITE[relation]:
        yield left, opposite, right
