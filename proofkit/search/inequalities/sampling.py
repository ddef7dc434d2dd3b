"""Points, in machine numbers, at which facts hold: where a goal is tried before it is proved."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.terms import Term, subtract, variables
from proofkit.language.words import RELATIONS
from proofkit.search.inequalities.numeric import Array, Numeric, silent

STEPS: tuple[float, ...] = (1e-9, 1e-6, 1e-3, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9)
STEPS += (1.0, 1.5, 2.0, 2.5, 3, 4, 5, 6, 8, 10, 12, 20, 50, 100, 1000, 1e6)
PARTS: tuple[float, ...] = (0.0, 1e-9, 1e-6, 1e-3, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
PARTS += tuple(1 - part for part in PARTS[:-1])
MANY = 3000
STILL = 1e-15
NEAR = 1e-4
"""How far off a goal may be at a point that solves equations in machine numbers only: where
`x^2 = 0` seems to hold, x is small."""
TRIED = np.array([0.0, 1.0, 2.0, -1.0, -2.5, 70.0])


def gap(fact: Fact) -> Term:
    """What is >= 0 (or > 0, or = 0) when the fact holds; facts have the larger side right."""
    left, relation, right = fact
    return subtract(*((right, left) if RELATIONS[relation].upwards else (left, right)))


@silent
def sample(
    facts: Sequence[Fact], kinds: Mapping[str, bool], names: Sequence[str], wanted: int = 60
) -> Numeric:
    """Points for these names at which the facts about them hold."""
    within = tuple(f for f in facts if variables(f[0]) | variables(f[2]) <= set(names))
    integers = frozenset(name for name in names if kinds.get(name))
    return Numeric(_points(within, integers, tuple(names), wanted))


@lru_cache(maxsize=64)
def _points(
    within: tuple[Fact, ...], integers: frozenset[str], names: tuple[str, ...], wanted: int
) -> dict[str, Array]:
    """One step of a proof after another is tried at the same points."""
    random = np.random.default_rng(7)
    kinds = dict.fromkeys(integers, True)
    ends = _ends(within, names)
    if any(low > high for low, high in ends.values()):
        return {name: np.zeros(0) for name in names}
    size = 1 if not names else 4 * len(STEPS) if len(names) == 1 else MANY
    points = {name: _column(ends[name], size, random, len(names) == 1) for name in names}
    points = whole(points, kinds)
    points = whole(equations_solved(points, [f for f in within if f[1] == "="]), kinds)
    kept = holding(points, within)
    if len(names) > 1 and kept.sum() < wanted:
        points = whole(_repair(points, within, random), kinds)
        kept = holding(points, within)
    chosen = np.flatnonzero(kept)
    if len(names) > 1:
        chosen = chosen[: 4 * wanted]
    return {name: column[chosen] for name, column in points.items()}


@silent
def fails(here: Numeric, goal: Fact, slack: float) -> bool:
    """Does the goal fail at one of the points, by more than rounding and this?"""
    v, e = here.value(gap(goal))
    if goal[1] == "=":
        return bool(np.any(abs(v) > 1e-7 + 1e3 * e + slack))
    return bool(np.any(v < -8 * e - slack))


def slack_of(facts: Iterable[Fact]) -> float:
    """How far off a goal may be at a point at which these facts hold in machine numbers only."""
    return NEAR if any(fact[1] == "=" for fact in facts) else 0.0


@silent
def seems_false(known: Known, goal: Fact) -> bool:
    """Does the goal fail at a sample of where the hypotheses hold, and what else is known here?
    Then there is no proof to look for. All goals about the same parameters are tried at the same
    points."""
    if "P" in (goal[0].op, goal[2].op):
        return False
    context = known.context
    plain = context.unfold(goal[0]), goal[1], context.unfold(goal[2])
    facts = tuple(context.hypotheses.values())
    names = sorted(context.parameters)
    if not variables(plain[0]) | variables(plain[2]) <= set(names):
        return False
    here = sample(facts, context.parameters, names)
    more = [f for id, f in known.facts.items() if id not in context.hypotheses]
    more = [(context.unfold(f[0]), f[1], context.unfold(f[2])) for f in more]
    if not all(variables(f[0]) | variables(f[2]) <= set(names) for f in more):
        return False
    kept = holding(here.points, more)
    there = Numeric({name: column[kept] for name, column in here.points.items()})
    return fails(there, plain, slack_of([*facts, *more]))


def whole(points: Mapping[str, Array], kinds: Mapping[str, bool]) -> dict[str, Array]:
    """The points with the integers among their coordinates rounded."""
    return {name: np.round(x) if kinds.get(name) else x for name, x in points.items()}


def _ends(facts: Sequence[Fact], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Between which numbers the facts about one variable put it, found by trying: the values
    of a linear fact at a few points."""
    ends = dict.fromkeys(names, (-math.inf, math.inf))
    for fact in facts:
        spoken = variables(fact[0]) | variables(fact[2])
        if len(spoken) != 1:
            continue
        (name,) = spoken
        v, _ = Numeric({name: TRIED}).value(gap(fact))
        slope = v[1] - v[0]
        if not np.isfinite(v).all() or slope == 0:
            continue
        if (abs(v - v[0] - slope * TRIED) > 1e-9 * abs(slope) * (1 + abs(TRIED))).any():
            continue
        end, (low, high) = -v[0] / slope, ends[name]
        if fact[1] == "=":
            ends[name] = end, end
        else:
            ends[name] = (max(low, end), high) if slope > 0 else (low, min(high, end))
    return ends


def _column(ends: tuple[float, float], size: int, random: np.random.Generator, all_: bool) -> Array:
    low, high = ends
    if math.isfinite(low) and math.isfinite(high):
        values = low + (high - low) * np.array(PARTS)
        filling = random.uniform(low, high, 4 * len(STEPS))
    elif math.isfinite(low) or math.isfinite(high):
        steps = np.array((0.0, *STEPS))
        values = low + steps if math.isfinite(low) else high - steps
        spread = np.exp(random.normal(0, 1.5, 3 * len(STEPS)))
        filling = low + spread if math.isfinite(low) else high - spread
    else:
        values = np.array((0.0, *STEPS, *(-s for s in STEPS)))
        filling = random.normal(0, 2, 2 * len(STEPS))
    if all_:
        return np.resize(np.concatenate([values, filling]), size)
    middling = values[(abs(values) < 2000) & (abs(values) > 1e-5) | (values == 0)]
    pool = np.concatenate([middling if len(middling) else values, filling])
    return random.choice(pool, size)


@silent
def holding(points: Mapping[str, Array], facts: Sequence[Fact]) -> Array:
    """At which of the points the facts seem to hold."""
    here = Numeric(points)
    kept = np.ones(here.size, bool)
    for fact in facts:
        v, e = here.value(gap(fact))
        if fact[1] == "=":
            kept &= abs(v) <= 1e-9 + 1e3 * e
        else:
            kept &= v > 0 if RELATIONS[fact[1]].strict else v >= 0
    return kept


def slope(points: Mapping[str, Array], term: Term, name: str, here: Array) -> Array:
    """How steeply a term rises in one variable from its values here; no number at a pole."""
    step = 1e-6 * (1 + abs(points[name]))
    moved, _ = Numeric({**points, name: points[name] + step}).value(term)
    with np.errstate(all="ignore"):
        found: Array = (moved - here) / step
    return found


def equations_solved(points: dict[str, Array], equations: Sequence[Fact]) -> dict[str, Array]:
    """Newton's steps towards the zeros of the equations, until no point moves."""
    for _ in range(12 if equations else 0):
        moved_on = False
        for equation in equations:
            term = gap(equation)
            names = sorted(variables(term))
            v, _ = Numeric(points).value(term)
            slopes = {name: slope(points, term, name, v) for name in names}
            with np.errstate(all="ignore"):
                size = sum(steep**2 for steep in slopes.values())
                for name in names:
                    move = np.nan_to_num(v * slopes[name] / size)
                    moved_on |= bool(np.any(abs(move) > STILL * (1 + abs(points[name]))))
                    points[name] = points[name] - move
        if not moved_on:
            break
    return points


def _repair(
    points: dict[str, Array], facts: Sequence[Fact], random: np.random.Generator
) -> dict[str, Array]:
    """Move the points along the slopes of the facts that fail there until they hold."""
    for _ in range(6):
        for fact in facts:
            if fact[1] == "=":
                points = equations_solved(points, [fact])
                continue
            term = gap(fact)
            names = sorted(variables(term))
            v, _ = Numeric(points).value(term)
            size = len(v)
            bad = ~(v > 0)
            if not bad.any() or not names:
                continue
            aim = np.exp(random.normal(-1, 1.5, size))
            name = names[int(random.integers(len(names)))]
            with np.errstate(all="ignore"):
                move = np.nan_to_num((aim - v) / slope(points, term, name, v), posinf=0, neginf=0)
            points = {**points, name: np.where(bad, points[name] + move, points[name])}
    return points
