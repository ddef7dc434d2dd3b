"""Bounds at sight: numbers that known facts put below a sum, whatever its scale and constant.

A sum is `scale * direction + shift`. A fact `0 <= sum` bounds every sum of that direction, so
that `n >= 2` also says that `n - 1 > 0` and `2*n >= 4`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from proofkit.kernel.polynomial import UNIT, Sum
from proofkit.kernel.ring import ONE_SUM


class Bound(NamedTuple):
    """A number that a sum does not fall below."""

    value: Fraction
    strict: bool
    rests: frozenset[str]  # on these hypotheses


class Bounds(dict[Any, Bound]):
    """The greatest bound that the facts at one place give for each direction."""

    def note(self, terms: Sum, below: Sum, strict: bool, rests: frozenset[str]) -> None:
        """The quotient of two sums is >= 0, or > 0."""
        key, scale, shift = _direction(terms, below)
        if scale:
            bound, known = Bound(-shift / scale, strict, rests), self.get(key)
            if known is None or known[:2] < bound[:2]:
                self[key] = bound

    def lower(self, terms: Sum, below: Sum) -> Bound | None:
        """The greatest number that is known to be below a sum, or 0 below a quotient."""
        key, scale, shift = _direction(terms, below)
        if not scale:
            return Bound(shift, False, frozenset())
        best = self.get(key)
        return best and Bound(best.value * scale + shift, best.strict, best.rests)


def _direction(terms: Sum, below: Sum) -> tuple[Any, Fraction, Fraction]:
    """A sum as `scale * direction + shift`, with the direction as a key and scale >= 0; of a
    quotient, with its constant and its divisor in the key, and no shift."""
    whole = below == ONE_SUM
    shift = terms.number if whole else Fraction(0)
    rest = {m: c for m, c in terms.items() if m != UNIT or not whole}
    scale = sum(map(abs, rest.values()), Fraction(0))
    key = frozenset((m, c / scale) for m, c in rest.items())
    return key if whole else (key, frozenset(below.items())), scale, shift
