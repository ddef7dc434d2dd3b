"""Facts about one entry and the whole, and bounds on sums whose entries are bounded by facts."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.binders import KERNEL_BINDERS
from proofkit.kernel.places import Indexed
from proofkit.language.terms import Term, variable, variables
from proofkit.search.families.forms import (
    FAULTS,
    binders,
    entry_of,
    form,
    in_form,
    index_terms,
    summed,
    swapped,
)
from proofkit.search.families.prover import Families
from proofkit.search.nodes import HOLE, SIGN, Node, accepted, exchange, rule


def known_entries(search: Families, known: Indexed, goal: Fact, entries: list[Node]) -> Indexed:
    """The place with such facts."""
    p = form(known, goal[2] - goal[0])
    sides = [side for fact in known.facts.values() for side in fact[::2]]
    indices = dict.fromkeys([*index_terms(known, in_form(p)), *index_terms(known, sides)])
    low_ids = (id.removesuffix("-low") for id in known.facts if id.endswith("-low"))
    indices |= {variable(name): None for name in low_ids if known.kinds.get(name)}
    params = known.context.parameters
    indices |= {variable(n): None for n, whole in params.items() if whole and len(indices) < 5}
    here = known
    for whole in dict.fromkeys(binders(p, *KERNEL_BINDERS)):
        for at in list(indices)[:6]:
            if variables(at) <= known.kinds.keys():
                fact, node = _member(search, whole, at)
                here = search.add(here, entries, fact, node, "member")
        here = _each_member(search, here, whole, entries)
        if whole.op == "summed":
            for fact, node in bounds(search, known, whole):
                here = search.add(here, entries, fact, node, "member")
    return here


def _member(search: Families, whole: Term, at: Term) -> tuple[Fact, Node]:
    record = KERNEL_BINDERS[whole.op]
    small, large = (entry_of(whole, at), whole)[:: record.way]
    node = rule("member", whole=whole, at=at)
    if record.others is not None:
        node |= {"index": search.name("i"), "because": SIGN}
    return (small, "<=", large), node


def _each_member(search: Families, known: Indexed, whole: Term, entries: list[Node]) -> Indexed:
    i = search.name("i")
    try:
        here = known.with_index(i, whole.args[0], whole.args[1])
        fact, node = _member(search, whole, variable(i))
        if accepted(here, fact, node):
            ranges = [(i, whole.args[0], whole.args[1])]
            return search.add_each(known, entries, ranges, fact, node, "member")[0]
    except FAULTS:
        pass
    return known


def bounds(search: Families, known: Indexed, whole: Term) -> Iterator[tuple[Fact, Node]]:
    """Bounds on a sum, where a monotone function of a fact bounds each entry."""
    low, high = whole.args[:2]
    i = search.name("i")
    try:
        here = known.with_index(i, low, high)
    except FAULTS:
        return
    entry = entry_of(whole, variable(i))
    for id, (each, _) in known.many.items():
        try:
            left, relation, right = here.instance(each, [variable(i)] * each.arity)
        except FAULTS:
            continue
        if each.arity != 1 or relation == "=":
            continue
        for old, new in ((left, right), (right, left)):
            function = swapped(entry, old, variable(HOLE))
            if old.op not in ("entry", "abs") or function == entry:
                continue
            other = swapped(entry, old, new)
            assumed: Node = {"rule": "assume", "fact": id, "at": [variable(i)]}
            node = exchange(HOLE, function, left, right, assumed)
            for a, b in ((entry, other), (other, entry)):
                if accepted(here, (a, "<=", b), node):
                    over = [(i, low, high)]
                    fact = summed(over, a), "<=", summed(over, b)
                    yield fact, rule("termwise", index=i, because=node)
