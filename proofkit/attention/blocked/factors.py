"""Scores as products: `S = Q K^T`, without the matrix of scores itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from proofkit.attention.blocked.given import require
from proofkit.attention.blocked.rounding import LIFT, UNDERFLOW, Arithmetic, Floats, Reals
from proofkit.attention.weights import Weights
from proofkit.foundations.errors import LimitExceeded


@dataclass(frozen=True, eq=False)
class Factor:
    """A matrix, and how far each of its entries may be from the exact one."""

    matrix: Reals
    error: Floats | None = None

    def rows(self, part: slice) -> Factor:
        """Some of the rows."""
        return Factor(self.matrix[part], None if self.error is None else self.error[part])

    def errors(self) -> Floats:
        """The errors of all entries."""
        return np.zeros(self.matrix.shape) if self.error is None else self.error

    def error_norms(self) -> Floats:
        """The Euclidean norms of the rows of the error, rounded up."""
        return np.zeros(len(self.matrix)) if self.error is None else norms(self.error)


def factors(
    queries: Reals, keys: Reals, weights: Weights | Reals, known: Arithmetic
) -> tuple[Factor, Factor]:
    """`Q` and `K` with `Q K^T = queries X keys^T`, for weights `x = vec(X)`."""
    if isinstance(weights, Weights):
        require(keys.shape[1] == queries.shape[1], "keys", f"{queries.shape[1]} columns", keys)
        left, right = Factor(queries), Factor(keys)
        if weights is Weights.ONES:
            ones = np.ones((queries.shape[1], 1), dtype=known.dtype)
            left, right = project(queries, ones, known), project(keys, ones, known)
    else:
        shape = (queries.shape[1], keys.shape[1])
        require(weights.shape == shape, "weights", f"{shape[0]} x {shape[1]}", weights)
        left, right = Factor(queries), project(keys, np.ascontiguousarray(weights.T), known)
    check_size("scores", known, left.matrix.shape[1], largest(left.matrix), largest(right.matrix))
    return left, right


def project(matrix: Reals, onto: Reals, known: Arithmetic) -> Factor:
    """A product of two given matrices, with the error of every entry."""
    terms = matrix.shape[1]
    check_size("the weighted keys", known, terms, largest(matrix), largest(onto))
    magnitude = np.abs(matrix, dtype=np.float64) @ np.abs(onto, dtype=np.float64)
    error = (known.gamma(terms) * magnitude + 2 * terms * known.tiny) * LIFT
    return Factor(matrix @ onto, error)


def largest(matrix: Reals) -> float:
    """The largest magnitude of an entry."""
    return max(float(matrix.max()), -float(matrix.min()))


def check_size(what: str, known: Arithmetic, *sizes: float) -> None:
    """Refuse sums that could leave the range of the type."""
    bound = 1.0
    for size in sizes:
        bound *= size
    if not bound <= known.largest:
        raise LimitExceeded(f"{what} may be as large as {bound:.2g}, too large for {known.dtype}")


def norms(matrix: Reals) -> Floats:
    """The Euclidean norms of the rows, rounded up, safe from overflow and underflow."""
    scale = np.abs(matrix).max(axis=1).astype(np.float64)
    divisor = np.where(scale > 0, scale, 1.0)[:, None]
    scaled = matrix / divisor
    lengths: Floats = scale * np.sqrt(np.einsum("ij,ij->i", scaled, scaled)) * LIFT
    return lengths + np.where(scale > 0, UNDERFLOW, 0.0)
