"""The points of a sweep: a grid, or a list."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import rational, shorten
from proofkit.questions.sweep.columns import SAFE, Column, column

Indices = NDArray[np.int64]

MAX_AXIS = 10_000_000
MAX_POINTS = 10**12
MAX_SPELT = 1_000
"""Values of an axis that are spelt out in a job's description."""


@dataclass(frozen=True)
class Grid:
    """Every combination of the values on the axes; the last axis moves fastest."""

    axes: Mapping[str, Sequence[Fraction]]

    def __post_init__(self) -> None:
        if (count := prod(self.shape)) > MAX_POINTS:
            raise LimitExceeded(f"a grid of {count} points: at most {MAX_POINTS} are accepted")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.axes)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(values) for values in self.axes.values())

    def __len__(self) -> int:
        return prod(self.shape)

    def at(self, indices: Indices) -> dict[str, Column]:
        """The given parameters at these points."""
        found: dict[str, Column] = {}
        step = len(self)
        for name, values in self.axes.items():
            step //= len(values)
            places = (indices // step) % len(values)
            if isinstance(values, Steps):
                found[name] = values.at(places)
            else:
                found[name] = self._columns[name][places]
        return found

    @cached_property
    def _columns(self) -> dict[str, Column]:
        """The values of axes that are no ranges, as columns; made once in every process."""
        listed = {k: v for k, v in self.axes.items() if not isinstance(v, Steps)}
        return {name: column(values) for name, values in listed.items()}

    def __getstate__(self) -> dict[str, Any]:
        return {"axes": self.axes}

    def onto(self, names: frozenset[str], indices: Indices) -> tuple[Points, Indices]:
        """The grid of the named axes alone, and which of its points the given ones become."""
        kept = {name: values for name, values in self.axes.items() if name in names}
        if len(kept) == len(self.axes):
            return self, indices
        places = np.zeros(len(indices), dtype=np.int64)
        step = len(self)
        for name, values in self.axes.items():
            step //= len(values)
            if name in kept:
                places = places * len(values) + (indices // step) % len(values)
        return Grid(kept), places

    def key(self) -> Any:
        """The axes: ranges by their steps, other values as exact text or, if there are many,
        by their fingerprint. A run directory keeps this, so that it must not grow with them."""
        return {name: _axis_key(values) for name, values in self.axes.items()}


@dataclass(frozen=True)
class Listed:
    """Points one by one."""

    columns: Mapping[str, Column]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.columns)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def at(self, indices: Indices) -> dict[str, Column]:
        """The given parameters at these points; those in a row are not copied."""
        first, count = int(indices[0]) if len(indices) else 0, len(indices)
        in_a_row = np.array_equal(indices, np.arange(first, first + count))
        chosen = slice(first, first + count) if in_a_row else indices
        return {name: values[chosen] for name, values in self.columns.items()}

    def onto(self, names: frozenset[str], indices: Indices) -> tuple[Points, Indices]:
        """The points as they are: they have no axes."""
        return self, indices

    def key(self) -> Any:
        """A fingerprint of the values."""
        digest = hashlib.sha256()
        for name, values in self.columns.items():
            digest.update(name.encode())
            for index in range(len(values)):
                digest.update(f" {values.exact(index)}".encode())
        return {"names": list(self.names), "count": len(self), "sha256": digest.hexdigest()}


Points = Grid | Listed
"""Numbered points: the values of some parameters at each."""


def grid(given: Sequence[str]) -> Grid:
    """The grid of `NAME=START:STOP:STEP` and `NAME=v1,v2,...`."""
    axes: dict[str, Sequence[Fraction]] = {}
    for text in given:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name or not values:
            raise InputError(
                "--grid: expected NAME=START:STOP:STEP or NAME=VALUE,VALUE,..., "
                f"got {shorten(repr(text))}"
            )
        if name in axes:
            raise InputError(f"--grid: {shorten(name)} is given twice")
        axes[name] = _range(name, values) if ":" in values else _values(name, values)
    return Grid(axes)


@dataclass(frozen=True)
class Steps(Sequence[Fraction]):
    """The values of a range, made when they are asked for."""

    start: Fraction
    step: Fraction
    size: int

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Fraction]:
        return (self.start + k * self.step for k in range(self.size))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self[k] for k in range(self.size)[index])
        return self.start + range(self.size)[index] * self.step

    def at(self, places: Indices) -> Column:
        """The values at some places, over the denominator that all of them have."""
        below = lcm(self.start.denominator, self.step.denominator)
        first, by = int(self.start * below), int(self.step * below)
        small = abs(first) + abs(by) * self.size < SAFE and below < SAFE
        kind = np.int64 if small else object
        top = places.astype(kind) * by + first
        return Column(top, np.full(len(places), below, dtype=kind))


def _axis_key(values: Sequence[Fraction]) -> Any:
    if isinstance(values, Steps):
        return {"start": str(values.start), "step": str(values.step), "count": values.size}
    texts = [str(value) for value in values]
    if len(texts) <= MAX_SPELT:
        return texts
    return {"count": len(texts), "sha256": hashlib.sha256(" ".join(texts).encode()).hexdigest()}


def _values(name: str, text: str) -> tuple[Fraction, ...]:
    if text.count(",") >= MAX_AXIS:
        raise LimitExceeded(f"{shorten(name)}: more than {MAX_AXIS} values are not accepted")
    found = tuple(rational(value, name) for value in text.split(","))
    if len(set(found)) != len(found):
        raise InputError(f"{shorten(name)}: a value is given twice in {shorten(text)}")
    return found


def _range(name: str, text: str) -> Steps:
    """START, START + STEP, ..., up to and including STOP if it is hit."""
    parts = text.split(":")
    if len(parts) != 3:
        raise InputError(f"{shorten(name)}: expected START:STOP:STEP, got {shorten(text)}")
    start, stop, step = (rational(part, name) for part in parts)
    if step == 0:
        raise InputError(f"{shorten(name)}: the step of {shorten(text)} is zero")
    if (stop - start) * step < 0:
        raise InputError(f"{shorten(name)}: the steps of {shorten(text)} lead away from its end")
    count = (stop - start) // step + 1
    if count > MAX_AXIS:
        raise LimitExceeded(
            f"{shorten(name)}: {shorten(text)} has {shorten(str(count))} values; "
            f"at most {MAX_AXIS} are accepted"
        )
    return Steps(start, step, count)
