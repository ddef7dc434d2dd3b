"""Facts without which a term has no value: a divisor that is not 0, a base that is > 0, ..."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.operations import OPERATIONS
from proofkit.kernel.sign import ANY, AT_LEAST_ZERO, within
from proofkit.language.terms import ZERO, Term, variable
from proofkit.language.words import EVENTS
from proofkit.search.budget import Budget
from proofkit.search.nodes import Node, accepted, fact_text, has_value, stated

MAX_FACTS = 12


def needed(known: Known, term: Term) -> Fact | None:
    """A fact that is missing where the term has no value at sight."""
    if has_value(known, term):
        return None
    if term.op == "variable":
        meaning = known.context.definitions.get(term.args[0])
        return None if meaning is None else needed(known, meaning)
    for arg in term.args:
        if isinstance(arg, Term) and arg.op not in EVENTS and not has_value(known, arg):
            return needed(known, arg)
        if isinstance(arg, Term) and arg.op in EVENTS and (found := needed_inside(known, arg)):
            return found
    if term.op in OPERATIONS and term.op in ("power", "log"):
        return ZERO, "<", term.args[0]
    return None


def needed_inside(known: Known, event: Term) -> Fact | None:
    """What the numbers within an event need."""
    for count in _counts(event):
        if has_value(known, count) and not within(known.sign(count), AT_LEAST_ZERO):
            return ZERO, "<=", count
    for arg in event.args:
        if arg.op in EVENTS:
            found = needed_inside(known, arg)
        else:
            found = None if has_value(known, arg) else needed(known, arg)
        if found:
            return found
    if event.op == "exceeds" and not within(known.sign(event.args[1]), AT_LEAST_ZERO):
        return ZERO, "<=", event.args[1]
    return None


def entries(known: Known, terms: list[Term], budget: Budget) -> tuple[Known, list[Node]]:
    """Facts after which the terms have values at sight, as far as they are found."""
    from proofkit.search.tactics import numbers

    found: list[Node] = []
    for term in terms:
        for _ in range(MAX_FACTS):
            fact = needed(known, term)
            if fact is None:
                break
            node = numbers.prove(known, fact, budget)
            if node is None or not accepted(known, fact, node):
                break
            id = f"value {fact_text(fact)}"
            if id in known.facts:
                break
            found.append(stated(id, fact, node))
            known = known.with_fact(id, fact)
    return known, found


def signs(known: Known, budget: Budget) -> tuple[Known, list[Node]]:
    """That parameters are > 0, where it takes more than a look at their ranges."""
    from proofkit.search.inequalities.sampling import seems_false
    from proofkit.search.tactics import products

    found: list[Node] = []
    for name in known.kinds:
        fact = (ZERO, "<", variable(name))
        if known.sign(fact[2]) != ANY or seems_false(known, fact):
            continue
        node = products.prove(known, fact, budget)
        if node is not None and accepted(known, fact, node):
            found.append(stated(f"sign of {name}", fact, node))
            known = known.with_fact(f"sign of {name}", fact)
    sides = [side for fact in known.context.hypotheses.values() for side in fact[::2]]
    known, more = entries(known, sides, budget)
    return known, [*found, *more]


def _counts(event: Term) -> Iterator[Term]:
    """How many neurons and signs a probability or an event is about."""
    if event.op in ("some", "none"):
        yield event.args[0]
    yield from event.args[2::2] if event.op == "above" else ()
    for arg in event.args:
        if arg.op in EVENTS:
            yield from _counts(arg)
