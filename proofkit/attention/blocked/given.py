"""Checks of the caller's matrices: real, finite, two-dimensional, of matching shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from proofkit.attention.blocked.rounding import Reals
from proofkit.foundations.errors import InputError


def matrices(given: dict[str, ArrayLike]) -> list[Reals]:
    """All of them in float32 if that is what every one is in, otherwise in float64."""
    arrays = [_array(name, value) for name, value in given.items()]
    single = all(array.dtype == np.float32 for array in arrays)
    dtype = np.float32 if single else np.float64
    return [_exactly(name, a, dtype) for name, a in zip(given, arrays, strict=True)]


def require(condition: bool, what: str, expected: str, array: Reals) -> None:
    """Refuse a shape, and say what it should have been."""
    if not condition:
        raise InputError(f"{what} is {_shape(array)}; expected {expected}")


def _array(name: str, value: ArrayLike) -> np.ndarray[Any, Any]:
    array = np.asarray(value)
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise InputError(f"{name} has entries of type {array.dtype}; expected real float64")
    require(array.ndim == 2, name, "a matrix", array)
    require(array.size > 0, name, "at least one row and one column", array)
    return array


def _exactly(name: str, array: np.ndarray[Any, Any], dtype: type) -> Reals:
    converted: Reals = np.ascontiguousarray(array, dtype=dtype)
    finite = np.isfinite(converted)
    if not finite.all():
        row, column = np.argwhere(~finite)[0]
        raise InputError(
            f"{name}[{row}, {column}] is {converted[row, column]}; expected a finite number"
        )
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
        lost = [
            (number, back)
            for number, back in zip(array.ravel().tolist(), converted.ravel().tolist(), strict=True)
            if number != int(back)
        ]
        if lost:
            raise InputError(f"{name} has the entry {lost[0][0]}, which is not a float64 number")
    return converted


def _shape(array: Reals) -> str:
    return " x ".join(map(str, array.shape)) if array.ndim else "a single number"
