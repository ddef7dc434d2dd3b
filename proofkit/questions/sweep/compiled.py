"""Runs a program with numba: the same operations, compiled into one loop over the points.

The text is made from the program's own operations and nothing else. `fastmath` stays off, so
that nothing is reordered or contracted; the self-check asks for the result of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from proofkit.questions.sweep.code import ROOT_HALF_BITS, Code, Operand, Ref
from proofkit.questions.sweep.machine import Doubles, Machine, Signs

_FORMS = {
    "add": "{} + {}",
    "sub": "{} - {}",
    "mul": "{} * {}",
    "div": "{} / {}",
    "max": "greater({}, {})",
    "min": "less({}, {})",
    "abs": "abs({})",
    "rint": "rint({})",
    "constant": "{}",
    "choose": "({1} if {0} > 0.0 else {2})",
    "exponent": "exponent({})",
    "mantissa": "mantissa({})",
    "power2": "power2({})",
}
ROUNDER = 1.5 * 2.0**52
"""Adding and taking it away rounds what is smaller than 2^51 to a whole number."""
ROOT_MANTISSA = np.uint64(ROOT_HALF_BITS % 2**52)
SHIFT = np.uint64(52)
BIAS = np.uint64(ROOT_HALF_BITS >> 52)
WHOLE = np.uint64(0x4330000000000000)
"""The bits of 2^52; with a small k in the lowest bits, those of 2^52 + k."""
WHOLE_OFFSET = 2.0**52 + (ROOT_HALF_BITS >> 52)
POWER_OFFSET = 2.0**52 + 1023.0


class Compiled(Machine):
    """A program as machine code, on one processor: several are for several chunks."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self._loop = _compile(code)

    def run(self, inputs: Mapping[str, Doubles], count: int) -> Signs:
        """As `Machine.run`, with the same bits."""
        signs = np.empty((len(self.code.signs), count), dtype=np.int8)
        given = np.empty((len(self.code.inputs), count))
        for row, name in zip(given, self.code.inputs, strict=True):
            row[:] = inputs[name]
        self._loop(given, signs)
        return signs


def _compile(code: Code) -> Any:
    import numba

    names: dict[str, Any] = {"np": np, **_helpers(numba)}
    exec(source(code), names)  # our own text, from our own operations
    return numba.njit(names["program"], error_model="numpy", nogil=True)


def source(code: Code) -> str:
    """The program in Python."""
    lines = ["def program(inputs, signs):", "    for i in range(inputs.shape[1]):"]
    lines += [f"        x{k} = {_operation(*op)}" for k, op in enumerate(code.operations)]
    for k, sign in enumerate(code.signs):
        radius = "0.0" if sign.radius is None else _text(sign.radius)
        value = _text(sign.value)
        lines.append(f"        signs[{k}, i] = compare({value}, {radius})")
    return "\n".join([*lines, "        pass"]) + "\n"


def _operation(kind: str, operands: tuple[Operand, ...]) -> str:
    if kind == "input":
        return f"inputs[{operands[0]:.0f}, i]"
    return _FORMS[kind].format(*map(_text, operands))


def _text(operand: Operand) -> str:
    if isinstance(operand, Ref):
        return f"x{operand.index}"
    return f"({operand!r})" if np.isfinite(operand) else f"(np.{operand!r})".replace("np.-", "-np.")


def _helpers(numba: Any) -> dict[str, Any]:
    """What has no operator, with NumPy's treatment of NaN."""

    def greater(x: Any, y: Any) -> Any:
        return x if x > y or x != x else y

    def less(x: Any, y: Any) -> Any:
        return x if x < y or x != x else y

    def compare(x: Any, radius: Any) -> Any:
        sound = np.int8(radius >= 0.0)
        return (np.int8(x > radius) - np.int8(x < -radius)) * sound

    def rint(x: Any) -> Any:
        return (x + ROUNDER) - ROUNDER

    def exponent(x: Any) -> Any:
        biased = (np.float64(x).view(np.uint64) - ROOT_MANTISSA) >> SHIFT
        return np.uint64(biased | WHOLE).view(np.float64) - WHOLE_OFFSET

    def mantissa(x: Any) -> Any:
        bits = np.float64(x).view(np.uint64)
        part = (((bits - ROOT_MANTISSA) >> SHIFT) - BIAS) << SHIFT
        return np.uint64(bits - part).view(np.float64)

    def power2(x: Any) -> Any:
        bits = np.float64(x + POWER_OFFSET).view(np.uint64)
        return np.uint64(bits << SHIFT).view(np.float64)

    made = (greater, less, compare, rint, exponent, mantissa, power2)
    return {f.__name__: numba.njit(f, inline="always", error_model="numpy") for f in made}
