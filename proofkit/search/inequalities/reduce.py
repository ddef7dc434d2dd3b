"""Clear denominators and drop factors of known sign: what is left is `0 <= p` or `0 < p`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import Sparse, as_sum
from proofkit.kernel.sign import POSITIVE
from proofkit.language.terms import ZERO, Term, multiply, number
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.translation import Translation
from proofkit.search.inequalities.values import prepared
from proofkit.search.nodes import Node, have, psatz, stated, summand

SIDE_FUEL = 2


@dataclass
class Parts:
    """`difference = weight * factors * squares * rest / divisors`, all factors > 0."""

    weight: Fraction
    rest: Any
    signs: list[Term] = field(default_factory=list)
    squares: list[Term] = field(default_factory=list)
    divisors: list[Term] = field(default_factory=list)


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    left, relation, right = goal
    difference = right - left
    above, below = known.ring.ratio(difference)
    t = Translation(known, [above, below])
    shown: list[Node] = []
    with suppress(Undefined):  # powers may have got other bases
        known, shown = prepared(search, known, as_sum(above), 1)
    found = _parts(search, known, t, (above, below), relation, fuel)
    if found is None:
        return None
    known, entries, parts = found
    entries = [*shown, *entries]
    rest = t.term(parts.rest)
    if left == ZERO and rest == right:
        return None
    if rest.op == "number":
        weight = parts.weight * rest.args[0]
        if weight <= 0:
            return None
        times = multiply(*parts.divisors) if parts.divisors else None
        return have(entries, psatz([summand(weight, [], parts.signs, parts.squares)], times))
    id = search.name("r")
    known, more = prepared(search, known, rest, 1)
    entries = [*entries, *more]
    because = search.prove(known, (ZERO, relation, rest), fuel)
    if because is None:
        return None
    node = psatz(
        [summand(parts.weight, [id], parts.signs, parts.squares)],
        multiply(*parts.divisors) if parts.divisors else None,
    )
    return have([*entries, stated(id, (ZERO, relation, rest), because)], node)


def _parts(
    search: Prover,
    known: Known,
    t: Translation,
    form: tuple[Sparse, Sparse],
    relation: str,
    fuel: int,
) -> tuple[Known, list[Node], Parts] | None:
    weight, found = t.factors(*form)
    if not weight:
        return None
    factors: dict[str, tuple[Any, int]] = {}
    for f, e in found:
        factors[str(f)] = f, factors.get(str(f), (f, 0))[1] + e
    parts = Parts(weight, t.one)
    entries: list[Node] = []
    single = sum(e % 2 for _, e in factors.values() if e > 0) <= 1 and relation == "<="
    for f, e in sorted(factors.values(), key=lambda item: item[1]):
        known, more = _place(search, known, t, parts, f, e, relation, fuel, single)
        if more is None:
            return None
        entries += more
    size = abs(parts.weight)
    parts.rest = parts.rest if parts.weight > 0 else -parts.rest
    parts.weight = size
    return known, entries, parts


def _place(
    search: Prover,
    known: Known,
    t: Translation,
    parts: Parts,
    f: Any,
    e: int,
    relation: str,
    fuel: int,
    single: bool,
) -> tuple[Known, list[Node] | None]:
    """Say where one factor goes; None if a divisor's sign is not found."""
    if e == 0:
        return known, []
    if e > 0 and e % 2 == 0 and relation == "<=":
        parts.squares.append(t.term(f) ** number(e // 2) if e > 2 else t.term(f))
        return known, []
    sign = search.is_positive(known, t.term(f))
    if known.sign(t.term(f)) == POSITIVE:
        sign = 1
    whole = f if sign >= 0 else -f
    sure = None
    alone = e > 0 and (single or len(t.keys) == 0)
    if sign and not alone:
        sure = search.positive(known, t.term(whole), min(fuel, SIDE_FUEL))
    if sure is None:
        if e > 0:
            parts.rest = parts.rest * f**e
            return known, []
        if e % 2:
            return known, None
        parts.divisors.append(t.term(f) ** number(-e))
        return known, []
    if sign < 0 and e % 2:
        parts.weight = -parts.weight
    term = t.term(whole)
    raised = term if abs(e) == 1 else term ** number(abs(e))
    (parts.signs if e > 0 else parts.divisors).append(raised)
    return sure
