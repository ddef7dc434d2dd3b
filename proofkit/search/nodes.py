"""Nodes of proofs, written as one would say them. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.inference import check
from proofkit.language.terms import Term, text

Node = dict[str, Any]

Cited = tuple[Node, Fact]
"""A node that proves a fact, and the fact."""

HOLE = "hole"
"""The variable of functions in which one term is put in place of another."""

RING: Node = {"rule": "ring"}
SIGN: Node = {"rule": "sign"}


def rule(name: str, **parts: Any) -> Node:
    """A node of a rule, with what the kernel asks of it."""
    return {"rule": name, **parts}


def assume(id: str) -> Node:
    return {"rule": "assume", "fact": id}


def summand(
    weight: Fraction | int = 1,
    facts: Sequence[str] = (),
    signs: Sequence[Term] = (),
    squares: Sequence[Term] = (),
) -> Node:
    """`weight * product of facts, terms of known sign and squares`."""
    entry: Node = {"weight": str(weight)}
    for name, values in (("facts", facts), ("signs", signs), ("squares", squares)):
        if values:
            entry[name] = list(values)
    return entry


def psatz(
    summands: Sequence[Node],
    times: Term | None = None,
    equations: Sequence[tuple[str, Term]] = (),
) -> Node:
    """`times` times the difference is the sum of the summands and of multiples of equations."""
    node: Node = {"rule": "psatz", "sum": list(summands)}
    if times is not None:
        node["times"] = times
    if equations:
        node["equations"] = [{"fact": id, "times": factor} for id, factor in equations]
    return node


def box(bits: int, cuts: Sequence[Sequence[str]] = ((),)) -> Node:
    """An enclosure of the difference with so many bits, over the whole place if nothing is cut."""
    return {"rule": "box", "bits": bits, "cuts": [list(cut) for cut in cuts]}


def stated(id: str, fact: Fact, because: Node) -> Node:
    """An entry of `have`, of a path or of a general fact."""
    return {"id": id, "left": fact[0], "relation": fact[1], "right": fact[2], "because": because}


def have(entries: Sequence[Node], then: Node) -> Node:
    return {"rule": "have", "facts": list(entries), "then": then} if entries else then


def cases(id: str, left: Term, right: Term, below: Node, above: Node) -> Node:
    return rule("cases", id=id, left=left, right=right, below=below, above=above)


def chain(start: Term, steps: Sequence[tuple[str, Term, Node]]) -> Node:
    """Steps one after the other, each with its relation, its term and its reason."""
    written = [{"relation": r, "term": term, "because": node} for r, term, node in steps]
    return {"rule": "chain", "start": start, "steps": written}


def step_entry(goal: Fact, because: Node, reason: str) -> Node:
    """A step of a written proof."""
    return {"relation": goal[1], "term": goal[2], "reason": reason, "because": because}


def exchange(hole: str, function: Term, old: Term, new: Term, because: Node) -> Node:
    return rule("exchange", hole=hole, function=function, old=old, new=new, because=because)


def point_text(point: Mapping[str, Fraction]) -> dict[str, str]:
    """A point as certificates have it."""
    return {name: str(value) for name, value in point.items()}


def fact_text(fact: Fact) -> str:
    """A fact in one line."""
    return f"{text(fact[0])} {fact[1]} {text(fact[2])}"


def texts(node: Any) -> Iterator[str]:
    """All texts in a node: the facts that it names are among them."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, Mapping | list | tuple):
        for part in node.values() if isinstance(node, Mapping) else node:
            yield from texts(part)


# What the kernel says ---------------------------------------------------------------------

REFUSALS = (CertificateError, InputError, Undefined, RecursionError)


def accepted(known: Known, goal: Fact, node: Node) -> bool:
    """Does the kernel accept this node for this goal?"""
    try:
        check(known, goal, node)
    except REFUSALS:
        return False
    return True


def has_value(known: Known, *terms: Term) -> bool:
    """Is it known at sight that the terms have values?"""
    try:
        for term in terms:
            known.require_value(term)
    except REFUSALS:
        return False
    return True


def sign_of(known: Known, term: Term) -> int:
    """What is known of the sign of a term; 0 where it has no value."""
    try:
        return known.sign(term) if has_value(known, term) else 0
    except REFUSALS:
        return 0


def checked(known: Known, goal: Fact, node: Node | None) -> Node | None:
    """The node, if there is one and the kernel accepts it."""
    return node if node is not None and accepted(known, goal, node) else None


def first_accepted(known: Known, goal: Fact, nodes: Iterable[Node]) -> Node | None:
    """The first of them that the kernel accepts."""
    return next((node for node in nodes if accepted(known, goal, node)), None)
