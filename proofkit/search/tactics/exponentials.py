"""A power whose exponent is a quotient, such as `x^(log y/log x)`, as an exponential."""

from __future__ import annotations

from collections.abc import Callable

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.terms import exp, log, variable
from proofkit.search.budget import Budget
from proofkit.search.nodes import HOLE, RING, Node, accepted, chain, exchange

Finish = Callable[[Fact], Node | None]


def prove(known: Known, goal: Fact, budget: Budget, finish: Finish) -> Node | None:
    """`x^y = exp(y*log x)`, and the exponent equal to the logarithm of the other side."""
    left, relation, right = goal
    if relation != "=":
        return None
    for power, other in ((left, right), (right, left)):
        if power.op != "power" or known.ring.polynomial(power.args[1]) is not None:
            continue
        budget.spend()
        exponent, wanted = power.args[1] * log(power.args[0]), log(other)
        because = finish((exponent, "=", wanted))
        if because is None:
            continue
        raised = exchange(HOLE, exp(variable(HOLE)), exponent, wanted, because)
        steps = [("=", exp(exponent), RING), ("=", exp(wanted), raised), ("=", other, RING)]
        node = chain(power, steps)
        if accepted(known, (power, "=", other), node):
            return node
    return None
