"""A power below a power, whole and left as they are written: the bases compared, then the
exponents. Powers too high to be multiplied out are proved this way."""

from __future__ import annotations

from fractions import Fraction

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.sign import POSITIVE
from proofkit.language.subterms import parts
from proofkit.language.terms import ONE, Term, exp, log, number, variable
from proofkit.search.inequalities.prover import Prover
from proofkit.search.nodes import RING, SIGN, Node, chain, checked, exchange, have

HOLE = variable("hole")
ROOM = 6
"""How much longer than a term and the exponent a root may be that is worth taking."""


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    left, relation, right = goal
    (u, p), (v, q) = _power(left), _power(right)
    if p == q == 1:
        return None
    if p == q and any(map(_is_root, parts(u, v))):
        return None  # it was squared to be rid of the roots
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
    bases = exchange("hole", HOLE ** number(min(p, q)), u, v, because)
    if p == q:
        return checked(known, goal, have(entries, bases))
    fact: Fact = (ONE, "<=", v) if p < q else (u, "<=", ONE)
    if search.is_false(known, fact) or (node := search.prove(known, fact, fuel)) is None:
        return None
    known, entries = search.add(known, entries, fact, node)
    exponents = exchange("hole", (v if p < q else u) ** HOLE, number(p), number(q), SIGN)
    if p < q:
        steps = [(relation, v ** number(p), bases), ("<=", right, exponents)]
    else:
        steps = [("<=", u ** number(q), exponents), (relation, right, bases)]
    return have(entries, chain(left, steps))


def prove_root(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """A power with any exponent > 0 beside a term of which that root can be taken: the bases are
    compared, which may be 0, where logarithms would not do."""
    left, relation, right = goal
    for side, other in ((left, right), (right, left)):
        if side.op != "power" or side.args[1].op == "number":
            continue
        if known.sign(side.args[1]) != POSITIVE or known.sign(other) != POSITIVE:
            continue
        base, exponent = side.args
        root = known.ring.canonical(exp(log(other) / exponent))
        if other.op == "power" and other.args[1].op != "number":
            continue  # their logarithms are simpler
        if root.size > other.size + 2 * exponent.size + ROOM:
            continue
        found = search.positive(known, base, 1, "<=")
        small, large = (base, root) if side == left else (root, base)
        if found is None or search.is_false(known, (small, relation, large)):
            continue
        because = search.prove(found[0], (small, relation, large), fuel)
        if because is None:
            continue
        raised = root**exponent
        node = exchange("hole", HOLE**exponent, small, large, because)
        steps = [(relation, raised, node), ("=", right, RING)]
        if side == right:
            steps = [("=", raised, RING), (relation, right, node)]
        return checked(known, goal, have(found[1], chain(left, steps)))
    return None


def _is_root(term: Term) -> bool:
    return bool(
        term.op == "power" and term.args[1].op == "number" and term.args[1].args[0].denominator > 1
    )


def _power(term: Term) -> tuple[Term, Fraction]:
    """The base, and an exponent > 0 that is a number."""
    if term.op == "power" and term.args[1].op == "number" and term.args[1].args[0] > 0:
        return term.args[0], Fraction(term.args[1].args[0])
    return term, Fraction(1)
