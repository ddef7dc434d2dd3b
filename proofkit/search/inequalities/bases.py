"""The polynomials that sums of squares may be made of."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod

from proofkit.search.inequalities.translation import Poly, Translation

MAX_HALVES = 80


def simple(gens: Sequence[Poly], one: Poly) -> list[Poly]:
    """Variables, their sums and differences, and with 1."""
    result = list(gens)
    for x, y in itertools.combinations(gens, 2):
        result += [x - y, x + y]
    return result + [x - one for x in gens] + [x + one for x in gens]


def quadratic(gens: Sequence[Poly], one: Poly) -> list[Poly]:
    """The same of products of two variables, and with variables and 1."""
    products = [x * y for x, y in itertools.combinations_with_replacement(gens, 2)]
    result = list(products)
    for p, q in itertools.combinations(products, 2):
        result += [p - q, p + q]
    result += [p - x for p in products for x in gens] + [p - one for p in products]
    if len(gens) == 3:
        for x, y, z in itertools.permutations(gens):
            result += [x + y - 2 * z, x + y - z] if str(x) < str(y) else []
        result.append(gens[0] + gens[1] + gens[2])
    return result


def meeting(poly: Poly, t: Translation) -> list[Poly]:
    """Monomials whose squares occur in the polynomial, and sums and differences of two of them
    whose product does: few, however many variables there are."""
    occur = {tuple(map(int, e)) for e in poly.monoms()}
    halves = [tuple(n // 2 for n in e) for e in sorted(occur) if not any(n % 2 for n in e)]
    if len(halves) > MAX_HALVES:
        return []
    monomials = {
        e: prod((gen**n for gen, n in zip(t.gens, e, strict=True) if n), start=t.one)
        for e in halves
    }
    result = [monomials[e] for e in halves if any(e)]
    for e, f in itertools.combinations(halves, 2):
        if tuple(n + m for n, m in zip(e, f, strict=True)) in occur:
            result += [monomials[e] - monomials[f], monomials[e] + monomials[f]]
    return result


def monomials_up_to(gens: Sequence[Poly], degree: int, one: Poly) -> list[Poly]:
    """All products of so many generators, and of fewer."""
    result = []
    for d in range(degree + 1):
        for chosen in itertools.combinations_with_replacement(gens, d):
            m = one
            for x in chosen:
                m = m * x
            result.append(m)
    return result
