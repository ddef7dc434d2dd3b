"""Upper ends of ranges that an equation gives, such as `b <= 9/10` of `c = 1 - b`."""

from __future__ import annotations

from fractions import Fraction

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import constant
from proofkit.language.terms import Term, number, variable, variables
from proofkit.search.budget import Budget
from proofkit.search.nodes import Node, accepted, stated


def bounded(known: Known, term: Term, budget: Budget) -> tuple[Known, list[Node]]:
    """The place with upper ends for variables of a term that only an equation bounds."""
    from proofkit.search.tactics import products

    entries: list[Node] = []
    for name in sorted(variables(known.context.unfold(term))):
        if name not in known.kinds or known.range_of(name)[1] is not None:
            continue
        for fact in list(known.facts.values()):
            high = _end(known, fact, name)
            if high is None:
                continue
            bound = (variable(name), "<=", number(high))
            node = products.prove(known, bound, budget)
            if node is not None and accepted(known, bound, node):
                id = f"{name} from above"
                entries.append(stated(id, bound, node))
                known = known.with_fact(id, bound)
                break
    return known, entries


def _end(known: Known, fact: Fact, name: str) -> Fraction | None:
    """The upper end of a variable by an equation that is linear in it and another one."""
    left, relation, right = fact
    others = (variables(left) | variables(right)) - {name}
    if relation != "=" or len(others) != 1 or name not in variables(left) | variables(right):
        return None
    (other,) = others
    gap = dict(known.ring.polynomial(left - right) or ())
    slope, rest = (gap.pop(frozenset({(variable(x), constant(1))}), None) for x in (name, other))
    start = gap.pop(frozenset(), Fraction(0))
    low, high = known.range_of(other) if other in known.kinds else (None, None)
    if gap or not slope or not rest:
        return None
    end = low if rest / slope > 0 else high
    return None if end is None else -(start + rest * end) / slope
