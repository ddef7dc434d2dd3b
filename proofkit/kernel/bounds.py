"""Bounds at sight: the greatest numbers that facts put below sums."""

from __future__ import annotations

from typing import Any, NamedTuple

from proofkit.kernel.polynomial import ONE_SUM, UNIT, Rational, Sum, content, over


class Bound(NamedTuple):
    """A number that a sum does not fall below: the sum is `scale` times what a fact says is >= 0,
    and the number."""

    value: Rational
    strict: bool
    rests: frozenset[str]  # on these hypotheses
    fact: str = ""  # none where the sum is the number
    turned: bool = False  # of an equation, its left side less its right one
    scale: Rational = 0


class Bounds(dict[Any, Bound]):
    """The greatest bounds that the facts at one place give, by direction: a sum is
    `scale * direction + shift`, so that `n >= 2` also says that `n - 1 > 0` and `2*n >= 4`."""

    def note(self, above: Sum, below: Sum, said: Bound) -> None:
        """The quotient of two sums is >= 0, or > 0, as a fact says."""
        key, scale, shift = direction(above, below)
        if scale:
            bound, known = Bound(over(-shift, scale), *said[1:5], over(1, scale)), self.get(key)
            if known is None or known[:2] < bound[:2]:
                self[key] = bound

    def lower(self, above: Sum, below: Sum) -> Bound | None:
        """The greatest number that is known to be below a sum, or 0 below a quotient."""
        key, scale, shift = direction(above, below)
        if not scale:
            return Bound(shift, False, frozenset())
        best = self.get(key)
        return best and Bound(best.value * scale + shift, *best[1:5], best.scale * scale)


def direction(above: Sum, below: Sum) -> tuple[Any, Rational, Rational]:
    """A sum as `scale * direction + shift`, with the direction as a key and scale >= 0; of a
    quotient, with its constant and its divisor in the key, and no shift."""
    whole = below == ONE_SUM
    rest = {m: c for m, c in above.items() if m != UNIT or not whole}
    scale = content(rest.values()) if rest else 0
    key = frozenset(rest.items() if scale == 1 else ((m, over(c, scale)) for m, c in rest.items()))
    return key if whole else (key, below), scale, above.number if whole else 0
