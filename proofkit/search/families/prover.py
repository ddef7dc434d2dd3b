"""The search for a proof of one goal about families: tactics in order, each of which proposes a
node that the kernel accepts, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from proofkit.kernel.assumptions import Context, Fact, upwards
from proofkit.kernel.places import Indexed
from proofkit.language.binding import Range, for_each
from proofkit.language.terms import variables
from proofkit.search.budget import Budget
from proofkit.search.families.forms import FAULTS
from proofkit.search.families.naming import shortly
from proofkit.search.families.worlds import ROUGHLY, Drawn, NoNumber, samples
from proofkit.search.inequalities.prover import without_idle
from proofkit.search.nodes import RING, SIGN, Node, accepted, checked, have, stated

Tactic = Callable[["Families", Indexed, Fact, int], Node | None]
Entries = list[Node]
MAX_DEPTH = 12


class Families:
    """One search: its deadline, what it has tried, and worlds to look at goals with."""

    def __init__(self, context: Context, budget: Budget) -> None:
        self.budget = budget
        self.fresh = 0
        self.failed: set[object] = set()
        self.worlds = samples(context)
        self.scalars: dict[object, Node | None] = {}
        self.depth = 0

    def name(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}{self.fresh}_"

    def settle(self, known: Indexed, goal: Fact) -> Node | None:
        """A node for what is asked, with as little fuel as it takes."""
        from proofkit.search.families.preparing import prepared

        entries: Entries = []
        here = prepared(self, known, upwards(goal), entries)
        for fuel in (0, 1, 2, 3):
            node = self.prove(here, goal, fuel)
            if node is not None:
                return _tidy(known, goal, least(known, goal, entries, node))
        return None

    def prove(self, known: Indexed, goal: Fact, fuel: int = 3) -> Node | None:
        """A node for the goal, if one is found."""
        from proofkit.search.families.order import FIRST, ORDER

        self.budget.spend()
        goal = upwards(goal)
        try:
            known.require_value(goal[0])
            known.require_value(goal[2])
        except FAULTS:
            return None
        for node in (RING, SIGN):
            if checked(known, goal, node):
                return node
        state = goal, len(known.facts), len(known.many), fuel
        if state in self.failed or self.depth > MAX_DEPTH or self.is_false(known, goal):
            return None
        self.depth += 1
        try:
            for tactic in ORDER if fuel > 0 else FIRST:
                self.budget.spend()
                try:
                    found = tactic(self, known, goal, fuel)
                except FAULTS:
                    self.budget.spend()
                    continue
                if checked(known, goal, found):
                    return found
        finally:
            self.depth -= 1
        self.failed.add(state)
        return None

    def is_false(self, known: Indexed, goal: Fact) -> bool:
        """Does the goal, if it speaks of what is asked only, fail in a world?"""
        names = variables(goal[0]) | variables(goal[2])
        if not names <= known.context.parameters.keys():
            return False
        return any(self._fails(world, goal) for world in self.worlds)

    @staticmethod
    def _fails(world: Drawn, goal: Fact) -> bool:
        try:
            weak = goal[0], "<=" if goal[1] == "<" else goal[1], goal[2]
            return not world.holds(weak, (), ROUGHLY)
        except NoNumber:
            return False

    # Facts on the way ---------------------------------------------------------------------

    def add(
        self, known: Indexed, entries: Entries, fact: Fact, node: Node | None, stem: str = "f"
    ) -> Indexed:
        """The place with a fact, if the node proves it, which joins the entries."""
        fact = upwards(fact)
        if node is None or not checked(known, fact, node):
            return known
        id = self.name(stem)
        entries.append(stated(id, fact, node))
        other = known.with_fact(id, fact)
        assert isinstance(other, Indexed)
        return other

    def add_each(
        self,
        known: Indexed,
        entries: Entries,
        ranges: Sequence[Range],
        fact: Fact,
        node: Node,
        stem: str = "g",
    ) -> tuple[Indexed, str]:
        """The place with a fact for each index, which a node proves under the ranges."""
        id, fact = self.name(stem), upwards(fact)
        over = [[name, low, high] for name, low, high in ranges]
        entries.append({**stated(id, fact, node), "for": over})
        return known.with_each(id, for_each(ranges, *fact)), id

    def after(
        self, known: Indexed, entries: Entries, goal: Fact, tactics: Iterable[Tactic], fuel: int
    ) -> Node | None:
        """A node for the goal where the entries are known."""
        for tactic in tactics:
            self.budget.spend()
            try:
                node = tactic(self, known, goal, fuel)
            except FAULTS:
                continue
            if node is not None and checked(known, goal, node):
                return have(entries, node)
        return None


def least(known: Indexed, goal: Fact, entries: Entries, then: Node) -> Node:
    """The goal from as few of the entries as it takes."""
    kept = list(entries)
    for entry in reversed(entries):
        fewer = [other for other in kept if other is not entry]
        if accepted(known, goal, have(fewer, then)):
            kept = fewer
    return have(kept, then)


def _tidy(known: Indexed, goal: Fact, node: Node) -> Node:
    """The proof without facts that nothing names, with short names for its indices."""
    short = without_idle(node)
    node = short if accepted(known, goal, short) else node
    taken = {*known.context.parameters, *(known.context.families or ())}
    named = shortly(node, taken)
    return named if accepted(known, goal, named) else node


def with_fact(known: Indexed, id: str, fact: Fact) -> Indexed:
    """The place with a fact that is supposed."""
    other = known.with_fact(id, fact)
    assert isinstance(other, Indexed)
    return other
