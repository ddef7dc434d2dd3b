"""The steps of an author's chain, each with a node of a proof that the kernel accepts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from proofkit.foundations.errors import CertificateError
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.inference import same
from proofkit.language.from_sympy import from_sympy
from proofkit.language.proof import Chain, Step
from proofkit.language.terms import Term, variable, variables
from proofkit.language.words import FLIP
from proofkit.search import gaps
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.contexts import fact_of
from proofkit.search.nodes import (
    RING,
    Cited,
    Node,
    accepted,
    chain,
    checked,
    fact_text,
    have,
    psatz,
    stated,
    summand,
)
from proofkit.search.tactics import events, exchanges, numbers, values

Doubt = Callable[[Fact], bool]
SECONDS = 20
"""Longest time for one step."""
GAP_SECONDS = 10
PREMISE_SECONDS = 3
"""Longest time of the search for inequalities, and of that for a hypothesis of what is cited."""


ENERGY = (
    "; Hoeffding's bound needs the energy, the sum of the squared weights: cite a bound of it with "
    "by=..., or show one with given=Chain(energy).at_most(...)"
)


class StepNotProved(CertificateError):
    """A step of the author's chain was not found; `goal` is what it says."""

    def __init__(self, where: str, goal: Fact, *, bounded: bool = True) -> None:
        is_a_tail = goal[0].op == "P" and goal[1] in ("<=", "<") and goal[2].op == "exp"
        more = ENERGY if is_a_tail and not bounded else ""
        super().__init__(where, f"{fact_text(goal)} is not proved{more}")
        self.goal = goal


def justify_step(known: Known, goal: Fact, step: Step, fails: Doubt) -> Node | None:
    """A node for a step as its author wrote it; if need be, after the signs of parameters. A step
    that `fails` at a point within the hypotheses is not sought for long."""
    with suppress(OutOfBudget):
        wider, entries = values.signs(known, Budget(SECONDS))
        node = _justify_step(wider, goal, step, fails)
        if node is not None:
            return node if not entries or accepted(known, goal, node) else have(entries, node)
    if not fails(goal):
        with suppress(OutOfBudget):
            cited = _cited(known, step, Budget(SECONDS))
            return gaps.fill(known, goal, Budget(GAP_SECONDS), cited)
    return None


def _justify_step(known: Known, goal: Fact, step: Step, fails: Doubt) -> Node | None:
    budget = Budget(SECONDS)
    cited = _cited(known, step, budget)
    if accepted(known, goal, events.NEVER):
        return events.NEVER
    if goal[0].op == "P" and goal[1] == "=":
        return events.both_ways(known, goal, cited) or justify(known, goal, budget, cited)
    if goal[0].op != "P":
        return justify(known, goal, budget, cited)

    def plain(wanted: Fact) -> Node | None:
        return justify(known, wanted, budget, cited)

    given = step.given
    if given is None:
        premises = events.Premises(plain, plain, None)
    else:
        end = from_sympy(given.steps[-1].term)
        premises = events.Premises(plain, lambda wanted: _follow(known, wanted, given, fails), end)
    return events.justify(known, goal, cited, premises)


def _cited(known: Known, step: Step, budget: Budget) -> list[Cited]:
    """The claims that a step names, as instances if it gives terms, with proofs of hypotheses
    of theirs that are not known here by their own names."""
    found: list[Cited] = []
    for claim in step.by:
        put = {name: from_sympy(term) for name, term in claim.terms.items()}
        for index, part in enumerate(claim.parts):
            node: Node = {"rule": "cite", "claim": claim.name, "part": index}
            fact = fact_of(part.statement)
            if put:
                node["with"] = put
                try:
                    fact = _instance(known, node)[0]
                except CertificateError:
                    continue  # not proved, or said of something that is not known here
            if not accepted(known, fact, node):
                node = _with_premises(known, node, budget)
            found.append((node, fact))
    return found


def _instance(known: Known, node: Node) -> tuple[Fact, Mapping[str, Fact]]:
    """What a citation says, and the hypotheses it rests on."""
    theorem, given = known.theory(node["claim"]), node.get("with", {})
    names = theorem.parameters(node["part"])
    found = {name: given.get(name, variable(name)) for name in names}
    declared = {*known.kinds, *known.context.definitions}
    for name, value in found.items():
        if not variables(value) <= declared:
            raise CertificateError("by", f"{node['claim']} is about {name}: say which")
    return theorem.instance(node["part"], found)


def _with_premises(known: Known, node: Node, budget: Budget) -> Node:
    try:
        _, hypotheses = _instance(known, node)
    except CertificateError:
        return node
    premises: Node = {}
    for id, hypothesis in hypotheses.items():
        if id in known.facts and same(known, known.facts[id], hypothesis):
            continue  # known by its own name
        because = numbers.prove(known, hypothesis, budget)
        because = because or gaps.fill(known, hypothesis, budget.part(PREMISE_SECONDS))
        if because is not None:
            premises[id] = because
    return {**node, "premises": premises}


def _follow(known: Known, goal: Fact, written: Chain, fails: Doubt) -> Node | None:
    """The goal by an author's chain, whose two ends may be written differently, or which is
    written from the other side."""
    start, end = from_sympy(written.start), from_sympy(written.steps[-1].term)
    equal = known.ring.equal
    if not equal(goal[0], start) and equal(goal[2], start) and equal(goal[0], end):
        goal = (goal[2], FLIP[goal[1]], goal[0])
    budget = Budget(SECONDS)
    steps: list[tuple[str, Term, Node]] = []
    here = goal[0]
    if here != start:
        node = justify(known, (here, "=", start), budget)
        if node is None:
            return None
        steps.append(("=", start, node))
        here = start
    for step in written.steps:
        wanted = (here, step.relation, from_sympy(step.term))
        found = justify_step(known, wanted, step, fails)
        if found is None:
            raise CertificateError("given", f"{fact_text(wanted)} is not proved")
        steps.append((step.relation, wanted[2], found))
        here = wanted[2]
    if here != goal[2]:
        node = justify(known, (here, "=", goal[2]), budget)
        if node is None:
            return None
        steps.append(("=", goal[2], node))
    return checked(known, goal, chain(goal[0], steps))


def justify(
    known: Known, goal: Fact, budget: Budget, cited: Sequence[Cited] | None = None
) -> Node | None:
    """A node that the kernel accepts for this goal, or None."""
    if cited:
        node = _by_cited(known, goal, budget, cited)
        if node is not None:
            return node
    return numbers.prove(known, goal, budget)


def _by_cited(known: Known, goal: Fact, budget: Budget, cited: Sequence[Cited]) -> Node | None:
    for node, fact in cited:
        if accepted(known, goal, node):
            return node
        written = [("=", fact[0], RING), (fact[1], fact[2], node), ("=", goal[2], RING)]
        if fact[0].op != "P" and accepted(known, goal, chain(goal[0], written)):
            return chain(goal[0], written)
    sums = len(cited) > 1 and all(fact[0].op != "variable" for _, fact in cited)
    found = _by_sum(known, goal, cited) if sums else None

    def finish(wanted: Fact) -> Node | None:
        return justify(known, wanted, budget)

    found = found or exchanges.by_citation(known, goal, cited, finish)
    if found is None and goal[1] == "=":
        turned = (goal[2], "=", goal[0])
        back = exchanges.by_citation(known, turned, cited, finish)
        if back is not None:
            found = chain(goal[2], [("=", goal[0], back)])
    return checked(known, goal, found)


def _by_sum(known: Known, goal: Fact, cited: Sequence[Cited]) -> Node | None:
    """The cited inequalities added up, each once."""
    if goal[1] == "=":
        return None
    entries = [
        stated(f"cited {k}", fact, node)
        for k, (node, fact) in enumerate(cited)
        if fact[1] != "=" and accepted(known, fact, node)
    ]
    if not entries:
        return None
    total = psatz([summand(1, [entry["id"]]) for entry in entries])
    return checked(known, goal, have(entries, total))
