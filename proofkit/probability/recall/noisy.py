"""A trained read-out on noisy D0 and D1: can a network that learns still tell them apart?

A sample is a matrix of D0 or D1 with its needle at a random token, and noise on every entry.
Its feature is the mean of all contexts; a ridge regression on half of the samples is the
read-out, and what counts is how many of the other half it tells right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from proofkit.attention.logs import Floats
from proofkit.probability.recall.readers import softmax_weights

COLUMNS = 10
STRENGTHS = (0.01, 1.2)
CLASS, BIAS = 0.2, 0.8
DAMPING = 1e-1
ROUNDING = 1e-12


@dataclass(frozen=True)
class Noisy:
    """How many tokens, how strong the noise in units of sqrt(log n), and how many samples."""

    tokens: int
    noise: str
    samples: int


def measure(cell: Noisy, seed: int, place: int) -> dict[str, int]:
    """How many of the samples that were not trained on each mechanism tells right."""
    source = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(place,)))
    labels = (np.arange(2 * cell.samples) % 2).astype(np.float64)
    features: dict[str, list[Floats]] = {"softmax": [], "linear": []}
    for label in labels:
        matrix = _sample(cell, STRENGTHS[int(label)], source)
        sums = matrix.sum(axis=1)
        weights = softmax_weights(np.outer(sums, sums), 1.0).mean(axis=0)
        features["softmax"].append(weights @ matrix)
        features["linear"].append(sums @ matrix / sums.sum())
    return {name: _told_right(np.array(rows), labels) for name, rows in features.items()}


def _sample(cell: Noisy, strength: float, source: np.random.Generator) -> Floats:
    """The needle column, stacked identities, the bias column, and noise."""
    width = COLUMNS - 2
    matrix = np.zeros((cell.tokens, COLUMNS))
    matrix[source.integers(cell.tokens), 0] = strength
    matrix[np.arange(cell.tokens), 1 + np.arange(cell.tokens) % width] = CLASS
    matrix[:, -1] = BIAS
    noise = np.float64(cell.noise) * source.standard_normal(matrix.shape)
    noisy: Floats = (matrix + noise) * np.sqrt(np.log(cell.tokens))
    return noisy


def _told_right(features: Floats, labels: Floats) -> int:
    """Ridge regression on the first half, a decision by sign on the second."""
    half = len(labels) // 2
    middle, spread = features[:half].mean(axis=0), features[:half].std(axis=0)
    steady = spread <= ROUNDING * np.abs(features).max()
    scaled = np.where(steady, 0, features - middle) / np.where(steady, 1, spread)
    known, asked = scaled[:half], scaled[half:]
    gram = known.T @ known + DAMPING * half * np.eye(known.shape[1])
    read_out = np.linalg.solve(gram, known.T @ (2.0 * labels[:half] - 1))
    return int(((asked @ read_out > 0) == (labels[half:] == 1)).sum())
