"""Softmax attention, one block of scores at a time, with an error bound for every entry.

`docs/core.md` derives the bound; the names here are the names there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from proofkit.attention.blocked.factors import Factor, check_size, norms
from proofkit.attention.blocked.rounding import LIFT, UNDERFLOW, Arithmetic, Floats, Reals

FAR = 800
"""A key whose score is so far below the largest has a weight below the least number."""

MOST = 0.25
"""The bound on a weight's logarithm is used up to here; beyond it only the hull is left."""


@dataclass(frozen=True, eq=False)
class Values:
    """The values with four more columns, whose averages the bound needs: 1, `h`, `g`, `gh`."""

    extended: Reals
    low: Floats
    high: Floats
    reach: Floats
    key_error: float


@dataclass(frozen=True, eq=False)
class Streamed:
    """The sums of `weight * value` for some queries, and how often each was rescaled."""

    sums: Reals
    rescaled: Floats


def softmax(
    queries: Factor, keys: Factor, values: Reals, known: Arithmetic, rows: int, columns: int
) -> tuple[Reals, Floats]:
    """`exp(S) V` over the row sums of `exp(S)`, and a bound on the error of every entry."""
    tokens, width = values.shape
    check_size("sums of values", known, tokens, float(np.abs(values).max()))
    columns = min(columns, tokens)
    extended = _extend(keys, values, known)
    reach = _query_reach(queries, known) * extended.key_error
    contexts = np.empty((len(queries.matrix), width), dtype=known.dtype)
    bounds = np.empty(contexts.shape)
    bounding = _Bounding(known, extended, tokens, columns, queries.matrix.shape[1])
    for start in range(0, len(contexts), rows):
        part = slice(start, start + rows)
        streamed = _stream(queries.matrix[part], keys.matrix, extended.extended, columns)
        contexts[part], bounds[part] = bounding.finish(streamed, reach[part])
    return contexts, bounds


def _extend(keys: Factor, values: Reals, known: Arithmetic) -> Values:
    """Values beside `1`, `h_j >= |V_jk| / max_j |V_jk|`, `g_j` and `g_j h_j`, all at most
    about one; `g_j` is in proportion to the bound on the error of the scores of key `j`."""
    tokens, width = values.shape
    lengths = norms(keys.matrix)
    key_error = known.gamma(keys.matrix.shape[1]) * lengths + keys.error_norms()
    key_error += np.where(lengths > 0, UNDERFLOW, 0.0)
    top = float(key_error.max())
    share = key_error / (top or 1.0)
    magnitude = np.abs(values, dtype=np.float64)
    reach = magnitude.max(axis=0)
    magnitude /= np.where(reach > 0, reach, 1.0)
    height = magnitude.max(axis=1)
    extended = np.empty((tokens, width + 4), dtype=known.dtype)
    extended[:, :width] = values
    extended[:, width] = 1
    extended[:, width + 1] = height * LIFT
    extended[:, width + 2] = share * LIFT
    extended[:, width + 3] = share * height * LIFT
    low, high = (end.astype(np.float64) for end in (values.min(axis=0), values.max(axis=0)))
    return Values(extended, low, high, reach, top * LIFT)


def _query_reach(queries: Factor, known: Arithmetic) -> Floats:
    gamma = known.gamma(queries.matrix.shape[1])
    reach: Floats = norms(queries.matrix) + queries.error_norms() / gamma
    return reach * LIFT


def _stream(queries: Reals, keys: Reals, values: Reals, columns: int) -> Streamed:
    """Running maxima and rescaled sums over blocks of keys."""
    count = len(queries)
    top = np.full((count, 1), -np.inf, dtype=queries.dtype)
    sums = np.zeros((count, values.shape[1]), dtype=queries.dtype)
    added = np.empty_like(sums)
    rescaled = np.zeros((count, 1))
    space = np.empty(count * columns, dtype=queries.dtype)
    for start in range(0, len(keys), columns):
        part = slice(start, start + columns)
        block = space[: count * len(keys[part])].reshape(count, -1)
        np.matmul(queries, keys[part].T, out=block)
        new = np.maximum(top, block.max(axis=1, keepdims=True))
        block -= new
        np.exp(block, out=block)
        np.matmul(block, values[part], out=added)
        if start:
            sums *= np.exp(top - new)
            rescaled += top < new
        sums += added
        top = new
    return Streamed(sums, rescaled)


class _Bounding:
    """From sums to contexts and bounds, for the queries of one block of rows."""

    def __init__(
        self, known: Arithmetic, values: Values, tokens: int, columns: int, terms: int
    ) -> None:
        blocks = -(-tokens // columns)
        self.known, self.values = known, values
        self.summing = known.gamma(columns + 2 * blocks)
        self.underflow = 16 * tokens * (blocks + 1) * known.tiny
        self.zeta = self.summing + 2 * self.underflow
        self.up = 1 + 8 * self.zeta
        self.shifting = 2 * known.unit * math.log(tokens)
        self.score_underflow = 4 * terms * known.tiny

    def finish(self, streamed: Streamed, reach: Floats) -> tuple[Reals, Floats]:
        """The contexts, moved into the hull of the values, and the bounds on their errors."""
        low, high = self.values.low, self.values.high
        width = len(low)
        total = streamed.sums[:, width : width + 1]
        raw = streamed.sums[:, :width] / total
        kind = self.known.dtype
        contexts = np.clip(raw, low.astype(kind), high.astype(kind))
        averages = self._averages(streamed.sums[:, width + 1 :], total)
        size = np.abs(raw, dtype=np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            bounds = self._analysed(size, averages, streamed, reach[:, None])
        hull = np.maximum(contexts - low, high - contexts) * LIFT
        return contexts, np.fmin(bounds, hull)

    def _averages(self, sums: Reals, total: Reals) -> Floats:
        """Upper bounds on the averages of `h`, `g` and `gh`."""
        averages: Floats = sums.astype(np.float64) / total * self.up + 4 * self.underflow
        return averages * LIFT

    def _analysed(self, raw: Floats, averages: Floats, streamed: Streamed, reach: Floats) -> Floats:
        """The bound by error analysis; not a number above the limits of its validity."""
        known, values = self.known, self.values
        height, share, both = (averages[:, i : i + 1] for i in range(3))
        width = values.high - values.low
        error = known.function_error / (1 - known.function_error)
        weight = (1 + streamed.rescaled) * error + self.score_underflow
        worst = reach * LIFT + weight + FAR * known.unit
        kappa = 1 + worst
        magnitude = values.reach * height
        first = (self.summing + self.zeta) * magnitude + 2 * self.underflow * (values.reach + 1)
        first *= self.up
        rounding = 2 * known.unit * raw + known.tiny
        centre = raw + rounding + first
        spread = np.minimum(width, magnitude + centre)
        scores = reach * np.minimum(width * share, values.reach * both + centre * share)
        second = scores + weight * spread + self.shifting * width
        second *= kappa / (1 - kappa * np.minimum(worst, reach * share + weight + self.shifting))
        bounds: Floats = (first + second + rounding) * LIFT
        valid = (worst <= MOST) & (self.zeta <= 1 / 16)
        return np.where(valid, bounds, np.nan)
