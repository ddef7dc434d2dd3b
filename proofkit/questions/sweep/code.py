"""Straight-line programs in double precision: the form of a filter before it runs.

Only operations that IEEE 754 rounds correctly occur (`+ - * /`), those that are exact
(`abs`, `max`, `min`, `rint`, splitting and making powers of two), and comparisons at the end.
The same program therefore gives the same bits on every conforming machine, run by NumPy or
compiled by numba.

An operand is the result of an earlier operation (a `Ref`) or a constant (a Python float).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(frozen=True, order=True, slots=True)
class Ref:
    """The result of the operation with this number."""

    index: int


Operand = Ref | float

ROOT_HALF_BITS = 0x3FE6A09E667F3BCD
ROOT_HALF = float.fromhex("0x1.6a09e667f3bcdp-1")
"""The double next to sqrt(1/2), and its bits: mantissas are taken from there up to twice it."""


@dataclass(frozen=True)
class Sign:
    """Is `value` greater than `radius`, or less than its opposite? With no radius, 0 means 0."""

    value: Ref
    radius: Operand | None


@dataclass
class Code:
    """Operations in order; `signs` are the questions it answers for every point."""

    inputs: tuple[str, ...] = ()
    operations: list[tuple[str, tuple[Operand, ...]]] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    _known: dict[tuple[str, tuple[Operand, ...]], Ref] = field(default_factory=dict)

    def copy(self) -> Code:
        """As it is now."""
        return Code(self.inputs, [*self.operations], [*self.signs], dict(self._known))

    def input(self, name: str) -> Ref:
        """The value of a parameter at every point."""
        if name not in self.inputs:
            self.inputs = (*self.inputs, name)
        return self._intern("input", (self.inputs.index(name) + 0.0,))

    def emit(self, kind: str, *operands: Operand) -> Operand:
        """One operation, unless it is known already or its operands are constants."""
        constants = [x for x in operands if isinstance(x, float)]
        if len(constants) == len(operands):
            folded = _fold(kind, *constants)
            if folded is not None:
                return folded
        if kind == "mul" and 1.0 in operands:
            return _other(operands, 1.0)
        if kind == "add" and 0.0 in operands:
            return _other(operands, 0.0)
        if kind in ("add", "mul", "max", "min"):
            operands = tuple(sorted(operands, key=_order))
        return self._intern(kind, operands)

    def ask(self, value: Operand, radius: Operand | None) -> int:
        """The number of a question about a sign."""
        if isinstance(value, float):  # something to compare at every point
            value = self._intern("constant", (value,))
        question = Sign(value, radius)
        if question in self.signs:
            return self.signs.index(question)
        self.signs.append(question)
        return len(self.signs) - 1

    def _intern(self, kind: str, operands: tuple[Operand, ...]) -> Ref:
        key = (kind, operands)
        if key not in self._known:
            self.operations.append(key)
            self._known[key] = Ref(len(self.operations) - 1)
        return self._known[key]


def _order(operand: Operand) -> tuple[bool, float]:
    return (False, operand.index) if isinstance(operand, Ref) else (True, operand)


def _other(operands: tuple[Operand, ...], neutral: float) -> Operand:
    first, second = operands
    return second if isinstance(first, float) and first == neutral else first


def _fold(kind: str, *operands: float) -> float | None:
    """The same operation on constants, rounded in the same way; `None` if it is left to run."""
    x, y = (*operands, 0.0)[:2]
    if kind == "choose":
        return None
    if kind == "add":
        return x + y
    if kind == "sub":
        return x - y
    if kind == "mul":
        return x * y
    if kind == "div":
        return x / y if y else None
    if kind in ("max", "min") and x == x and y == y:
        return max(x, y) if kind == "max" else min(x, y)
    if kind == "abs":
        return math.fabs(x)
    return _fold_bits(kind, x)


def _fold_bits(kind: str, x: float) -> float | None:
    if kind in ("exponent", "mantissa") and 2.0**-1022 <= x < math.inf:
        fraction, exponent = math.frexp(x)
        if fraction < ROOT_HALF:
            fraction, exponent = 2 * fraction, exponent - 1
        return fraction if kind == "mantissa" else exponent + 0.0
    if kind == "rint" and math.isfinite(x):
        return round(x) + 0.0
    if kind == "power2" and -1022 <= x <= 1023:
        return math.ldexp(1.0, round(x))
    return None
