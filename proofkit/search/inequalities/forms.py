"""Quadratic forms: an exact decomposition into squares, and short bases of row spaces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from proofkit.search.inequalities.translation import exact


def decomposed(matrix: list[list[Any]]) -> list[tuple[Any, list[Any]]] | None:
    """LDL^T: weights and rows, or nothing if the matrix is not positive semidefinite."""
    n = len(matrix)
    left = [row[:] for row in matrix]
    found: list[tuple[Any, list[Any]]] = []
    for _ in range(n):
        if any(left[i][i] < 0 for i in range(n)):
            return None
        k = max(range(n), key=lambda i: left[i][i])
        pivot = left[k][k]
        if pivot == 0:
            return found if all(v == 0 for row in left for v in row) else None
        row = [left[k][j] / pivot for j in range(n)]
        found.append((pivot, row))
        for i in range(n):
            if row[i] != 0:
                for j in range(n):
                    left[i][j] = left[i][j] - pivot * row[i] * row[j]
    return found


def reduced(rows: Any) -> list[list[Any]] | None:
    """The row space in echelon form, with short fractions."""
    v = rows.copy()
    r = 0
    for c in range(v.shape[1]):
        if r == v.shape[0]:
            break
        k = r + int(np.argmax(abs(v[r:, c])))
        if abs(v[k, c]) < 1e-3:
            continue
        v[[r, k]] = v[[k, r]]
        v[r] /= v[r, c]
        for i in range(v.shape[0]):
            if i != r:
                v[i] -= v[i, c] * v[r]
        r += 1
    if r < v.shape[0]:
        return None
    return [[_short(float(x)) for x in row] for row in v]


def _short(value: float) -> Any:
    near = Fraction(value).limit_denominator(48)
    if abs(float(near) - value) > 5e-3:
        near = Fraction(value).limit_denominator(1000)
    return exact(near)
