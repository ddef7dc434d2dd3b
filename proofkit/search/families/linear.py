"""The difference as a sum of products that are >= 0, some of them under sums: weights by linear
programming, exact on what it uses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from flint import fmpq

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.places import Indexed
from proofkit.kernel.polynomial import Sum, inverse, join, monomial_term
from proofkit.language.binding import loose
from proofkit.language.terms import ONE, TWO, ZERO, Term, number, variables
from proofkit.search.families import summands
from proofkit.search.families.forms import (
    FAULTS,
    even_root,
    factor_term,
    form,
    in_form,
    index_terms,
    is_not_negative,
    is_positive,
    ordered,
    spoken,
)
from proofkit.search.families.prover import Families
from proofkit.search.inequalities.programs import combine
from proofkit.search.nodes import Node, accepted

MAX_CANDIDATES, MAX_TERMS = 700, 60
Candidate = tuple[bool, Node, Term]
"""Whether it is an equation, its entry in a node, and what it adds."""


class _Column:
    """A sum as a column of a linear program."""

    def __init__(self, p: Sum, factor: int = 1) -> None:
        self.entries = {m: fmpq(factor * c.numerator, c.denominator) for m, c in p.items()}

    def to_dict(self) -> dict[Any, Any]:
        return self.entries


def linear(search: Families, known: Indexed, goal: Fact, fuel: int) -> Node | None:
    """A node of `psatz`."""
    target = form(known, goal[2] - goal[0])
    entries, forms, seen = [list[Node](), list[Node]()], [list[Sum](), list[Sum]()], set[object]()
    for equation, entry, term in candidates(search, known, target):
        try:
            p = form(known, term)
        except FAULTS:
            continue
        key = frozenset(p.items())
        if not p or key in seen or len(p) > MAX_TERMS:
            continue
        seen.add(key)
        entries[equation].append(entry)
        forms[equation].append(p)
        if len(seen) > MAX_CANDIDATES:
            break
    weights = _weights(search, target, forms[0], forms[1])
    if weights is None:
        return None
    used = [
        {**entry, "weight": str(w)} for entry, w in zip(entries[0], weights[0], strict=True) if w
    ]
    equations = [
        {**entry, "times": number(w) * entry["times"]}
        for entry, w in zip(entries[1], weights[1], strict=True)
        if w
    ]
    if goal[1] == "=" and used:
        return None
    node: Node = {"rule": "psatz", "sum": used}
    if equations:
        node["equations"] = equations
    return node if accepted(known, goal, node) else None


def _weights(
    search: Families, target: Sum, forms: list[Sum], free: list[Sum]
) -> tuple[list[Fraction], list[Fraction]] | None:
    covered = {m for p in (*forms, *free) for m in p}
    if any(m not in covered for m in target):
        return None
    columns = [_Column(target, -1), *map(_Column, forms)]
    strict = [True] + [False] * len(forms)
    found = combine(columns, strict, [*map(_Column, free)], search.budget)
    if found is None or found[0][0] <= 0:
        return None
    unit = found[0][0]
    return [w / unit for w in found[0][1:]], [w / unit for w in found[1]]


def candidates(search: Families, known: Indexed, target: Sum) -> Iterator[Candidate]:
    """Terms that are >= 0, and equations, of which the target may be made."""
    for m in target:
        if is_not_negative(known, term := monomial_term(m)):
            yield False, {"signs": [term]}, term
    factors = _factors(known, target)
    gaps = facts_here(known, target)
    yield from _equations(known, target, gaps)
    extra = _extra(known, gaps, factors)
    for used, (left, relation, right) in gaps:
        if relation == "=":
            continue
        yield False, {"facts": [used]}, right - left
        some = multipliers(known, target, right - left)
        for term in dict.fromkeys([*some, *factors, *extra]):
            if is_not_negative(known, term):
                yield False, {"facts": [used], "signs": [term]}, term * (right - left)
    strictly = [(used, fact) for used, fact in gaps[:8] if fact[1] != "="]
    for (one, f), (two, g) in combinations(strictly, 2):
        yield False, {"facts": [one, two]}, (f[2] - f[0]) * (g[2] - g[0])
    yield from _squares(known, target)
    yield from summands.candidates(search, known, target, factors)


def _factors(known: Indexed, target: Sum) -> list[Term]:
    """Factors of the target's terms that are >= 0."""
    found: dict[Term, None] = {}
    for m in target:
        found |= {factor_term([power]): None for power in ordered(m)}
        if len(m) > 1:
            found[monomial_term(m)] = None
    return [term for term in found if is_not_negative(known, term)][:14]


def facts_here(known: Indexed, target: Sum) -> list[tuple[Any, Fact]]:
    """Facts, and facts for each index at the index terms at hand, that have to do with it."""
    terms = [monomial_term(m) for m in target]
    names = spoken(terms)
    indices = index_terms(known, in_form(target))[:5]
    for at in list(indices):
        before = known.ring.canonical(at - ONE)
        if at.op != "number" and before not in indices:
            indices.append(before)
    found: list[tuple[Any, Fact]] = list(known.facts.items())
    for id, (each, _) in known.many.items():
        for values in product(indices, repeat=each.arity):
            try:
                found.append(([id, *values], known.instance(each, values)))
            except FAULTS:
                continue
    close = [(used, f) for used, f in found if spoken(f[::2]) & names or not spoken(f[::2])]
    return close[:40]


def _equations(known: Indexed, target: Sum, gaps: list[tuple[Any, Fact]]) -> Iterator[Candidate]:
    for used, (left, relation, right) in gaps:
        if relation != "=":
            continue
        gap = right - left
        some = any(side.op == "summed" for side in (left, right))
        sums = [side for side in (left, right) if some and side.op != "number"]
        for times in dict.fromkeys([ONE, *sums, *multipliers(known, target, gap)]):
            yield True, {"fact": used, "times": times}, times * gap


def _extra(known: Indexed, gaps: list[tuple[Any, Fact]], factors: list[Term]) -> list[Term]:
    found: dict[Term, None] = {}
    for _, (left, _, right) in gaps[:16]:
        try:
            p = form(known, right - left)
        except FAULTS:
            continue
        for m in p:
            kinds = ("exp", "variable", *(("summed",) if len(gaps) < 16 else ()))
            found |= {factor_term([power]): None for power in ordered(m) if power[0].op in kinds}
    return [t for t in found if t not in factors and is_not_negative(known, t)][:5]


def multipliers(known: Indexed, target: Sum, gap: Term) -> list[Term]:
    """Quotients of the target's terms by terms of a gap."""
    try:
        p = form(known, gap)
    except FAULTS:
        return []
    found: dict[Term, None] = {}
    for m in target:
        for k in p:
            if k == m or not (m or k):
                continue
            quotient = join(m, inverse(k))
            below = (x for x, e in quotient if e.is_number and e.number < 0)
            if len(quotient) <= 4 and all(is_positive(known, x) for x in below):
                found[monomial_term(quotient)] = None
    good = [t for t in found if t != ONE and known.has_value(t)]
    return sorted(good, key=lambda t: t.size)[:12]


def _squares(known: Indexed, target: Sum) -> Iterator[Candidate]:
    roots: dict[Term, None] = {ONE: None}
    for m in target:
        root = even_root(known, m)
        if root is not None and known.has_value(root):
            roots[root] = None
    halves = list(roots)[:8]
    for a, b in combinations(halves, 2):
        for root in (a - b, a + b):
            yield False, {"squares": [root]}, root**TWO
    for u in halves[:6]:
        for v, w in combinations_with_replacement(halves[:6], 2):
            if u not in (v, w):
                root = TWO * u - v - (w if w != v else ZERO)
                yield False, {"squares": [root]}, root**TWO


def named(term: Term, known: Indexed) -> bool:
    """Can the term be written here?"""
    return not loose(term) and variables(term) <= known.kinds.keys()
