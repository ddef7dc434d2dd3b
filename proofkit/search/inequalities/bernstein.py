"""A polynomial on a box: its Bernstein coefficients are weights for products of the distances to
the ends. Where one has the wrong sign the box is cut, in a variable that is not linear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.terms import ZERO, Term, number
from proofkit.search.inequalities.derive import fresh_name
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.system import Column, System
from proofkit.search.inequalities.translation import fraction
from proofkit.search.nodes import RING, SIGN, Node, chain, checked, rule

MAX_COEFFICIENTS = 150
MAX_PIECES = 40


@dataclass(frozen=True)
class Side:
    """A factor of the system that is `scale` times the distance to an end."""

    factor: int
    end: Fraction
    scale: Fraction


Range = tuple[Side, Side]


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    return _on(search, known, goal, [MAX_PIECES if fuel > 1 else MAX_PIECES // 6])


def _on(search: Prover, known: Known, goal: Fact, pieces: list[int]) -> Node | None:
    search.budget.spend()
    pieces[0] -= 1
    if goal[2].op == "number":
        return checked(known, goal, SIGN)
    system = System(search, known, goal)
    if pieces[0] < 0 or system.equations:
        return None
    ranges = ends(system)
    shape = shape_of(system)
    if not shape or not shape.keys() <= ranges.keys():
        return None
    for g, d in shape.items():
        if d == 1 and len(shape) > 1 and system.t.terms[g].op == "variable":
            return _at_ends(search, known, goal, system.t.terms[g], ranges[g], pieces)
    if prod(d + 1 for d in shape.values()) > MAX_COEFFICIENTS:
        return None
    table = coefficients(system, shape, ranges)
    least = min(table.values())
    if least > 0 or (least == 0 and goal[1] == "<="):
        return _node(system, shape, ranges, table, least / 2)
    cut = _cut(system, shape, ranges, table)
    if cut is None:
        return None
    return search.split(known, *cut, lambda place: _on(search, place, goal, pieces))


def _at_ends(
    search: Prover, known: Known, goal: Fact, x: Term, over: Range, pieces: list[int]
) -> Node | None:
    """A polynomial that is linear in a variable is least at one of its ends."""
    _, relation, whole = goal
    low, high = (number(side.end) for side in over)
    nodes = []
    for end in (low, high):
        value = known.ring.canonical(known.put(whole, x.args[0], end))
        node = _on(search, known, (ZERO, relation, value), pieces)
        if node is None:
            return None
        nodes.append(
            chain(ZERO, [(relation, value, node), ("=", known.put(whole, x.args[0], end), RING)])
        )
    name = x.args[0]
    where = {"variable": name, "low": low, "high": high, "fresh": fresh_name(known, name)}
    return rule("concave", **where, closed=[], open=[], left=nodes[0], right=nodes[1], bend=RING)


def ends(system: System) -> dict[int, Range]:
    """The nearest ends of the generators, each with the factor that says so."""
    low: dict[int, Side] = {}
    high: dict[int, Side] = {}
    for k, factor in enumerate(system.factors):
        entries = factor.poly.to_dict()
        linear = [e for e in entries if sum(e) == 1]
        if k == 0 or factor.degree != 1 or len(linear) != 1:
            continue
        c = fraction(entries[linear[0]])
        end = -sum((fraction(v) for e, v in entries.items() if not sum(e)), Fraction(0)) / c
        g, side = linear[0].index(1), Side(k, end, abs(c))
        nearest = low if c > 0 else high
        if g not in nearest or (end > nearest[g].end) == (c > 0):
            nearest[g] = side
    return {g: (low[g], high[g]) for g in low if g in high and low[g].end < high[g].end}


def shape_of(system: System) -> dict[int, int]:
    """The generators in the goal, each with its degree."""
    degrees = map(int, system.factors[0].poly.degrees())
    return {g: d for g, d in enumerate(degrees) if d > 0}


def coefficients(
    system: System, shape: Mapping[int, int], ranges: Mapping[int, Range]
) -> dict[tuple[int, ...], Fraction]:
    """Of the goal on the box: `sum c_k * prod comb(d, k) t^k (1-t)^(d-k)`."""
    dense = np.full([d + 1 for d in shape.values()], Fraction(0), dtype=object)
    for e, c in system.factors[0].poly.to_dict().items():
        dense[tuple(int(e[g]) for g in shape)] = -fraction(c)
    for axis, (g, d) in enumerate(shape.items()):
        low, high = ranges[g][0].end, ranges[g][1].end
        matrix = _change(d, low, high)
        dense = np.moveaxis(np.tensordot(matrix, dense, axes=([1], [axis])), 0, axis)
    return {tuple(map(int, k)): dense[k] for k in product(*(range(d + 1) for d in shape.values()))}


def _change(d: int, low: Fraction, high: Fraction) -> Any:
    """From powers of x to Bernstein coefficients on a range."""
    width = high - low
    moved = [
        [comb(p, j) * low ** (p - j) * width**j if j <= p else Fraction(0) for p in range(d + 1)]
        for j in range(d + 1)
    ]
    weight = [
        [Fraction(comb(k, j), comb(d, j)) if j <= k else Fraction(0) for j in range(d + 1)]
        for k in range(d + 1)
    ]
    return np.array(weight, dtype=object).dot(np.array(moved, dtype=object))


def _node(
    system: System,
    shape: Mapping[int, int],
    ranges: Mapping[int, Range],
    table: Mapping[tuple[int, ...], Fraction],
    spare: Fraction,
) -> Node | None:
    """The coefficients as weights, what all have to spare as a number of its own."""
    parts: list[tuple[Fraction, Column]] = [(Fraction(1), system.column((0,)))]
    if spare:
        parts.append((spare, system.column(())))
    for ks, c in table.items():
        weight, factors = c - spare, list[int]()
        for (g, d), k in zip(shape.items(), ks, strict=True):
            low, high = ranges[g]
            weight *= comb(d, k) / (high.end - low.end) ** d
            weight /= low.scale**k * high.scale ** (d - k)
            factors += [low.factor] * k + [high.factor] * (d - k)
        if weight:
            parts.append((weight, system.column(tuple(factors))))
    return system.node(parts, [])


def _cut(
    system: System,
    shape: Mapping[int, int],
    ranges: Mapping[int, Range],
    table: Mapping[tuple[int, ...], Fraction],
) -> tuple[Term, Term] | None:
    """Along which variable to cut, and where: in that in which the coefficients bend most, where
    the goal is least, for at a corner the coefficients are exact."""
    dense = np.array([float(c) for c in table.values()])
    dense = dense.reshape([d + 1 for d in shape.values()])
    bends = [
        float(abs(np.diff(dense, 2, axis=axis)).max()) if d > 1 else 0.0
        for axis, d in enumerate(shape.values())
    ]
    point, value = lowest(dense)
    if max(bends) == 0 or value < 0:
        return None
    axis = bends.index(max(bends))
    low, high = ranges[list(shape)[axis]]
    touches = value < 1e-3 * abs(dense).max()
    part = Fraction(point[axis]).limit_denominator(10**6 if touches else 64)
    part = part if Fraction(1, 16) <= part <= Fraction(15, 16) else Fraction(1, 2)
    at = low.end + part * (high.end - low.end)
    return system.t.term(system.t.gens[list(shape)[axis]]), number(at)


def lowest(dense: Any) -> tuple[list[float], float]:
    """About where in the unit box the polynomial with these coefficients is least."""
    random = np.random.default_rng(1)
    points = np.vstack([random.random((400, dense.ndim)), list(product((0, 1), repeat=dense.ndim))])
    for scale in 0.3 ** np.arange(1, 14):
        values = _values(dense, points)
        best = points[np.argsort(values)[:20]]
        around = best[:, None, :] + random.normal(0, scale, (20, 20, dense.ndim))
        points = np.vstack([best, np.clip(around.reshape(-1, dense.ndim), 0, 1)])
    values = _values(dense, points)
    return [float(x) for x in points[np.argmin(values)]], float(values.min())


def _values(dense: Any, points: Any) -> Any:
    total = np.broadcast_to(dense, (len(points), *dense.shape))
    for axis in range(dense.ndim):
        d, t = total.shape[1] - 1, points[:, axis]
        basis = np.array([comb(d, k) * t**k * (1 - t) ** (d - k) for k in range(d + 1)]).T
        total = np.einsum("nk,nk...->n...", basis, total)
    return total
