"""One query and its keys: units, their sum, weights and averages, computed with logarithms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from proofkit.attention.logs import Floats, Logs, Measured

UNDEFINED = Measured(0, math.nan)


@dataclass(frozen=True, eq=False)
class Keys:
    """What one query computes: an entry for every key (or every role of keys)."""

    roles: NDArray[np.object_]
    counts: Logs
    scores: Floats
    u: Logs
    normalised: bool = True

    def find(self, role: str) -> int | None:
        found = np.flatnonzero(self.roles == role)
        return int(found[0]) if found.size else None

    def alpha(self) -> Measured:
        return (self.counts * self.u).total()

    def f(self, index: int) -> Measured:
        """`u/alpha` at one key, from the differences of the logarithms."""
        own = self.u.at(index)
        if own.sign == 0 or not self.normalised:  # undefined is such a sign too
            return own
        total = (self.counts * (self.u / own)).total()
        return Measured(total.sign, -total.log_abs) if total.sign else UNDEFINED

    def weights(self) -> Floats:
        """All weights as doubles."""
        f = self.u / self.alpha() if self.normalised else self.u
        weights: Floats = f.sign * np.exp(f.log_abs)
        return weights

    def average(self, tokens: Logs, entries: Logs) -> Measured:
        """The sum of `f` times `entries`, where `tokens` keys of each kind hold the entry."""
        top, scaled, total = self._scaled
        part = (tokens * scaled * entries).total()
        if not self.normalised:
            return Measured(part.sign, part.log_abs + top.log_abs)
        if total.sign == 0:
            return UNDEFINED
        return Measured(part.sign * total.sign, part.log_abs - total.log_abs)

    @cached_property
    def _scaled(self) -> tuple[Measured, Logs, Measured]:
        """The largest unit, and all units with their sum as multiples of it."""
        top = Measured(1, float(np.max(self.u.log_abs)))
        scaled = self.u / top
        return top, scaled, (self.counts * scaled).total()

    def gap(self) -> Measured:
        """The score of the needle less any other."""
        needle = self.find("needle")
        rest = np.delete(self.scores, [] if needle is None else needle)
        if needle is None or not rest.size:
            return UNDEFINED
        return measured_as(float(self.scores[needle] - rest[0]))


def measured_as(number: float) -> Measured:
    """A double by its sign and the logarithm of its magnitude."""
    if number == 0:
        return Measured(0, -math.inf)
    return Measured(int(np.sign(number)), math.log(abs(number)))
