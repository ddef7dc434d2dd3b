"""What may stand under sums: facts for each index, squares, and squares under two sums, from which
Cauchy-Schwarz comes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.places import Indexed
from proofkit.kernel.polynomial import Sum, constant
from proofkit.kernel.sign import AT_LEAST_ZERO, within
from proofkit.language.binding import Range, loose, put
from proofkit.language.terms import MINUS_ONE, ONE, TWO, ZERO, Term, variable
from proofkit.search.families.forms import (
    FAULTS,
    atoms,
    factor_term,
    form,
    fresh_entry,
    in_form,
    is_not_negative,
    is_positive,
    ordered,
    sign,
    summed,
    width,
)
from proofkit.search.families.prover import Families
from proofkit.search.nodes import Node

Candidate = tuple[bool, Node, Term]
Ends = tuple[Term, Term]


class Rooted(NamedTuple):
    """`weight * root^2` under ranges."""

    ranges: list[Range]
    weight: Term
    root: Term


def ranges_in(target: Sum) -> dict[Ends, list[Term]]:
    """The ranges of the sums in a form, with these sums."""
    found: dict[Ends, list[Term]] = {}
    for part in in_form(target):
        if part.op == "summed" and not loose(part):
            found.setdefault((part.args[0], part.args[1]), []).append(part)
    return found


def candidates(
    search: Families, known: Indexed, target: Sum, factors: list[Term]
) -> Iterator[Candidate]:
    """What is >= 0 because it is so for each index."""
    ranges = ranges_in(target)
    for left, relation, right in known.facts.values():
        for side in (left, right) if relation == "=" else ():
            side = known.ring.canonical(side)
            if side.op == "summed":
                ranges.setdefault((side.args[0], side.args[1]), []).append(side)
    for each, _ in known.many.values():
        if each.arity == 1 and len(ranges) < 4:
            ends = known.ring.canonical(each.body.args[0]), known.ring.canonical(each.body.args[1])
            ranges.setdefault(ends, [])
    for (low, high), sums in ranges.items():
        try:
            yield from _from_facts(search, known, (low, high), sums, factors)
        except FAULTS:
            continue
    yield from _from_squares(search, known, target, ranges)


def _weights(here: Indexed, sums: list[Term], name: str) -> list[Term]:
    found: dict[Term, None] = {ONE: None}
    for whole in sums:
        for m in form(here, fresh_entry(whole, name)):
            found |= {factor_term([power]): None for power in ordered(m)}
    return list(found)[:6]


def _from_facts(
    search: Families, known: Indexed, ends: Ends, sums: list[Term], factors: list[Term]
) -> Iterator[Candidate]:
    """Facts for each index, with weights, under a sum."""
    i = search.name("i")
    here = known.with_index(i, *ends)
    weights = _weights(here, sums, i)
    positive = [w for w in weights if is_not_negative(here, w)]
    ranges = [(i, *ends)]
    over = [[i, *ends]]
    for used, (left, relation, right) in _instances(here, i):
        gap = right - left
        for w in weights if relation == "=" else positive:
            for outer in (ONE, *factors[:6]):
                term = summed(ranges, w * outer * gap)
                if relation == "=":
                    yield True, {"fact": used, "over": over, "times": w * outer}, term
                else:
                    yield False, {"over": over, "facts": [used], "signs": [w * outer]}, term
        for second, other in _instances(here, i) if relation != "=" else ():
            if other[1] != "=":
                for outer in (ONE, *factors[:4]):
                    term = summed(ranges, outer * gap * (other[2] - other[0]))
                    entry: Node = {"over": over, "facts": [used, second], "signs": [outer]}
                    yield False, entry, term
    yield from _pairs(search, here, ranges, positive)


def _instances(here: Indexed, name: str) -> list[tuple[Any, Fact]]:
    """Facts for each index at the index, before and after it."""
    found = []
    for id, (each, _) in here.many.items():
        for shift in (ZERO, MINUS_ONE, ONE) if each.arity == 1 else ():
            at = variable(name) + shift
            try:
                found.append(([id, at], here.instance(each, [at])))
            except FAULTS:
                continue
    return found


def _pairs(
    search: Families, here: Indexed, ranges: list[Range], positive: list[Term]
) -> Iterator[Candidate]:
    """Facts for each two indices of one range, under two sums."""
    ((i, low, high),) = ranges
    for id, (each, _) in here.many.items():
        if each.arity != 2:
            continue
        j = search.name("i")
        try:
            there = here.with_index(j, low, high)
            left, relation, right = there.instance(each, [variable(i), variable(j)])
        except FAULTS:
            continue
        both = [(i, low, high), (j, low, high)]
        for w in positive if relation != "=" else ():
            weight = w * put(w, {i: variable(j)})
            entry: Node = {
                "over": [list(r) for r in both],
                "facts": [[id, variable(i), variable(j)]],
                "signs": [weight],
            }
            yield False, entry, summed(both, weight * (right - left))


# Squares under sums -------------------------------------------------------------------------


def _from_squares(
    search: Families, known: Indexed, target: Sum, ranges: dict[Ends, list[Term]]
) -> Iterator[Candidate]:
    rooted = list[Rooted]()
    for whole in dict.fromkeys(t for sums in ranges.values() for t in sums):
        try:
            rooted += _roots(search, known, whole)
        except FAULTS:
            continue
    rooted += [Rooted([(search.name("i"), *ends)], ONE, ONE) for ends in ranges]
    known_terms = atoms(target)
    outs = [ONE, *(x for x in known_terms if x.op in ("summed", "greatest", "multiplied"))]
    outs += [x for x in known_terms if x.op in ("variable", "entry")]
    for one in rooted:
        yield _square(one, one.root)
    yield from _differences(rooted, outs)
    yield from _from_constants(known, rooted, outs)
    yield from _crossed(known, rooted)


def _square(one: Rooted, root: Term, weight: Term | None = None) -> Candidate:
    weight = one.weight if weight is None else weight
    over = [list(r) for r in one.ranges]
    entry: Node = {"over": over, "signs": [weight], "squares": [root]}
    return False, entry, summed(one.ranges, weight * root**TWO)


def _roots(search: Families, known: Indexed, whole: Term) -> list[Rooted]:
    """The body of a sum as a weight times a square, in several ways."""
    ranges, here, body = list[Range](), known, whole
    while body.op == "summed":
        name = search.name("i")
        ranges.append((name, body.args[0], body.args[1]))
        here = here.with_index(name, body.args[0], body.args[1])
        body = fresh_entry(body, name)
    p = form(here, body)
    if len(p) != 1:
        return []
    (m,) = p
    even = [(x, e * constant(Fraction(1, 2))) for x, e in ordered(m) if (e.whole or 1) % 2 == 0]
    odd = [(x, e) for x, e in ordered(m) if (e.whole or 1) % 2]
    weight, root = factor_term(odd), factor_term(even)
    if odd and not is_not_negative(here, weight):
        return []
    found = []
    if even:
        found.append(Rooted(ranges, weight, root))
        if not is_not_negative(here, root):
            found.append(Rooted(ranges, weight, here.ring.canonical(Term("abs", (root,)))))
    if len(ranges) == 1:
        found += _by_weights(known, here, ranges, body)
    if odd:
        found.append(Rooted(ranges, weight, ONE))
        half = factor_term([(x, e * constant(Fraction(1, 2))) for x, e in odd])
        if here.has_value(half):
            found.append(Rooted(ranges, ONE, half * root))
        if is_positive(here, weight):
            found.append(Rooted(ranges, weight**MINUS_ONE, weight * root))
    return found


def _by_weights(known: Indexed, here: Indexed, ranges: list[Range], body: Term) -> list[Rooted]:
    """Weights of which an equation tells the sum."""
    ((name, low, high),) = ranges
    found = []
    for left, relation, right in known.facts.values():
        for side in (left, right) if relation == "=" else ():
            if side.op == "summed" and side.args[:2] == (low, high):
                weight = fresh_entry(side, name)
                if is_positive(here, weight):
                    found.append(Rooted(ranges, weight, here.ring.canonical(body / weight)))
    return found


def _differences(rooted: list[Rooted], outs: list[Term]) -> Iterator[Candidate]:
    """Squares of differences of two roots over one range."""
    for one, two in combinations(rooted, 2):
        if [r[1:] for r in one.ranges] != [r[1:] for r in two.ranges]:
            continue
        names = {b[0]: variable(a[0]) for a, b in zip(one.ranges, two.ranges, strict=True)}
        u, v = one.root, put(two.root, names)
        if put(two.weight, names) != one.weight:
            continue
        for root in (u - v, u + v, *(r for c in outs[1:4] for r in (u - c * v, v - c * u))):
            yield _square(one, root)


def _from_constants(known: Indexed, rooted: list[Rooted], outs: list[Term]) -> Iterator[Candidate]:
    """Squares of a root less something that does not depend on the index."""
    for one in rooted:
        if one.root == ONE:
            continue
        length = width(*one.ranges[-1][1:])
        for c in outs[:8]:
            for root in (one.root - c, one.root + c, one.root - c / length):
                found = _square(one, root)
                if known.has_value(found[2]):
                    yield found
        for c in outs[1:5]:
            for d in outs[1:5]:
                if c != d:
                    yield _square(one, c * one.root - d)


def _crossed(known: Indexed, rooted: list[Rooted]) -> Iterator[Candidate]:
    """`(u_a v_b - u_b v_a)^2` under two sums."""
    for one, two in combinations_with_replacement(rooted, 2):
        if len(one.ranges) + len(two.ranges) > 4:
            continue
        new = {name: variable(f"{name}b") for name, _, _ in two.ranges}
        second = [(f"{n}b", put(low, new), put(high, new)) for n, low, high in two.ranges]
        v, weight = put(two.root, new), one.weight * put(two.weight, new)
        ranges = [*one.ranges, *second]
        for a in one.ranges:
            for b in second:
                if a[1:] != b[1:]:
                    continue
                swap = {a[0]: variable(b[0]), b[0]: variable(a[0])}
                root = one.root * v - put(one.root, swap) * put(v, swap)
                turned = put(weight, swap)
                gap = summed(ranges, turned - weight)
                if turned == weight or _vanishes(known, gap):
                    yield _square(Rooted(ranges, weight, root), root)


def _vanishes(known: Indexed, term: Term) -> bool:
    try:
        return within(sign(known, term), AT_LEAST_ZERO) and known.ring.equal(term, ZERO)
    except FAULTS:
        return False
