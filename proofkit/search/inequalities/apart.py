"""Logarithms and roots of products taken apart: `log(u*v)` is `log(u) + log(v)`, and a root of a
product the product of the roots, where the factors are shown to be > 0."""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.subterms import parts
from proofkit.language.terms import Term, add, exp, log, multiply, number, variable
from proofkit.search.inequalities.extremes import rewritten
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.translation import Translation
from proofkit.search.nodes import RING, Node, have, stated


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    done: list[Term] = []
    for part in parts(*goal[::2]):
        if part in done or not _may_come_apart(part):
            continue
        done.append(part)
        found = _apart(search, known, part)
        if found is None:
            continue
        place, entries, new = found
        equal = search.name("eq", part)
        if equal in place.facts:
            continue
        function = exp(variable("hole"))
        if part.op == "power":
            function = variable("hole") ** number(1 / part.args[1].args[0])
        node: Node = {"rule": "cancel", "hole": "hole", "function": function, "because": RING}
        fact: Fact = (part, "=", new)
        wider = place.with_fact(equal, fact)
        inner = rewritten(search, wider, goal, part, new, equal, fuel)
        return have([*entries, stated(equal, fact, node)], inner) if inner else None
    return None


def _may_come_apart(part: Term) -> bool:
    if part.op == "power":
        q = part.args[1]
        return bool(q.op == "number" and q.args[0].numerator == 1 and q.args[0].denominator > 1)
    return part.op == "log"


def _apart(search: Prover, known: Known, part: Term) -> tuple[Known, list[Node], Term] | None:
    above, below = known.ring.ratio(part.args[0])
    if len(above) == len(below) == 1:
        return None  # the normal form does that
    t = Translation(known, [above, below])
    weight, factors = t.factors(above, below)
    if len(factors) < 2 and not (factors and factors[0][1] != 1):
        return None
    entries: list[Node] = []
    pieces: list[Term] = []
    for f, e in factors:
        sign = search.is_positive(known, t.term(f))
        if not sign or (sign < 0 and known.sign(t.term(-f)) == 0):
            return None
        weight = weight if sign > 0 or e % 2 == 0 else -weight
        term = t.term(f if sign > 0 else -f)
        more = search.positive(known, term, 1)
        if more is None:
            return None
        known, entries = more[0], [*entries, *more[1]]
        pieces.append(_piece(part, term, e))
    if weight <= 0:
        return None
    if weight != 1:
        pieces.append(_piece(part, number(weight), 1))
    return known, entries, add(*pieces) if part.op == "log" else multiply(*pieces)


def _piece(part: Term, term: Term, e: int) -> Term:
    if part.op == "log":
        return number(e) * log(term)
    return term ** number(part.args[1].args[0] * e)
