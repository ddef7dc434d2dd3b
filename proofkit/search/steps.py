"""The steps of a chain, each with a node of a certificate that the kernel accepts."""

from __future__ import annotations

from itertools import chain
from typing import Any

from proofkit.foundations.errors import CertificateError, ProofkitError
from proofkit.kernel import rules
from proofkit.kernel.normal import Normaliser
from proofkit.kernel.replay import Library
from proofkit.kernel.rules import Bench
from proofkit.kernel.scope import Context, Fact, Scope, precision
from proofkit.search.from_sympy import fact_of, from_sympy
from proofkit.kernel.terms import ZERO, Term, text
from proofkit.language.claims import Part
from proofkit.language.proof import Chain, Step
from proofkit.search import chances
from proofkit.search.algebra import Node, accepted, algebra, assumptions, minimised
from proofkit.search.subdivision import Effort, subdivision

Cited = tuple[Node, Fact]


class StepNotProved(CertificateError):
    """A step of the author's chain was not found; `goal` is what it says."""

    def __init__(self, where: str, goal: Fact) -> None:
        super().__init__(where, f"{text(goal[0])} {goal[1]} {text(goal[2])} is not proved")
        self.goal = goal


def proof(context: Context, fact: Fact, part: Part, library: Library) -> Node:
    """The chain as its author wrote it, each step with a justification."""
    here = from_sympy(part.chain.start)
    if here != fact[0]:
        raise CertificateError("start", f"the chain starts at {text(here)}, not {text(fact[0])}")
    terms = [fact[2], *map(from_sympy, part.chain.terms())]
    names = definedness(context, terms)
    steps: list[Node] = []
    with precision():
        bench = Bench(context, library.cite, Normaliser(Scope(context, names)).ratio)
        for k, step in enumerate(part.chain.steps, 1):
            goal = (here, step.relation, from_sympy(step.term))
            node = _step(bench, goal, step)
            if node is None:
                raise StepNotProved(f"step {k}", goal)
            steps.append(_entry(goal, node) | {"reason": step.reason})
            here = goal[2]
    return {"defined": names, "steps": steps}


def _entry(goal: Fact, because: Node) -> Node:
    return {"relation": goal[1], "term": text(goal[2]), "because": because}


def _step(bench: Bench, goal: Fact, step: Step) -> Node | None:
    cited: list[Cited] = [
        ({"rule": "cite", "claim": claim.name, "part": index}, fact_of(p.statement))
        for claim in step.by
        for index, p in enumerate(claim.parts)
    ]
    if goal[0].op != "P" or goal[1] == "=":
        return justify(bench, goal, cited)

    def plain(wanted: Fact) -> Node | None:
        return justify(bench, wanted, cited)

    given, end = step.given, None
    if given is None:
        return chances.justify(bench, goal, cited, chances.Premises(plain, plain, None))
    end = from_sympy(given.steps[-1].term)
    premises = chances.Premises(plain, lambda wanted: _follow(bench, wanted, given), end)
    return chances.justify(bench, goal, cited, premises)


def _follow(bench: Bench, goal: Fact, written: Chain) -> Node | None:
    """The goal by an author's chain, whose two ends may be written differently."""
    start = from_sympy(written.start)
    node = None if goal[0] == start else justify(bench, (goal[0], "=", start))
    steps = [] if node is None else [_entry((goal[0], "=", start), node)]
    if node is None and goal[0] != start:
        return None
    here = start
    for step in written.steps:
        wanted = (here, step.relation, from_sympy(step.term))
        node = _step(bench, wanted, step)
        if node is None:
            raise CertificateError(
                "given", f"{text(wanted[0])} {wanted[1]} {text(wanted[2])} is not proved"
            )
        steps.append(_entry(wanted, node))
        here = wanted[2]
    if here != goal[2]:
        node = justify(bench, (here, "=", goal[2]))
        if node is None:
            return None
        steps.append(_entry((here, "=", goal[2]), node))
    found = {"rule": "chain", "steps": steps}
    return found if accepted(bench, goal, found) else None


def definedness(context: Context, terms: list[Term]) -> list[str]:
    """Few hypotheses under which every term of the proof has a value."""

    def suffices(using: list[str]) -> bool:
        with precision():
            try:
                normaliser = Normaliser(Scope(context, using))
                return all(bool(normaliser.ratio(term)) for term in terms)
            except ProofkitError:
                return False

    for using, _ in assumptions(context):
        if suffices(using):
            return _fewest(using, suffices)
    raise CertificateError("definedness", "a term of the proof is not shown to have a value")


def _fewest(using: list[str], suffices: Any) -> list[str]:
    kept = list(using)
    for id in using:
        fewer = [k for k in kept if k != id]
        if suffices(fewer):
            kept = fewer
    return kept


def justify(bench: Bench, goal: Fact, cited: list[Cited] | None = None) -> Node | None:
    """A node that the kernel accepts for this goal, or None."""
    if cited:
        sums = len(cited) > 1 and all(fact[0].op != "variable" for _, fact in cited)
        node = _by_combination(bench, goal, cited) if sums else None
        node = node or _by_citation(bench, goal, cited)
        if node is None and goal[1] == "=":
            flipped = _by_citation(bench, (goal[2], "=", goal[0]), cited)
            node = None if flipped is None else {"rule": "flip", "because": flipped}
        if node is not None:
            return node
    assumed: list[Cited] = [
        ({"rule": "hypothesis", "id": id}, fact) for id, fact in bench.context.hypotheses.items()
    ]
    for node, _ in assumed:
        if accepted(bench, goal, node):
            return node
    choices = assumptions(bench.context, goal[0], goal[2])
    effort = Effort()
    attempts = chain(
        (node for choice in choices for node in algebra(bench.context, goal, *choice)),
        (node for choice in choices for node in subdivision(bench.context, goal, *choice, effort)),
    )
    for node in attempts:
        if accepted(bench, goal, node):
            return minimised(bench, goal, node)
    terms = [
        (node, fact)
        for node, fact in assumed
        if not (fact[0].op == "variable" and (fact[1] == "=" or fact[2].op == "number"))
    ]
    return _by_citation(bench, goal, terms) if cited is not None else None


def _by_combination(bench: Bench, goal: Fact, cited: list[Cited]) -> Node | None:
    """The cited inequalities added up, each once."""
    facts = [
        {"left": text(x), "relation": relation, "right": text(y), "weight": "1", "because": cite}
        for cite, (x, relation, y) in cited
        if relation != "="
    ]
    if goal[1] == "=" or not facts:
        return None
    for using, _ in assumptions(bench.context):
        node: Node = {"rule": "combine", "using": using, "facts": facts}
        if accepted(bench, goal, node):
            return minimised(bench, goal, node)
    return None


def _occurs(part: Term, whole: Term) -> bool:
    return rules.substitute(whole, part, ZERO) != whole


def _by_citation(bench: Bench, goal: Fact, cited: list[Cited]) -> Node | None:
    """Exchange subterms by cited facts, one after the other, then close by algebra."""
    left, relation, right = goal
    weak = {"<": "<=", ">": ">="}.get(relation, relation)
    for node, _ in cited:
        if accepted(bench, goal, node):
            return node
    here = left
    steps: list[Node] = []
    # Of several facts about one term, the one whose other side is wanted comes first, then
    # one that says no more than the goal does.
    for cite, (x, _, y) in sorted(
        cited, key=lambda item: (not _occurs(item[1][2], right), item[1][1] != weak)
    ):
        for old, new in ((x, y), (y, x)):
            if old == y and y.op in ("variable", "number"):
                continue  # a parameter alone stands for itself
            there = rules.substitute(here, old, new)
            if there == here:
                continue
            replaced = _replacement(bench, (here, weak, there), old, new, cite)
            if replaced is not None:
                steps.append({"relation": weak, "term": text(there), "because": replaced})
                here = there
                break
    if not steps:
        return None
    if here != right:
        last = justify(bench, (here, relation, right))
        if last is None:
            return None
        steps.append({"relation": relation, "term": text(right), "because": last})
    found: Node = {"rule": "chain", "steps": steps}
    if len(steps) == 1:
        found = steps[0]["because"]
    return found if accepted(bench, goal, found) else None


def _replacement(bench: Bench, goal: Fact, old: Term, new: Term, because: Node) -> Node | None:
    for using, origin in assumptions(bench.context):
        node: Node = {
            "rule": "replace",
            "using": using,
            **({"origin": origin} if origin else {}),
            "old": text(old),
            "new": text(new),
            "because": because,
        }
        if accepted(bench, goal, node):
            return minimised(bench, goal, node)
    return None
