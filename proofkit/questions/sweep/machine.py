"""Runs a program over many points with NumPy, a block at a time, reusing few arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from threading import local

import numpy as np
from numpy.typing import NDArray

from proofkit.questions.sweep.code import ROOT_HALF_BITS, Code, Operand, Ref

Doubles = NDArray[np.float64]
Value = Doubles | float
Signs = NDArray[np.int8]
Call = Callable[[], object]

BLOCK = 16_384
"""Points worked on at a time, so that the arrays stay in the processor's cache."""

_EXPONENT = np.int64(-(2**52))
_NUMPY: dict[str, Callable[..., object]] = {
    "abs": np.abs,
    "rint": np.rint,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "max": np.maximum,
    "min": np.minimum,
}


class Machine:
    """A program with the places of its results laid out."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.steps, self.places = _lay_out(code)

    def run(self, inputs: Mapping[str, Doubles], count: int) -> Signs:
        """For every question and point: 1, -1, or 0 (zero, if it has no radius; else unknown)."""
        signs = np.empty((len(self.code.signs), count), dtype=np.int8)
        with np.errstate(all="ignore"):
            for start in range(0, count, BLOCK):
                stop = min(start + BLOCK, count)
                block = _block(self, stop - start)
                for name, values in block.inputs.items():
                    np.copyto(values, inputs[name][start:stop])
                for call in block.calls:
                    call()
                signs[:, start:stop] = block.signs
        return signs

    def call(self, kind: str, operands: list[Value], out: Doubles) -> Call:
        """One operation, to be done again and again with the same arrays."""
        if kind in _NUMPY:
            return partial(_NUMPY[kind], *operands, out=out)
        if kind == "constant":
            return partial(np.copyto, out, operands[0])
        if kind == "choose":
            return partial(_choose, operands, out)
        return partial(_bits, kind, np.broadcast_to(operands[0], out.shape), out)


class _Block:
    """A program tied to arrays for so many points: what is called, and with which of them. To do
    that for every block anew would take as long as the arithmetic."""

    def __init__(self, machine: Machine, size: int) -> None:
        self.machine, self.size, code = machine, size, machine.code
        self.inputs = {name: np.empty(size) for name in code.inputs}
        self.signs = np.empty((len(code.signs), size), dtype=np.int8)
        self.calls: list[Call] = []
        memory = np.empty((machine.places, size))
        held: dict[int, Doubles] = {}

        def get(operand: Operand) -> Value:
            return held[operand.index] if isinstance(operand, Ref) else operand

        for index, place, asked in machine.steps:
            kind, operands = code.operations[index]
            if kind == "input":
                held[index] = self.inputs[code.inputs[_number(operands[0])]]
            else:
                values = [get(x) for x in operands]
                out = held[index] = memory[place]
                self.calls.append(machine.call(kind, values, out))
            for question in asked:
                sign = code.signs[question]
                radius = 0.0 if sign.radius is None else get(sign.radius)
                value = held[sign.value.index]
                self.calls.append(partial(_compare, value, radius, self.signs[question]))


_last = local()
"""With the block that this thread used last: the next one is of the same program, as a rule."""


def _block(machine: Machine, size: int) -> _Block:
    block: _Block | None = getattr(_last, "block", None)
    if block is None or block.machine is not machine or block.size != size:
        block = _last.block = _Block(machine, size)
    return block


def _number(operand: Operand) -> int:
    return operand.index if isinstance(operand, Ref) else round(operand)


def _choose(operands: list[Value], out: Doubles) -> None:
    positive, yes, no = operands
    np.copyto(out, no)
    np.copyto(out, yes, where=np.greater(positive, 0.0))


def _bits(kind: str, x: Doubles, out: Doubles) -> None:
    """Take a double apart into `2^k*f`, or make `2^k`, by its bits."""
    whole = out.view(np.int64)
    if kind == "exponent":
        np.subtract(x.view(np.int64), ROOT_HALF_BITS, out=whole)
        np.right_shift(whole, 52, out=whole)
        np.copyto(out, whole)
    elif kind == "mantissa":
        taken = np.subtract(x.view(np.int64), ROOT_HALF_BITS)
        np.bitwise_and(taken, _EXPONENT, out=taken)
        np.subtract(x.view(np.int64), taken, out=whole)
    else:
        np.add(x, 1023.0, out=out)
        np.copyto(whole, out.copy(), casting="unsafe")
        np.left_shift(whole, 52, out=whole)


def _compare(value: Doubles, radius: Doubles | float, out: Signs) -> None:
    above = np.greater(value, radius)
    below = np.less(value, np.negative(radius))
    np.subtract(above.view(np.int8), below.view(np.int8), out=out)
    np.multiply(out, np.greater_equal(radius, 0.0), out=out, casting="unsafe")


def _lay_out(code: Code) -> tuple[list[tuple[int, int, list[int]]], int]:
    """Each operation with the place of its result and the questions that can be answered
    after it; a place is free again after the last use of what it holds."""
    last = {index: index for index in range(len(code.operations))}
    for index, (kind, operands) in enumerate(code.operations):
        if kind != "input":
            last.update({x.index: index for x in operands if isinstance(x, Ref)})
    asked: dict[int, list[int]] = {}
    for question, sign in enumerate(code.signs):
        needed = [x.index for x in (sign.value, sign.radius) if isinstance(x, Ref)]
        asked.setdefault(max(needed), []).append(question)
        last.update({x: max(last[x], max(needed)) for x in needed})
    free: list[int] = []
    places: dict[int, int] = {}
    steps, used = [], 0
    ends: dict[int, list[int]] = {}
    for index, end in last.items():
        ends.setdefault(end, []).append(index)
    for index, (kind, _) in enumerate(code.operations):
        place = -1
        if kind != "input":
            if not free:
                free.append(used)
                used += 1
            place = places[index] = free.pop()
        steps.append((index, place, asked.get(index, [])))
        free.extend(places[done] for done in ends.get(index, []) if done in places)
    return steps, max(used, 1)
