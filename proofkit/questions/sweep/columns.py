"""Exact rational values of a parameter at many points, as whole arrays.

A column is a numerator and a denominator for each point, in 64 bits while that is enough and
as Python's integers otherwise. The formulas that tie parameters together are asked with
columns in place of numbers. Points given as doubles are kept as such, and are exact too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Mask = NDArray[np.bool_]
SAFE = 2**62
EXACT = 2**53


class Column:
    """`top/below` at every point; where `below` is 0 there is no number. No `below` is 1."""

    def __init__(self, top: Array, below: Array | None = None) -> None:
        self.top = top
        self.below = None if below is not None and bool(np.all(below == 1)) else below

    def __len__(self) -> int:
        return len(self.top)

    def __getitem__(self, index: Any) -> Column:
        return Column(self.top[index], None if self.below is None else self.below[index])

    def exact(self, index: int) -> Fraction:
        """The value at one point."""
        below = 1 if self.below is None else int(self.below[index])
        return Fraction(int(self.top[index]), below)

    @property
    def defined(self) -> Mask:
        """Where there is a number."""
        if self.below is None:
            return np.ones(len(self.top), dtype=np.bool_)
        return np.asarray(self.below != 0, dtype=np.bool_)

    def is_whole(self) -> Mask:
        """Where the value is an integer."""
        if self.below is None:
            return self.defined
        below = np.where(self.defined, self.below, 1)
        return np.asarray(self.top % below == 0, dtype=np.bool_) & self.defined

    def at_least(self, least: int) -> Mask:
        """Where the value is no smaller."""
        if self.below is None:
            return np.asarray(self.top >= least, dtype=np.bool_)
        bound = _times(np.abs(self.below), _filled(least, len(self)))
        top = np.where(self.below < 0, -self.top, self.top)
        return np.asarray(top >= bound, dtype=np.bool_) & self.defined

    def equals(self, other: Column) -> Mask:
        """Where two columns have the same value."""
        same = _times(self.top, other.below) == _times(other.top, self.below)
        return np.asarray(same, dtype=np.bool_) & self.defined & other.defined

    def doubles(self) -> NDArray[np.float64]:
        """The values rounded to nearest; NaN where there is none or it is out of range."""
        if self.top.dtype != object and _most(self.top) <= EXACT:
            if self.below is None:
                return self.top.astype(np.float64)
            if self.below.dtype != object and _most(self.below) <= EXACT:
                with np.errstate(all="ignore"):
                    ratio = np.true_divide(self.top, self.below)
                return np.where(np.isfinite(ratio), ratio, np.nan)
        below = _filled(1, len(self)) if self.below is None else self.below
        return np.array([double(int(t), int(b)) for t, b in zip(self.top, below, strict=True)])

    def __add__(self, other: object) -> Column:
        right = self._column(other)
        top = _plus(_times(self.top, right.below), _times(right.top, self.below))
        return Column(top, _product(self.below, right.below))

    def __neg__(self) -> Column:
        return Column(-self.top, self.below)

    def __sub__(self, other: object) -> Column:
        return self + -self._column(other)

    def __mul__(self, other: object) -> Column:
        right = self._column(other)
        return Column(_times(self.top, right.top), _product(self.below, right.below))

    def __truediv__(self, other: object) -> Column:
        right = self._column(other)
        below = right.top if right.below is None else np.where(right.defined, right.top, 0)
        return Column(_times(self.top, right.below), _times(below, self.below))

    def __rtruediv__(self, other: object) -> Column:
        return self._column(other) / self

    def __rsub__(self, other: object) -> Column:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def _column(self, other: object) -> Column:
        if isinstance(other, Column):
            return other
        if isinstance(other, int | Fraction):
            return constant(Fraction(other), len(self))
        raise TypeError(f"no column and no number: {type(other).__name__}")


class Doubles(Column):
    """Doubles as the exact rationals they are, taken apart only when that is asked for."""

    def __init__(self, values: NDArray[np.float64]) -> None:
        self.values = values

    @cached_property
    def _ratio(self) -> Column:
        return from_doubles(self.values)

    @property
    def top(self) -> Array:  # type: ignore[override]
        return self._ratio.top

    @property
    def below(self) -> Array | None:  # type: ignore[override]
        return self._ratio.below

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Column:
        return Doubles(self.values[index])

    def exact(self, index: int) -> Fraction:
        """The value at one point."""
        return Fraction(self.values[index].item())

    def doubles(self) -> NDArray[np.float64]:
        """The values themselves."""
        return self.values


def constant(value: Fraction, count: int) -> Column:
    """The same number at every point."""
    below = None if value.denominator == 1 else _filled(value.denominator, count)
    return Column(_filled(value.numerator, count), below)


def column(values: Sequence[Fraction]) -> Column:
    """Any rationals."""
    return Column(
        _array([value.numerator for value in values]),
        _array([value.denominator for value in values]),
    )


def joined(columns: Sequence[Column]) -> Column:
    """One column after the other."""
    if all(one.below is None for one in columns):
        return Column(np.concatenate([one.top for one in columns]))
    below = [_filled(1, len(one)) if one.below is None else one.below for one in columns]
    return Column(np.concatenate([one.top for one in columns]), np.concatenate(below))


def from_doubles(values: NDArray[np.float64]) -> Column:
    """Doubles as the exact rationals they are; they must be finite."""
    if np.all(values == np.rint(values)) and np.all(np.abs(values) < SAFE):
        return Column(values.astype(np.int64))
    fractions, exponents = np.frexp(values)
    tops = np.ldexp(fractions, 53).astype(np.int64)
    shifts = 53 - exponents.astype(np.int64)
    if shifts.min() >= 0 and shifts.max() <= 61:
        return Column(tops, np.left_shift(np.int64(1), shifts))
    return column([Fraction(value) for value in values.tolist()])


def _array(values: list[int]) -> Array:
    small = all(-SAFE < value < SAFE for value in values)
    return np.array(values, dtype=np.int64 if small else object)


def _filled(value: int, count: int) -> Array:
    return np.full(count, value, dtype=np.int64 if abs(value) < SAFE else object)


def _most(values: Array) -> int:
    return max(abs(int(values.max())), abs(int(values.min()))) if len(values) else 0


def _times(left: Array, right: Array | None) -> Array:
    if right is None:
        return left
    if left.dtype == object or right.dtype == object or _most(left) * _most(right) >= SAFE:
        return np.asarray(left.astype(object) * right.astype(object))
    return np.asarray(left * right)


def _product(left: Array | None, right: Array | None) -> Array | None:
    return right if left is None else _times(left, right)


def _plus(left: Array, right: Array) -> Array:
    if left.dtype == object or right.dtype == object or _most(left) + _most(right) >= SAFE:
        return np.asarray(left.astype(object) + right.astype(object))
    return np.asarray(left + right)


def double(top: int, below: int) -> float:
    """The quotient rounded to nearest; NaN where it is too large, or so small that it would be
    rounded to 0, which stands for 0 alone."""
    try:
        near = top / below
    except (OverflowError, ZeroDivisionError):
        return np.nan
    return near if near or not top else np.nan
