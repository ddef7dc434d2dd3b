"""A power below a power, whole and left as they are written: the bases compared, then the
exponents. Powers too high to be multiplied out are proved this way."""

from __future__ import annotations

from fractions import Fraction

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.terms import ONE, Term, number, power, variable
from proofkit.search.inequalities.prover import Prover, checked
from proofkit.search.nodes import SIGN, Node, chain, exchange, have

HOLE = variable("hole")


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """A proof of the goal by this tactic, or nothing."""
    left, relation, right = goal
    (u, p), (v, q) = _power(left), _power(right)
    if relation == "=" or p == q == 1:
        return None
    if search.is_false(known, (u, relation, v)):
        return None
    entries: list[Node] = []
    for base in (u, v):
        found = search.positive(known, base, 1)
        if found is None:
            return None
        known, entries = found[0], entries + found[1]
    because = search.prove(known, (u, relation, v), fuel)
    if because is None:
        return None
    bases = exchange("hole", power(HOLE, number(min(p, q))), u, v, because)
    if p == q:
        return checked(known, goal, have(entries, bases))
    fact: Fact = (ONE, "<=", v) if p < q else (u, "<=", ONE)
    if search.is_false(known, fact) or (node := search.prove(known, fact, fuel)) is None:
        return None
    known, entries = search.add(known, entries, fact, node)
    exponents = exchange("hole", power(v if p < q else u, HOLE), number(p), number(q), SIGN)
    if p < q:
        steps = [(relation, power(v, number(p)), bases), ("<=", right, exponents)]
    else:
        steps = [("<=", power(u, number(q)), exponents), (relation, right, bases)]
    return have(entries, chain(left, steps))


def _power(term: Term) -> tuple[Term, Fraction]:
    """The base, and an exponent > 0 that is a number."""
    if term.op == "power" and term.args[1].op == "number" and term.args[1].args[0] > 0:
        return term.args[0], Fraction(term.args[1].args[0])
    return term, Fraction(1)
