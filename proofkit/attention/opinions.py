"""Weights that depend on several scores, in NumPy, for cross-checks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from proofkit.attention.logs import Floats

SAME = 1e-12


def relu(row: Floats, rows: Floats) -> Floats:
    """ReLU of the score, with all-ones weights."""
    units: Floats = np.maximum(rows.sum(axis=1) * row.sum(), 0)
    return units


def elu(row: Floats, rows: Floats) -> Floats:
    """The product of the features of two row sums."""
    return elu_features(row.sum()) * elu_features(rows.sum(axis=1))


def elu_features(sums: Floats) -> Floats:
    """elu + 1."""
    return np.where(sums < 0, np.exp(np.minimum(sums, 0)), 1 + sums)


def hard(scores: Floats, counts: Floats) -> Floats:
    """No opinion where the highest scores are so close that rounding may have tied them."""
    highest = scores.max()
    close = scores >= highest - SAME * np.abs(highest)
    if close.sum() > 1:
        return np.full_like(scores, np.nan)
    return np.where(close, 1 / counts, 0.0)


def sparsemax(scores: Floats, counts: Floats) -> Floats:
    """The score above a level at which the weights add up to 1."""
    entered, held, above, rest = _entering(scores, counts, 1)
    weights = np.zeros_like(scores)
    weights[entered] = above + rest / float(held.sum())
    return weights


def entmax(scores: Floats, counts: Floats) -> Floats:
    """The square of half the score above such a level."""
    entered, held, above, rest = _entering(scores / 2, counts, 2)
    total, slope = float(held.sum()), float((held * above).sum())
    weights = np.zeros_like(scores)
    weights[entered] = (above + rest / (slope + np.sqrt(slope**2 + total * rest))) ** 2
    return weights


def _entering(
    z: Floats, counts: Floats, power: int
) -> tuple[NDArray[np.intp], Floats, Floats, float]:
    """Keys enter from the highest score down, while those above leave something over: which, how
    many of each, how far each is above the last, and what is left over."""
    order = np.argsort(-z)
    z, k = z[order], counts[order]
    used = np.array([np.sum(k[:j] * (z[:j] - z[j]) ** power) for j in range(len(z))])
    last = int(np.flatnonzero(used < 1)[-1])
    return order[: last + 1], k[: last + 1], z[: last + 1] - z[last], 1 - used[last]
