"""Linear attention: `(Q K^T) V = Q (K^T V)`, so no score is ever computed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from proofkit.attention.blocked.factors import Factor, check_size, largest
from proofkit.attention.blocked.rounding import LIFT, Arithmetic, Floats, Reals


def linear(
    queries: Factor, keys: Factor, values: Reals, known: Arithmetic, rows: int, columns: int
) -> tuple[Reals, Floats]:
    """`S V` over the row sums of `S`, and a bound on the error of every entry.

    Where the sign of a row sum is not certain the context is not a number and its bound
    is infinite.
    """
    tokens, terms = keys.matrix.shape
    sizes = (largest(matrix) for matrix in (queries.matrix, keys.matrix, values))
    check_size("sums of scores times values", known, tokens, terms, *sizes)
    check_size("sums of keys times values", known, tokens, largest(keys.matrix), largest(values))
    check_size("sums of scores", known, tokens, terms, *map(largest, (queries.matrix, keys.matrix)))
    middle = _middle(keys, with_one(values, known), known, min(columns, tokens))
    return averages(queries, values, known, rows, lambda asking: _outer(asking, middle, known))


def averages(
    queries: Factor,
    values: Reals,
    known: Arithmetic,
    rows: int,
    sums: Callable[[Factor], Factor],
) -> tuple[Reals, Floats]:
    """What `sums` gives of each value and, last, of 1, divided, block of queries by block."""
    contexts = np.empty((len(queries.matrix), values.shape[1]), dtype=known.dtype)
    bounds = np.empty(contexts.shape)
    for start in range(0, len(contexts), rows):
        part = slice(start, start + rows)
        contexts[part], bounds[part] = divide(sums(queries.rows(part)), known)
    return contexts, bounds


def with_one(values: Reals, known: Arithmetic) -> Reals:
    """The values, and a column of ones."""
    return np.concatenate([values, np.ones((len(values), 1), dtype=known.dtype)], axis=1)


def _middle(keys: Factor, values: Reals, known: Arithmetic, columns: int) -> Factor:
    """`K^T V` in blocks of keys, with its error."""
    tokens, terms = keys.matrix.shape
    total = np.zeros((terms, values.shape[1]), dtype=known.dtype)
    magnitude, inexact = np.zeros(total.shape), np.zeros(total.shape)
    for start in range(0, tokens, columns):
        part = slice(start, start + columns)
        total += keys.matrix[part].T @ values[part]
        sizes = np.abs(values[part], dtype=np.float64)
        magnitude += np.abs(keys.matrix[part], dtype=np.float64).T @ sizes
        if keys.error is not None:
            inexact += keys.error[part].T @ sizes
    blocks = -(-tokens // columns)
    error = known.gamma(columns + blocks) * (magnitude + inexact) + inexact
    return Factor(total, (error + 4 * tokens * known.tiny) * LIFT)


def _outer(queries: Factor, middle: Factor, known: Arithmetic) -> Factor:
    """`Q (K^T V)` with its error."""
    terms = queries.matrix.shape[1]
    middle_error = middle.errors()
    size = np.abs(middle.matrix, dtype=np.float64)
    magnitude = np.abs(queries.matrix, dtype=np.float64)
    error = magnitude @ (known.gamma(terms) * size + middle_error) + 4 * terms * known.tiny
    if queries.error is not None:
        error += queries.error @ (size + middle_error)
    return Factor(queries.matrix @ middle.matrix, error * LIFT)


def divide(sums: Factor, known: Arithmetic) -> tuple[Reals, Floats]:
    """All columns but the last over the last, which may be neither zero nor too large."""
    error = sums.errors()
    total = np.abs(sums.matrix[:, -1:], dtype=np.float64)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        contexts = sums.matrix[:, :-1] / sums.matrix[:, -1:]
        size = np.abs(contexts, dtype=np.float64)
        certain = total - error[:, -1:] * LIFT
        bounds = (error[:, :-1] + size * error[:, -1:] * LIFT) / certain
        bounds = (bounds + 2 * known.unit * size + known.tiny) * LIFT
        known_bounds = (certain > 0) & np.isfinite(total) & np.isfinite(bounds)
        known_bounds &= np.isfinite(contexts)
    return np.where(known_bounds, contexts, np.nan), np.where(known_bounds, bounds, np.inf)
