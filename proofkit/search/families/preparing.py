"""Facts that are seen in a goal as it is written: signs, Cauchy-Schwarz, absolute values."""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.places import Indexed
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.language.binding import loose
from proofkit.language.terms import HALF, TWO, ZERO, Term, variable
from proofkit.search.families.forms import FAULTS, fresh_entry, renamed, sign, subterms, summed
from proofkit.search.families.linear import linear
from proofkit.search.families.prover import Families, with_fact
from proofkit.search.nodes import HOLE, SIGN, Node, cases, have, rule, stated


def prepared(search: Families, known: Indexed, goal: Fact, entries: list[Node]) -> Indexed:
    """The place with such facts."""
    here = _magnitudes(search, known, entries)
    here = _signs(search, here, goal, entries)
    return root_facts(search, here, goal, entries)


def _signs(search: Families, known: Indexed, goal: Fact, entries: list[Node]) -> Indexed:
    """The sign of a radicand or divisor, which is lost once it is multiplied out."""
    here = known
    parts = (part for side in goal[::2] for part in subterms(side))
    bases = (part.args[0] for part in parts if part.op in ("power", "log"))
    for base in dict.fromkeys(b for b in bases if b.op in ("sum", "product", "summed")):
        if loose(base):
            continue
        try:
            found, plain = sign(here, base), here.ring.canonical(base)
        except FAULTS:
            continue
        if within(found, AT_LEAST_ZERO) and not within(sign(here, plain), found):
            fact = ZERO, "<" if found == POSITIVE else "<=", base
            here = search.add(here, entries, fact, SIGN, "sign")
    return here


def _magnitudes(search: Families, known: Indexed, entries: list[Node]) -> Indexed:
    """Of `abs(x[i]) <= V` for each i, what it says of x[i]."""
    here = known
    for id, (each, _) in list(known.many.items()):
        i = search.name("i")
        body = each.body
        if each.arity != 1 or each.relation == "=" or body.args[2].args[0].op != "abs":
            continue
        place = known.with_index(i, body.args[0], body.args[1])
        left, relation, right = place.instance(each, [variable(i)])
        inner = left.args[0]
        for fact in ((inner, relation, right), (-right, relation, inner)):
            node = _by_cases(search, place, id, i, (left, relation, right), fact)
            if node is not None:
                ranges = [(i, body.args[0], body.args[1])]
                here = search.add_each(here, entries, ranges, fact, node, "size")[0]
    return here


def _by_cases(
    search: Families, place: Indexed, id: str, name: str, size: Fact, fact: Fact
) -> Node | None:
    known, case = search.name("a"), search.name("case")
    inner = size[0].args[0]
    there = with_fact(place, known, size)
    parts = []
    for supposed in ((inner, "<=", ZERO), (ZERO, "<", inner)):
        parts.append(linear(search, with_fact(there, case, supposed), fact, 0))
    if parts[0] is None or parts[1] is None:
        return None
    given: Node = {"rule": "assume", "fact": id, "at": [variable(name)]}
    return have([stated(known, size, given)], cases(case, inner, ZERO, parts[0], parts[1]))


def root_facts(search: Families, known: Indexed, goal: Fact, entries: list[Node]) -> Indexed:
    """Cauchy-Schwarz for each two roots of sums of squares in the goal as it is written."""
    sums = (part.args[0] for side in goal[::2] for part in subterms(side) if is_root(part))
    found = list(dict.fromkeys(t for t in sums if t.op == "summed" and not loose(t)))
    here = known
    for k, a in enumerate(found[:4]):
        for b in found[k + 1 : 4] if len(found) > 1 else ():
            if a.args[:2] != b.args[:2]:
                continue
            i, j = search.name("i"), search.name("i")
            u, v = (fresh_entry(t, i) for t in (a, b))
            if not all(t.op == "power" and t.args[1] == TWO for t in (u, v)):
                continue
            u, v = u.args[0], v.args[0]
            square = u * renamed(v, {i: variable(j)}) - renamed(u, {i: variable(j)}) * v
            for way in (u * v, -(u * v)):
                dot = summed([(i, *a.args[:2])], way)
                node = _by_square(search, dot, a**HALF * b**HALF, square, [[i], [j]], a.args[:2])
                here = search.add(here, entries, (dot, "<=", a**HALF * b**HALF), node, "root")
    return here


def is_root(part: Term) -> bool:
    return part.op == "power" and part.args[1] == HALF


def _by_square(
    search: Families,
    low: Term,
    high: Term,
    square: Term,
    names: list[list[str]],
    ends: tuple[Term, ...],
) -> Node:
    """`low <= high` for a root `high`, by its square where low is > 0."""
    id = search.name("case")
    over = [[*name, *ends] for name in names]
    summand: Node = {"weight": "1/2", "over": over, "squares": [square]}
    signs: Node = {"weight": "1", "signs": [high]}
    below: Node = {"rule": "psatz", "sum": [{"weight": "1", "facts": [id]}, signs]}
    inner: Node = {"rule": "psatz", "sum": [summand]}
    above = rule("cancel", hole=HOLE, function=variable(HOLE) ** TWO, because=inner)
    return cases(id, low, ZERO, below, above)
