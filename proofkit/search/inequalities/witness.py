"""Points that refute: found in machine numbers, rounded to short rationals, decided exactly.

First points drawn from the facts, from far and near; then steps downhill towards the least
margin. Whatever is found is only a candidate until the kernel has decided it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod

import numpy as np

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, upwards
from proofkit.kernel.points import Point
from proofkit.kernel.polynomial import Sum
from proofkit.language.terms import Term, variables
from proofkit.search.budget import Budget
from proofkit.search.exponents import degrees
from proofkit.search.inequalities.numeric import Array, Numeric
from proofkit.search.inequalities.quadrics import onto, quadric
from proofkit.search.inequalities.sampling import (
    equations_solved,
    gap,
    holding,
    sample,
    slope,
    whole,
)

Values = dict[str, Fraction]
DENOMINATORS = (1, 2, 3, 4, 6, 10, 60, 1000, 10**5, 10**8, 10**12)
DECIDING_BITS = 512
CLOSED_WORK, CLOSED_SECONDS = 2_000_000, 5.0
"""The one point that equations leave is decided with all the bits there are."""
CORNERS = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 3.0)
MAX_CORNERED = 4
SMALL = "0 1 2 -1 1/2 3 -2 4 5 1/3 -1/2 3/2 1/4 2/3 10 5/6 1/10 6 8 -3 100"


def holds(context: Context, values: Mapping[str, Fraction], facts: Sequence[Fact]) -> bool:
    """Do these facts certainly hold at the point, whose integers are whole?"""
    if any(whole and values[name].denominator > 1 for name, whole in context.parameters.items()):
        return False
    return all(_verdict(context, values, fact) == "holds" for fact in facts)


def refutes(context: Context, fact: Fact, values: Mapping[str, Fraction]) -> bool:
    """Do the hypotheses hold at the point, and the statement fail?"""
    return _verdict(context, values, fact) == "fails" and holds(
        context, values, list(context.hypotheses.values())
    )


def _verdict(context: Context, values: Mapping[str, Fraction], fact: Fact) -> str:
    try:
        with limited(200_000, 1.0):
            return Point(context, values).decide(fact, DECIDING_BITS).value
    except (LimitExceeded, Undefined, OverflowError):
        return "undecided"


def closed_refutation(context: Context, fact: Fact) -> Values | None:
    """The only point there is, if it refutes: where nothing is unknown, or where each unknown is
    given by a linear equation. Machine numbers have no say there."""
    values = _only_point(context)
    if values is None:
        return None
    try:
        with limited(CLOSED_WORK, CLOSED_SECONDS):
            here = Point(context, values)
            if any(here.decide(f).value != "holds" for f in context.hypotheses.values()):
                return None
            return values if here.decide(fact).value == "fails" else None
    except (LimitExceeded, Undefined, OverflowError):
        return None


def _only_point(context: Context) -> Values | None:
    """Where linear equations put all unknowns, if they do."""
    facts = [upwards(f) for f in context.hypotheses.values()]
    nowhere = dict.fromkeys(sorted(context.parameters), Fraction(0))
    values, moved = _moved_onto(context, facts, nowhere)
    return values if moved == set(nowhere) else None


def inhabitant(context: Context, budget: Budget) -> Values | None:
    """A point at which all hypotheses hold."""
    facts = [upwards(f) for f in context.hypotheses.values()]
    if (only := _only_point(context)) is not None and holds(context, only, facts):
        return only
    names = sorted(context.parameters)
    spoken = set().union(*(variables(f[0]) | variables(f[2]) for f in facts)) if facts else set()
    free = {name: Fraction(1) for name in names if name not in spoken}
    names = [name for name in names if name in spoken]
    for point in _grid(context, facts, names):
        budget.spend()
        values = {**free, **point}
        if holds(context, values, facts):
            return values
    return None


def _grid(context: Context, facts: list[Fact], names: list[str]) -> Iterator[Values]:
    points = sample(facts, context.parameters, names, 40)
    for k in range(min(points.size if names else 1, 30)):
        values = {name: float(points.points[name][k]) for name in names}
        for below in (1, 4, 60, 10**4):
            yield {name: Fraction(v).limit_denominator(below) for name, v in values.items()}
    random = np.random.default_rng(3)
    small = np.array([float(Fraction(x)) for x in SMALL.split()])
    columns = {
        name: np.concatenate([[x] * 3 for x in small[:3]] + [random.choice(small, 4000)])[:4000]
        for name in names
    }
    here = Numeric(columns)
    good = np.ones(here.size, bool)
    for fact in facts:
        v, e = here.value(gap(fact))
        good &= abs(v) <= 100 * e if fact[1] == "=" else v >= -100 * e
    for k in np.flatnonzero(good)[:60]:
        yield {name: Fraction(float(columns[name][k])).limit_denominator(1000) for name in names}
    if not any(f[1] == "=" for f in facts):
        return
    for _ in range(4):
        for solved in names:
            columns = {name: random.choice(small, 600) for name in names}
            columns[solved] = columns[solved] + random.normal(0, 2, 600)
            for fact in [f for f in facts if f[1] == "="] * 12:
                columns = _solve(columns, gap(fact), solved)
            here = Numeric(columns)
            good = np.ones(here.size, bool)
            for fact in facts:
                v, e = here.value(gap(fact))
                good &= abs(v) <= 1e-8 + 100 * e if fact[1] == "=" else v >= 0
            for k in np.flatnonzero(good)[:40]:
                yield {
                    name: Fraction(float(columns[name][k])).limit_denominator(1000)
                    for name in names
                }


def _solve(columns: dict[str, Array], term: Term, name: str) -> dict[str, Array]:
    """A step of Newton's method in one variable."""
    v, _ = Numeric(columns).value(term)
    with np.errstate(all="ignore"):
        move = np.nan_to_num(v / slope(columns, term, name, v), posinf=0, neginf=0)
    return {**columns, name: columns[name] - move}


def refutation(context: Context, fact: Fact, budget: Budget, rounds: int = 8) -> Values | None:
    """A point at which the hypotheses hold and the statement fails."""
    left, relation, right = upwards(fact)
    facts = [upwards(f) for f in context.hypotheses.values()]
    names = sorted(context.parameters)
    difference = right - left
    surface = quadric(context, facts)
    base = inhabitant(context, budget.part(1)) if surface else None
    if (only := closed_refutation(context, fact)) is not None:
        return only
    seen: set[tuple[Fraction, ...]] = set()
    for batch in _candidates(context, facts, names, difference, relation, budget, rounds):
        for below, point in itertools.product(DENOMINATORS, batch):
            budget.spend()
            values = {name: Fraction(x).limit_denominator(below) for name, x in point.items()}
            values = on_equations(context, facts, values)
            if surface and base:
                values = onto(surface, base, values) or values
            key = tuple(values.values())
            if key not in seen and _looks_right(
                context.parameters, values, facts, difference, relation
            ):
                seen.add(key)
                if refutes(context, fact, values):
                    return values
    return None


def on_equations(context: Context, facts: list[Fact], values: Values) -> Values:
    """The point moved along one coordinate for each equation that is linear in it, so that the
    equation holds exactly."""
    return _moved_onto(context, facts, values)[0]


def _moved_onto(context: Context, facts: list[Fact], values: Values) -> tuple[Values, set[str]]:
    """That point, and the coordinates that were moved."""
    ring = Known(context, Trail()).ring
    moved: set[str] = set()
    for left, relation, right in facts:
        terms = ring.polynomial(right - left) if relation == "=" else None
        for name in sorted(variables(left) | variables(right), reverse=True):
            if name in moved or {dict(degrees(m)).get(name, 0) for m in terms or ()} != {0, 1}:
                continue
            at = _zero(values, terms or Sum(), name)
            if at is not None and (not context.parameters[name] or at.denominator == 1):
                values = {**values, name: at}
                moved.add(name)
                break
    return values, moved


def _zero(values: Values, terms: Sum, name: str) -> Fraction | None:
    """Where a polynomial that is linear in a variable vanishes, the others being given."""
    sums = {0: Fraction(0), 1: Fraction(0)}
    for monomial, c in terms.items():
        powers = dict(degrees(monomial))
        k = powers.pop(name, 0)
        sums[k] += c * prod(values[x] ** e for x, e in powers.items())
    return -sums[0] / sums[1] if sums[1] else None


def _looks_right(
    kinds: Mapping[str, bool],
    values: Values,
    facts: list[Fact],
    difference: Term,
    relation: str,
) -> bool:
    if any(integer and values[name].denominator > 1 for name, integer in kinds.items()):
        return False
    here = Numeric({name: np.array([float(x)]) for name, x in values.items()})
    for fact in facts:
        v, e = here.value(gap(fact))
        if abs(v[0]) > 1e-6 if fact[1] == "=" else v[0] < -8 * e[0]:
            return False
    v, e = here.value(difference)
    return bool(abs(v[0]) > 0 if relation == "=" else v[0] <= 4 * e[0])


def _candidates(
    context: Context,
    facts: list[Fact],
    names: list[str],
    difference: Term,
    relation: str,
    budget: Budget,
    rounds: int,
) -> Iterator[list[dict[str, float]]]:
    if not names:
        yield [{}]
        return
    yield list(_worst(_corners(context, facts, names), names, difference, relation, 4))
    points = sample(facts, context.parameters, names, 600 if rounds else 150)
    columns = points.points
    yield list(_worst(columns, names, difference, relation, 12))
    if not points.size:
        return
    for _ in range(rounds):
        budget.spend()
        columns = _downhill(columns, names, context, facts, difference)
        yield list(_worst(columns, names, difference, relation, 3))


def _corners(context: Context, facts: list[Fact], names: list[str]) -> dict[str, Array]:
    """All points with very small coordinates at which the facts hold, where an equation may."""
    if len(names) > MAX_CORNERED:
        return {name: np.zeros(0) for name in names}
    grid = np.meshgrid(*(np.array(CORNERS) for _ in names))
    points = {name: x.ravel() for name, x in zip(names, grid, strict=True)}
    kept = holding(points, facts)
    for name in names:
        if context.parameters[name]:
            kept &= points[name] == np.round(points[name])
    return {name: x[kept] for name, x in points.items()}


def _worst(
    columns: dict[str, Array], names: list[str], difference: Term, relation: str, many: int
) -> Iterator[dict[str, float]]:
    v, e = Numeric(columns).value(difference)
    bad = abs(v) > 1e-9 if relation == "=" else v < -8 * e
    if relation == "<":
        bad |= abs(v) <= 8 * e
    found = np.flatnonzero(bad)
    order = sorted(
        found, key=lambda k: float(sum(abs(np.log(abs(columns[n][k]) + 1e-300)) for n in names))
    )
    least = sorted(found, key=lambda k: float(v[k]))[:2]
    if relation == "<":  # a shorter number near the least may be where the sides touch
        least += [k for k in np.argsort(v)[:2] if np.isfinite(v[k])]
    for k in [*order[:many], *least]:
        yield {name: float(columns[name][k]) for name in names}


def _downhill(
    columns: dict[str, Array],
    names: list[str],
    context: Context,
    facts: list[Fact],
    difference: Term,
) -> dict[str, Array]:
    """Keep the points with the least margin, and look around them at several distances."""
    random = np.random.default_rng(len(next(iter(columns.values()))))
    v, _ = Numeric(columns).value(difference)
    v = np.where(np.isnan(v), np.inf, v)
    best = np.argsort(v)[:25]
    around: dict[str, list[Array]] = {name: [columns[name][best]] for name in names}
    for scale in (1.0, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4, 1e-6):
        which = random.random((len(names), 8, len(best))) < max(0.4, 1 / len(names))
        for name, moves in zip(names, which, strict=True):
            x = columns[name][best]
            step = scale * np.maximum(abs(x), 0.1 * scale) * random.normal(0, 1, (8, len(best)))
            moved = (x + step * moves).ravel()
            around[name].append(np.round(moved) if context.parameters[name] else moved)
    new = {name: np.concatenate(parts) for name, parts in around.items()}
    new = equations_solved(new, [fact for fact in facts if fact[1] == "="])
    new = whole(new, context.parameters)
    good = holding(new, facts)
    return {name: column[good] for name, column in new.items()} if good.any() else columns


ROUNDING = 1e-10
"""So near to 0, in comparison with the sides, a difference of doubles says nothing."""


def least_margin(context: Context, fact: Fact) -> str:
    """Where among samples the two sides come closest, in words; "" if nothing was sampled."""
    left, relation, right = upwards(fact)
    facts = [upwards(f) for f in context.hypotheses.values()]
    names = sorted(context.parameters)
    points = sample(facts, context.parameters, names, 600)
    v, _ = points.value(right - left)
    v = np.where(np.isfinite(v), abs(v) if relation == "=" else v, np.inf)
    if not len(v) or not np.isfinite(v).any():
        return ""
    k = int(np.argmin(v))
    at = ", ".join(f"{name} = {points.points[name][k]:.4g}" for name in names)
    sizes = [abs(points.value(side)[0][k]) for side in (left, right)]
    margin = f"about {v[k]:.2g}" if abs(v[k]) > ROUNDING * (1 + max(sizes)) else "0 up to rounding"
    return f"the least margin seen is {margin}, at {at}" if at else ""
