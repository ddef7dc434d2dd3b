"""Comparisons of powers: `x^q <= x^p` for x >= 1 and q <= p, or x <= 1 and q >= p."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Known
from proofkit.kernel.polynomial import UNIT, Monomial, Polynomial, Sparse, constant, join, times
from proofkit.kernel.ring import as_sum, from_polynomial
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, POSITIVE, within
from proofkit.kernel.terms import ONE, ZERO, Term, power, subtract, text, variable
from proofkit.search.budget import Budget
from proofkit.search.nodes import Node, accepted, exchange, stated

HOLE = "hole"
Comparison = tuple[dict[str, Any], Monomial]


def comparisons(
    known: Known, support: set[Monomial], target: Sparse, budget: Budget
) -> Iterator[Comparison]:
    """Facts `1 <= x^gap`, or `x^gap <= 1`, with the power that they multiply, so that a power
    in the target that has to be covered is compared with another one."""
    shown: dict[tuple[Term, Polynomial], dict[str, Any] | None] = {}
    negative = [m for m, c in target.items() if c < 0]
    for small in negative:
        for large in support:
            ratio = join(large, frozenset((x, times(e, constant(-1))) for x, e in small))
            if ratio == UNIT or len(ratio) > 2:
                continue
            here = small
            for x, gap in sorted(ratio, key=lambda item: text(item[0])):
                if (x, gap) not in shown:
                    shown[x, gap] = _comparison(known, x, gap, budget)
                generator = shown[x, gap]
                if generator is None:
                    break
                yield generator, here
                here = join(here, frozenset({(x, gap)}))


def _comparison(
    known: Known, x: Term, gap: Polynomial, budget: Budget
) -> dict[str, Any] | None:
    """What is known of `x^gap - 1`, as a product of facts."""
    try:
        above = known.sign(subtract(x, ONE))
        if known.sign(x) != POSITIVE:
            return None
    except (Undefined, LimitExceeded):
        return None
    exponent = as_sum(from_polynomial(gap))
    if within(above, AT_LEAST_ZERO):
        premise = (ZERO, "<=", exponent)
    elif within(above, AT_MOST_ZERO):
        premise = (exponent, "<=", ZERO)
    else:
        return None
    because = _sign_of(known, premise, budget)
    if because is None:
        return None
    fact = (power(x, ZERO), "<=", power(x, exponent))
    node = exchange(HOLE, power(x, variable(HOLE)), ZERO, exponent, because)
    if not accepted(known, fact, node):
        return None
    id = f"{text(fact[2])} >= 1"
    terms: Sparse = {frozenset({(x, gap)}): constant_one(), UNIT: -constant_one()}
    return {"facts": (id,), "terms": terms, "strict": False, "entries": (stated(id, fact, because=node),)}


def constant_one() -> Any:
    from fractions import Fraction

    return Fraction(1)


def _sign_of(known: Known, premise: Any, budget: Budget) -> Node | None:
    from proofkit.search.tactics.products import prove

    node = prove(known, premise, budget)
    return node if node is not None and accepted(known, premise, node) else None
