"""The search for a proof of one goal: tactics in rising order of cost, tried again on the goals
they leave, with a little more fuel each time.

A tactic takes what is known, a goal and the search, and returns a node that the kernel accepts,
or nothing. A goal that is false at a sample is given up before anything is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import numpy as np

from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.language.terms import ZERO, Term, variables
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.inequalities.numeric import Numeric
from proofkit.search.inequalities.sampling import fails, sample, slack_of
from proofkit.search.nodes import REFUSALS, Node, accepted, cases, has_value, have, stated, texts

Tactic = Callable[["Prover", Known, Fact, int], Node | None]
MAX_FUEL = 7
FAILURES = (*REFUSALS, ArithmeticError, LookupError, ValueError)


class Prover:
    """One search: its deadline, and what it has tried."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.tried: dict[object, tuple[int, Node | None]] = {}
        self._samples: dict[object, Numeric] = {}
        self._numbers = count(1)
        self._names: dict[object, str] = {}
        self.depth = 0
        self.careful = False
        self.closest: list[Fact] = []

    def name(self, kind: str, *content: object) -> str:
        """A name for a fact: the same for the same content, else a new one."""
        if not content:
            return f"{kind}{next(self._numbers)}"
        if (kind, content) not in self._names:
            self._names[kind, content] = f"{kind}{next(self._numbers)}"
        return self._names[kind, content]

    def briefly(self, seconds: float, attempt: Callable[[], Node | None]) -> Node | None:
        """What an attempt finds, if it does so within so many seconds, with no more for the kernel
        there."""
        outer = self.budget
        self.budget = outer.part(seconds)
        try:
            with self.budget.limiting():
                return attempt()
        except (OutOfBudget, LimitExceeded):
            if outer.left() < 0 or self.budget.left() > 0:
                raise
            return None
        finally:
            self.budget = outer

    def settle(self, known: Known, goal: Fact) -> Node | None:
        """A proof of the goal with as little fuel as it takes. If the kernel refuses what the
        tactics put together, each of their nodes is looked at once more on its own."""
        goal = upwards(goal)
        for fuel in range(MAX_FUEL + 1):
            found = self.prove(known, goal, fuel)
            if found is not None and not self.careful and not accepted(known, goal, found):
                self.careful = True
                self.tried.clear()
                found = self.prove(known, goal, fuel)
            if found is not None:
                shorter = without_idle(found)
                return shorter if accepted(known, goal, shorter) else found
        return None

    def prove(self, known: Known, goal: Fact, fuel: int) -> Node | None:
        """A proof of the goal; the more fuel, the more rules may follow one another."""
        self.budget.spend()
        goal = upwards(goal)
        around = set(live(known, goal))
        named = frozenset(item for item in known.facts.items() if item[1] in around)
        key = goal, named, frozenset(known.kinds.items())
        before = self.tried.get(key)
        if before and (before[1] is not None or before[0] >= fuel):
            return before[1]
        if self.depth > 24:
            return None
        self.tried[key] = fuel, None
        self.depth += 1
        try:
            found = self._search(known, goal, fuel)
        except OutOfBudget:
            del self.tried[key]
            raise
        finally:
            self.depth -= 1
        self.tried[key] = fuel, found
        if found is None and self.depth == 1 and goal not in self.closest:
            self.closest.append(goal)
        return found

    def _search(self, known: Known, goal: Fact, fuel: int) -> Node | None:
        if not has_value(known, *goal[::2]) or self.is_false(known, goal):
            return None
        from proofkit.search.inequalities.order import ORDER, kind

        for least, about, tactic in ORDER:
            if fuel < least or kind(goal) < about:
                continue
            self.budget.spend()
            try:
                found = tactic(self, known, goal, fuel)
            except FAILURES:
                self.budget.spend()
                continue
            if found is not None and (not self.careful or accepted(known, goal, found)):
                return found
        return None

    # Looking before leaping -------------------------------------------------------------

    def numbers(self, known: Known, terms: Iterable[Term]) -> Numeric:
        """Points at which the facts about these terms hold."""
        names, facts = surroundings(known, terms)
        key = frozenset(facts), names
        if key not in self._samples:
            with np.errstate(all="ignore"):
                self._samples[key] = sample(facts, known.kinds, names)
        return self._samples[key]

    def is_false(self, known: Known, goal: Fact) -> bool:
        """Does the goal fail at a sample?"""
        here = self.numbers(known, goal[::2])
        return fails(here, goal, slack_of(known.facts.values()))

    def is_positive(self, known: Known, term: Term) -> int:
        """1 if the term seems to be > 0, -1 if < 0, else 0. Small numbers may round to 0."""
        v, _ = self.numbers(known, [term]).value(term)
        v = v[~np.isnan(v)]
        if not v.any():
            return 0
        return 1 if (v >= 0).all() else -1 if (v <= 0).all() else 0

    def positive(
        self, known: Known, term: Term, fuel: int, relation: str = "<"
    ) -> tuple[Known, list[Node]] | None:
        """The place where the term is known at sight to be > 0, and the facts that it took."""
        allowed = POSITIVE if relation == "<" else AT_LEAST_ZERO
        try:
            known.require_value(term)
            if within(known.sign(term), allowed):
                return known, []
        except FAILURES:
            return None
        fact = (ZERO, relation, term)
        node = self.prove(known, fact, fuel)
        if node is None:
            return None
        return self.add(known, [], fact, node)

    def split(
        self, known: Known, x: Term, at: Term, prove: Callable[[Known], Node | None]
    ) -> Node | None:
        """In two cases, `x <= at` and `at < x`."""
        id = self.name("case", x, at)
        below = prove(known.with_fact(id, (x, "<=", at)))
        above = below and prove(known.with_fact(id, (at, "<", x)))
        return cases(id, x, at, below, above) if below and above else None

    def add(
        self, known: Known, entries: list[Node], fact: Fact, node: Node
    ) -> tuple[Known, list[Node]]:
        id = self.name("f", fact)
        if id in known.facts:
            return known, entries
        return known.with_fact(id, fact), [*entries, stated(id, fact, node)]


def surroundings(
    known: Known, terms: Iterable[Term], shadowed: bool = False
) -> tuple[tuple[str, ...], list[Fact]]:
    """The names in the terms and those tied to them by facts, with these facts. A variable
    that a path replaced does not matter any more, unless asked for."""
    names: set[str] = set()
    for term in terms:
        names |= variables(term)
    shadows = {name for name in known.kinds if f"{name}_" in known.kinds} - names
    shadows = set() if shadowed else shadows
    spoken = [(f, variables(f[0]) | variables(f[2])) for f in known.facts.values()]
    spoken = [(f, said) for f, said in spoken if not said & shadows]
    while True:
        wider = names.union(*(said for _, said in spoken if said & names))
        if wider == names:
            break
        names = wider
    return tuple(sorted(names)), [f for f, said in spoken if said <= names and said]


def live(known: Known, goal: Fact, shadowed: bool = False) -> list[Fact]:
    """The facts that may matter for a goal."""
    return surroundings(known, goal[::2], shadowed)[1]


def without_idle(node: Node) -> Node:
    """The node without facts that were proved and that nothing names."""
    short: Node = {key: _lighter(value) for key, value in node.items()}
    if node["rule"] != "have":
        return short
    kept: list[Node] = []
    named = set(texts(short["then"]))
    for entry in reversed(short["facts"]):
        if entry["id"] in named:
            kept.insert(0, entry)
            named |= set(texts(entry["because"]))
    return have(kept, short["then"])


def _lighter(value: Any) -> Any:
    if isinstance(value, list):
        return [_lighter(part) for part in value]
    if isinstance(value, dict):
        return (
            without_idle(value) if "rule" in value else {k: _lighter(v) for k, v in value.items()}
        )
    return value
