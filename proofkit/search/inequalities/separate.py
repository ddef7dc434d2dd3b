"""A sum of polynomials on boxes that share no variable: each is bounded alone."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import UNIT, Sparse, as_sum
from proofkit.language.terms import ZERO, variables
from proofkit.search.inequalities import bernstein
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.shapes import form
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import Node, have, psatz, stated, summand

PLACES = 2**20


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    terms = form(known, goal[2])
    if terms is None:
        return None
    groups = _groups(terms)
    if len(groups) < 2:
        return None
    least = [_least(search, known, group) for group in groups]
    found = [low for low in least if low is not None]
    spare = Fraction(terms.get(UNIT, 0)) + sum(found)
    if len(found) < len(groups) or spare <= 0:
        return None
    entries = []
    for group, low in zip(groups, found, strict=True):
        bound = low - spare / (2 * len(groups))
        part: Fact = (ZERO, "<=", as_sum({**group, UNIT: -bound}))
        node = bernstein.prove(search, known, part, fuel)
        if node is None:
            return None
        entries.append(stated(search.name("s"), part, node))
    rest = summand(spare - spare / 2)
    return have(entries, psatz([rest, *(summand(1, [entry["id"]]) for entry in entries)]))


def _groups(terms: Sparse) -> list[Sparse]:
    """The terms that are tied together by their variables; numbers are left out."""
    groups: list[tuple[set[str], Sparse]] = []
    for monomial, c in terms.items():
        names = set().union(*(variables(x) for x, _ in monomial))
        if not names:
            continue
        tied = [g for g in groups if g[0] & names]
        joined: Sparse = {monomial: c}
        for others, part in tied:
            names |= others
            joined |= part
        groups = [g for g in groups if g not in tied] + [(names, joined)]
    return [part for _, part in groups]


def _least(search: Prover, known: Known, group: Sparse) -> Fraction | None:
    """A number a little below the least value on the box, as it seems."""
    system = System(search, known, (ZERO, "<=", as_sum(group)))
    shape, ranges = bernstein.shape_of(system), bernstein.ends(system)
    many = prod(d + 1 for d in shape.values())
    if not shape.keys() <= ranges.keys() or many > bernstein.MAX_COEFFICIENTS:
        return None
    table = bernstein.coefficients(system, shape, ranges)
    dense = np.array([float(c) for c in table.values()])
    value = bernstein.lowest(dense.reshape([d + 1 for d in shape.values()]))[1]
    return Fraction(int(np.floor(value * PLACES)), PLACES)
