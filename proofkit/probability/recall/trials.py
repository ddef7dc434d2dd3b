"""One cell of the experiment: a number of columns, a number of pairs, some trials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofkit.attention.logs import Floats
from proofkit.foundations.errors import Contradiction
from proofkit.probability.recall.readers import READERS, sharp, softmax_weights

SLACK = 1e-9


@dataclass(frozen=True)
class Cell:
    """`columns` d, `pairs` N, and `values` V sign vectors of which each pair has one."""

    columns: int
    pairs: int
    values: int


@dataclass(frozen=True)
class Pairs:
    """One draw: unit keys, the sign vectors, and which of them belongs to which key."""

    keys: Floats
    signs: Floats
    chosen: NDArray[np.int64]

    @classmethod
    def drawn(cls, cell: Cell, source: np.random.Generator) -> Pairs:
        """Keys uniform on the sphere, sign vectors and their owners uniform."""
        keys = source.standard_normal((cell.pairs, cell.columns))
        keys /= np.linalg.norm(keys, axis=1, keepdims=True)
        signs = source.choice(np.array([-1.0, 1.0]), (cell.values, cell.columns))
        return cls(keys, signs, source.integers(0, cell.values, cell.pairs))

    def right(self, outputs: Floats) -> int:
        """For how many keys the nearest sign vector is the right one. Sign vectors are equally
        long, so that the nearest has the greatest inner product; equal ones are the same."""
        found = self.signs[np.argmax(outputs @ self.signs.T, axis=1)]
        return int((found == self.signs[self.chosen]).all(axis=1).sum())


def measure(cell: Cell, trials: int, seed: int, place: int) -> dict[str, Any]:
    """What every reader gets right in every trial, and what the two lemmas say beside it."""
    right: dict[str, list[int]] = {name: [] for name in READERS}
    beside = []
    for trial in range(trials):
        stream = np.random.SeedSequence(seed, spawn_key=(place, trial))
        drawn = Pairs.drawn(cell, np.random.default_rng(stream))
        for name, read in READERS.items():
            right[name].append(drawn.right(read(drawn.keys, drawn.signs[drawn.chosen])))
        beside.append((*margin(drawn.keys), *best_linear(drawn.keys)))
    names, columns = ("weight", "bound", "error", "rank"), map(list, zip(*beside, strict=True))
    return {"right": right, **dict(zip(names, columns, strict=True))}


def margin(keys: Floats) -> tuple[float, float]:
    """The mean weight that softmax at 2 log N gives the right key, and the mean of what its
    margin promises: `1/(1 + (N - 1)*exp(-beta*margin))` for each key."""
    scores, count = keys @ keys.T, len(keys)
    beta = sharp(count)
    own = np.diagonal(softmax_weights(scores, beta))
    if count == 1:
        return 1.0, 1.0
    others = scores - 4 * np.eye(count)
    bound = 1 / (1 + (count - 1) * np.exp(-beta * (np.diagonal(scores) - others.max(axis=1))))
    if np.any(own < bound - SLACK):
        raise Contradiction("recall: a weight is below what its margin promises")
    return own.mean().item(), bound.mean().item()


def best_linear(keys: Floats) -> tuple[float, int]:
    """The squared error that is left when orthonormal values are read by the best linear map of
    the keys, and the rank of the keys: the error is their number less the rank."""
    values, count = np.eye(len(keys)), len(keys)
    best, _, rank, _ = np.linalg.lstsq(keys, values, rcond=None)
    error = np.square(keys @ best - values).sum().item()
    if not abs(error - (count - int(rank))) <= SLACK * count:
        raise Contradiction("recall: the best linear error is not what the rank leaves")
    return error, int(rank)
