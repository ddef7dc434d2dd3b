"""Numbers as signs and logarithms of magnitudes, so that `n^1681` and `n^-1640` stay within the
range of a double. For cross-checks only: nothing here decides."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Measured(NamedTuple):
    """A real number as its sign (-1, 0 or 1) and the logarithm of its magnitude."""

    sign: int
    log_abs: float

    @property
    def value(self) -> float:
        """The number as a double; too large a one is infinite, too small a one zero."""
        if self.log_abs > 709.0:
            return self.sign * math.inf
        return self.sign * math.exp(self.log_abs)

    @property
    def is_usable(self) -> bool:
        """Is it a number, and not too large even for a logarithm?"""
        return not math.isnan(self.log_abs) and self.log_abs != math.inf


@dataclass(frozen=True, eq=False)
class Logs:
    """Real numbers, entry by entry, as signs and logarithms of magnitudes."""

    sign: Floats
    log_abs: Floats

    @classmethod
    def of(cls, numbers: Floats) -> Logs:
        return cls(np.sign(numbers), np.log(np.abs(numbers)))

    def __mul__(self, other: Logs) -> Logs:
        return Logs(self.sign * other.sign, self.log_abs + other.log_abs)

    def __truediv__(self, other: Measured) -> Logs:
        return Logs(self.sign * other.sign, self.log_abs - other.log_abs)

    def at(self, index: int) -> Measured:
        sign, log_abs = float(self.sign[index]), float(self.log_abs[index])
        return Measured(0, math.nan) if math.isnan(sign) else Measured(int(sign), log_abs)

    def total(self) -> Measured:
        """The sum, as a factor `1 + rest` times its largest term."""
        terms = self.sign != 0
        signs, logs = self.sign[terms], self.log_abs[terms]
        if not signs.size:
            return Measured(0, -math.inf)
        if np.isnan(signs).any() or np.isnan(logs).any():
            return Measured(0, math.nan)
        top = int(np.argmax(logs))
        ratios = signs[top] * signs * np.exp(logs - logs[top])
        ratios[top] = 0
        rest = math.fsum(ratios.tolist())
        if rest == -1:
            return Measured(0, -math.inf)
        log_factor = math.log1p(rest) if rest > -1 else math.log(-1 - rest)
        flip = 1 if rest > -1 else -1
        return Measured(flip * int(signs[top]), float(logs[top]) + log_factor)


def quiet() -> np.errstate:
    """The logarithm of zero is meant, and what overflows is reported as unavailable."""
    return np.errstate(divide="ignore", over="ignore", invalid="ignore", under="ignore")
