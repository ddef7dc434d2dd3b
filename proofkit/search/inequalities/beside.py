"""Points where the two sides touch, and points right next to them: a statement that is false by
little is missed by floating point there, and caught by the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import numpy as np

from proofkit.kernel.assumptions import Context, Fact, upwards
from proofkit.search.budget import Budget
from proofkit.search.inequalities.sampling import sample
from proofkit.search.inequalities.witness import Values, on_equations, refutes

NEAREST = 8
DENOMINATORS = (1, 2, 3, 4, 10, 60)
STEPS = (Fraction(0), *(Fraction(sign, 10**k) for k in range(1, 15) for sign in (1, -1)))
POINTS = 600


def refutation(
    context: Context, fact: Fact, budget: Budget, most: int | None = None
) -> Values | None:
    """A point at which the hypotheses hold and the statement fails, beside a short one; at the
    `most` so many short ones are looked at."""
    facts = [upwards(f) for f in context.hypotheses.values()]
    for base in islice(dict.fromkeys(_bases(context, fact, facts)), most):
        for name in [n for n, whole in context.parameters.items() if not whole]:
            for step in STEPS:
                budget.spend()
                values = dict(base)
                values[name] += step
                values = on_equations(context, facts, values)
                if refutes(context, fact, values):
                    return values
    return None


def _bases(
    context: Context, fact: Fact, facts: list[Fact]
) -> Iterator[tuple[tuple[str, Fraction], ...]]:
    """Short points near those of the least margin."""
    left, _, right = upwards(fact)
    names = sorted(context.parameters)
    points = sample(facts, context.parameters, names, POINTS)
    if not names or not points.size:
        return
    v, _ = points.value(right - left)
    for k in np.argsort(np.where(np.isnan(v), np.inf, v))[:NEAREST]:
        for below in DENOMINATORS:
            yield tuple(
                (name, Fraction(float(points.points[name][k])).limit_denominator(below))
                for name in names
            )
