"""Rules for inequalities between numbers: what to assume, and which rule to try with what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import CertificateError, InputError, ProofkitError, Undefined
from proofkit.kernel import rules
from proofkit.kernel.normal import Normaliser, in_order
from proofkit.kernel.rules import Bench
from proofkit.kernel.scope import Context, Fact, Scope
from proofkit.kernel.terms import Term

Node = dict[str, Any]
MAX_PLANNED = 60
Assumption = tuple[list[str], dict[str, str]]


def assumptions(context: Context, *terms: Term) -> list[Assumption]:
    """Which hypotheses to assume, and where ranges start, from the simplest choice up."""
    bounds: list[str] = []
    ties: list[str] = []
    for id, (left, relation, right) in context.hypotheses.items():
        tied = relation == "=" or "number" not in (left.op, right.op)
        (ties if tied else bounds).append(id)
    some = [[tie] for tie in ties] + [[t for t in ties if t != s] for s in ties]
    choices: list[Assumption] = []
    for extra in [[], *some, ties]:
        sources = [context.hypotheses[id][2] for id in extra]
        for origin in ({}, origins(context, sources), origins(context, list(terms))):
            if ([*bounds, *extra], origin) not in choices:
                choices.append(([*bounds, *extra], origin))
    return choices


def origins(context: Context, terms: list[Term]) -> dict[str, str]:
    """Where a term has a factor such as `d - 2`, ranges of d are best measured from 2."""
    found: dict[str, str] = {}
    seen: set[str] = set()

    def visit(term: Term) -> None:
        if term.op == "variable" and term.args[0] in context.definitions:
            if term.args[0] not in seen:
                seen.add(term.args[0])
                visit(context.definitions[term.args[0]])
        elif term.op not in ("number", "variable"):
            if term.op == "sum" and sorted(arg.op for arg in term.args) == ["number", "variable"]:
                shift, name = sorted(term.args, key=lambda arg: arg.op)
                if name.args[0] in context.parameters and shift.args[0] < 0:
                    found[name.args[0]] = str(-shift.args[0])
            for arg in term.args:
                visit(arg)

    for term in terms:
        visit(term)
    return found


def accepted(bench: Bench, goal: Fact, node: Node) -> bool:
    """Does the kernel accept this node for this goal?"""
    try:
        rules.check(bench, goal, node)
    except (CertificateError, InputError, Undefined):
        return False
    return True


def minimised(bench: Bench, goal: Fact, node: Node) -> Node:
    """The node with as few hypotheses as the rule still accepts."""
    if "origin" in node and accepted(bench, goal, plain := _without(node, "origin")):
        node = plain
    for id in list(node["using"]):
        fewer = {**node, "using": [k for k in node["using"] if k != id]}
        if accepted(bench, goal, fewer):
            node = fewer
        elif node["rule"] == "dominance":  # another plan may do without it
            for other in algebra(bench.context, goal, fewer["using"], node.get("origin", {})):
                if other["rule"] == "dominance" and accepted(bench, goal, other):
                    node = other
    return node


def _without(node: Node, key: str) -> Node:
    return {k: v for k, v in node.items() if k != key}


def algebra(
    context: Context, goal: Fact, using: list[str], origin: Mapping[str, str]
) -> Iterator[Node]:
    """Nodes worth trying for an inequality or equation between numbers."""
    common: Node = {"using": using, **({"origin": dict(origin)} if origin else {})}
    if "=" in goal[1]:
        yield {"rule": "identity", **common}
    if goal[1] == "=":
        return
    yield {"rule": "polynomial", **common}
    plan = _plan(context, goal, using, origin)
    if plan is not None:
        yield {"rule": "dominance", **common, "plan": plan}


def scope_of(context: Context, using: list[str], origin: Mapping[str, str]) -> Scope:
    return Scope(context, using, {name: Fraction(start) for name, start in origin.items()})


def upwards(goal: Fact) -> tuple[Term, Term]:
    return (goal[0], goal[2]) if "<" in goal[1] else (goal[2], goal[0])


def _plan(
    context: Context, goal: Fact, using: list[str], origin: Mapping[str, str]
) -> list[list[Any]] | None:
    """Cover each negative power by larger positive ones, the hardest to cover first."""
    try:
        normaliser = Normaliser(scope_of(context, using, origin))
        terms = in_order(normaliser.difference(*upwards(goal)))
        if len(terms) > MAX_PLANNED:
            return None
        left_over = [c for _, c in terms]
        covers = {
            i: [
                j
                for j, (large, c) in enumerate(terms)
                if c > 0 and rules.at_most(normaliser, small, large)
            ]
            for i, (small, weight) in enumerate(terms)
            if weight < 0
        }
    except ProofkitError:
        return None
    plan: list[list[Any]] = []
    for i in sorted(covers, key=lambda i: len(covers[i])):
        for j in sorted(covers[i], key=lambda j: sum(j in others for others in covers.values())):
            weight = min(-left_over[i], left_over[j])
            if weight > 0:
                plan.append([i, j, str(weight)])
                left_over[i] += weight
                left_over[j] -= weight
        if left_over[i] < 0:
            return None
    return plan
