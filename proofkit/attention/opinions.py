"""Weights that are no function of one score, in NumPy: second opinions, of rows or all scores."""

from __future__ import annotations

import numpy as np

from proofkit.attention.logs import Floats

SAME = 1e-12


def relu(row: Floats, rows: Floats) -> Floats:
    """ReLU of the score, with all-ones weights."""
    units: Floats = np.maximum(rows.sum(axis=1) * row.sum(), 0)
    return units


def elu(row: Floats, rows: Floats) -> Floats:
    """The product of the features elu + 1 of two row sums."""

    def features(sums: Floats) -> Floats:
        return np.where(sums < 0, np.exp(np.minimum(sums, 0)), 1 + sums)

    return features(row.sum()) * features(rows.sum(axis=1))


def hard(scores: Floats, counts: Floats) -> Floats:
    """No opinion where the highest scores are so close that rounding may have tied them."""
    highest = scores.max()
    close = scores >= highest - SAME * np.abs(highest)
    if close.sum() > 1:
        return np.full_like(scores, np.nan)
    return np.where(close, 1 / counts, 0.0)


def sparsemax(scores: Floats, counts: Floats) -> Floats:
    """Keys enter from the highest score down, while those above leave something over."""
    order = np.argsort(-scores)
    z, k = scores[order], counts[order]
    used = np.array([np.sum(k[:j] * (z[:j] - z[j])) for j in range(len(z))])
    last = int(np.flatnonzero(used < 1)[-1])
    held = float(k[: last + 1].sum())
    above = z - z[last] + (1 - used[last]) / held
    weights = np.zeros_like(scores)
    weights[order[: last + 1]] = above[: last + 1]
    return weights


def entmax(scores: Floats, counts: Floats) -> Floats:
    """Keys enter from the highest score down, while those above leave something over."""
    order = np.argsort(-scores)
    z, k = scores[order] / 2, counts[order]
    used = np.array([np.sum(k[:j] * (z[:j] - z[j]) ** 2) for j in range(len(z))])
    last = int(np.flatnonzero(used < 1)[-1])
    held, above = k[: last + 1], z[: last + 1] - z[last]
    total, slope = float(held.sum()), float((held * above).sum())
    rest = 1 - used[last]
    start = rest / (slope + np.sqrt(slope**2 + total * rest))
    weights = np.zeros_like(scores)
    weights[order[: last + 1]] = (above + start) ** 2
    return weights
