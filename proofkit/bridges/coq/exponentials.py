"""A product of powers as a product of exponentials `exp (c * m * ln x)`: which there are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofkit.bridges.coq.place import Place
from proofkit.kernel.polynomial import EULER, ONE_SUM, Sum, as_sum, constant, inverse, join
from proofkit.kernel.ring import Factors
from proofkit.kernel.sign import POSITIVE
from proofkit.language.terms import Term, log, multiply, number, power, variable
from proofkit.search.exponents import degrees

Pieces = list[tuple[Term, Any, Fraction]]
"""Of a product of powers: base x, monomial m and number c of each `exp (c * m * ln x)`."""


def split(place: Place, factors: Factors, exponents: Sum) -> Pieces:
    """The pieces of a product that is raised to a power."""
    return [
        (x, m, Fraction(c))
        for x, e in quotients(place, factors)
        for m, c in sorted((e * exponents).items(), key=lambda mc: str(degrees(mc[0])))
    ]


def quotients(place: Place, factors: Factors) -> Factors:
    """The same product, of each quotient what is above and what is below as two factors."""
    return [part for x, e in factors for part in _above_and_below(place, x, e)]


def _above_and_below(place: Place, x: Term, exponents: Sum) -> Factors:
    """A sum with divisors that are > 0, brought to one denominator, if it is > 0 then."""
    known, least = place.known, dict[Term, int]()
    above, below = known.ring.ratio(x) if x.op == "sum" else (ONE_SUM, ONE_SUM)
    for y, e in (entry for monomial in above for entry in monomial):
        whole = e.whole or 0
        if whole < 0 and known.sign(y) == POSITIVE:
            least[y] = min(whole, least.get(y, 0))
    divisor = frozenset((y, constant(whole)) for y, whole in least.items())
    rest = as_sum({join(m, inverse(divisor)): c for m, c in above.items()})
    if below != ONE_SUM or not least or known.sign(rest) != POSITIVE:
        return [(x, exponents)]
    return [(rest, exponents), *((y, exponents * whole) for y, whole in divisor)]


def has_log(x: Term) -> bool:
    """Is the power of x `exp (.. * ln x)`, x being no exponential itself?"""
    return x.op != "exp"


def inside(x: Term) -> Term:
    """What x is the exponential of."""
    return log(x) if has_log(x) else x.args[0]


def logarithmic(x: Term, m: Any, c: Fraction) -> Term:
    """`c * m * ln x`."""
    factors = [power(variable(v), number(k)) if k != 1 else variable(v) for v, k in degrees(m)]
    return multiply(number(c), *factors, *([] if x == EULER else [inside(x)]))


def logarithmic_sum(x: Term, exponents: Sum) -> Term:
    """`e * ln x` for a polynomial e."""
    return multiply(as_sum(exponents), inside(x))
