"""Points with irrational coordinates at which all hypotheses hold: roots, exponentials and
logarithms of rational numbers, recognised from machine numbers, then decided by the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from math import exp, isfinite, log

import numpy as np

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel.assumptions import Context, replace, upwards
from proofkit.kernel.points import Point
from proofkit.language.terms import Term, parse
from proofkit.search.budget import Budget
from proofkit.search.inequalities.numeric import Array, Numeric
from proofkit.search.inequalities.sampling import gap, holding, slope, whole

NEAR = 1e-11
MANY, WAYS, ROUNDS, TRIED = 200, 30, 20, 40
SMALL = (1.0, 2.0, 0.0, 3.0, 0.5, -1.0, 4.0, -2.0, 5.0, 10.0)
BITS = 512


def inhabitant(context: Context, budget: Budget) -> dict[str, str] | None:
    """A point at which all hypotheses hold, each coordinate as text; nothing without equations,
    for then rational points are enough."""
    tried = set()
    for point in _points(context, budget):
        shown = {name: written(x) for name, x in point.items()}
        key = tuple(shown.values())
        if None not in key and key not in tried:
            tried.add(key)
            budget.spend()
            known = {name: text for name, text in shown.items() if text is not None}
            if _holds(context, known):
                return known
    return None


def _points(context: Context, budget: Budget) -> Iterator[dict[str, float]]:
    """Solutions of the equations in as many coordinates, where the others are short."""
    facts = [upwards(f) for f in context.hypotheses.values()]
    equations = [fact for fact in facts if fact[1] == "="]
    names = sorted(context.parameters)
    random = np.random.default_rng(5)
    for moving in islice(combinations(names, min(len(equations), len(names))), WAYS):
        if not moving:
            return
        points = {name: random.choice(np.array(SMALL), MANY) for name in names}
        points = {n: x + random.normal(0, 2, MANY) * (n in moving) for n, x in points.items()}
        for _ in range(ROUNDS):
            budget.spend()
            points = _step(points, list(map(gap, equations)), moving)
        points = whole(points, context.parameters)
        for k in np.flatnonzero(holding(points, facts))[:TRIED]:
            yield {name: float(points[name][k]) for name in names}


def _step(
    points: dict[str, Array], gaps: Sequence[Term], moving: Sequence[str]
) -> dict[str, Array]:
    """A step of Newton's method in these coordinates towards where all the gaps vanish."""
    values = [Numeric(points).value(gap)[0] for gap in gaps]
    rows = [[slope(points, gap, x, v) for x in moving] for gap, v in zip(gaps, values, strict=True)]
    slopes: Array = np.moveaxis(np.array(rows), -1, 0)
    inverse = np.linalg.pinv(np.nan_to_num(slopes, posinf=0, neginf=0))
    steps = np.nan_to_num((inverse @ np.stack(values, -1)[:, :, None])[:, :, 0])
    return {**points, **{name: points[name] - steps[:, k] for k, name in enumerate(moving)}}


def written(x: float) -> str | None:
    """A rational number, or a term for an irrational one, that is as near as machine numbers
    can tell."""
    return next(_written(x), None) if isfinite(x) else None


def _written(x: float) -> Iterator[str]:
    if (found := _near(x, 1000)) is not None:
        yield str(found)
    if (found := _near(x**2, 2000)) is not None:
        yield f"{'-' if x < 0 else ''}sqrt({found})"
    for below, middle in product(range(1, 13), range(-40, 41)):
        rest = below * x - middle
        if (found := _near(rest**2, 1)) is not None:
            yield f"({middle} {'-' if rest < 0 else '+'} sqrt({found}))/{below}"
    for degree in (3, 4, 5):
        if (found := _near(abs(x) ** degree, 60)) is not None:
            yield f"{'-' if x < 0 else ''}({found})^(1/{degree})"
    if x > 0 and (found := _near(log(x), 60)) is not None:
        yield f"exp({found})"
    if abs(x) < 20 and (found := _near(exp(x), 60)) is not None:
        yield f"log({found})"


def _near(x: float, most: int) -> Fraction | None:
    """The rational number with a small denominator that this seems to be."""
    found = Fraction(x).limit_denominator(most)
    return found if abs(x - found) <= NEAR * max(1.0, abs(x)) else None


def _holds(context: Context, values: Mapping[str, str]) -> bool:
    terms = {name: parse(value) for name, value in values.items()}
    facts = [
        (replace(left, terms), relation, replace(right, terms))
        for left, relation, right in context.hypotheses.values()
    ]
    try:
        with limited(200_000, 1.0):
            here = Point(Context({}), {})
            return all(here.decide(fact, BITS).value == "holds" for fact in facts)
    except (LimitExceeded, Undefined, OverflowError):
        return False
