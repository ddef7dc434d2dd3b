"""Rational points on an equation of degree two: a line through one of them and a point nearby
meets it once more, at a rational point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.kernel.polynomial import Sum
from proofkit.search.exponents import degrees

Values = Mapping[str, Fraction]


def quadric(context: Context, facts: Sequence[Fact]) -> Sum | None:
    """The polynomial that vanishes where the one equation among the facts holds, if it has
    degree two."""
    ring = Known(context, Trail()).ring
    equations = [ring.polynomial(f[2] - f[0]) for f in facts if f[1] == "="]
    found = [sum(k for _, k in degrees(m)) for terms in equations for m in terms or ()]
    return equations[0] if len(equations) == 1 and max(found, default=0) == 2 else None


def onto(terms: Sum, base: Values, values: Values) -> dict[str, Fraction] | None:
    """Where the line from `base`, at which the polynomial vanishes, through the point meets its
    zeros again; the polynomial has the value `slope*t + bend*t^2` along it."""
    way = {name: values[name] - base[name] for name in values}
    coefficients = [Fraction(0)] * 3
    for monomial, c in terms.items():
        names = [name for name, k in degrees(monomial) for _ in range(k)]
        for taken in product((0, 1), repeat=len(names)):
            parts = (way[n] if moves else base[n] for n, moves in zip(names, taken, strict=True))
            coefficients[sum(taken)] += c * prod(parts, start=Fraction(1))
    _, slope, bend = coefficients
    if not slope or not bend:
        return None
    return {name: base[name] - slope / bend * way[name] for name in values}
