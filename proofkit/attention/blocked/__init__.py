"""Attention of any unit on a concrete matrix, in memory O(n d + block), with error bounds.

`attention` never forms the matrix of scores. Softmax streams over blocks of keys with a
running maximum, so that nothing overflows; linear attention is associative and computes no
score at all; any other link is enclosed block by block. Each entry of the result has a bound
on its distance from the exact attention of the given numbers: `docs/core.md` states what the
bounds assume, and proves them.

>>> import numpy as np
>>> from proofkit.attention.blocked import attention
>>> contexts, bounds = attention(np.array([[0.0, 1.0], [1000.0, 1.0], [0.0, 3.0]]))
>>> contexts.round(3).tolist()
[[106.507, 2.574], [1000.0, 1.0], [2.467, 2.99]]
>>> bool((bounds < 1e-6).all())
True

A row sum of linear attention can vanish; then there is no context, and no bound:

>>> from proofkit.attention import linear
>>> attention(np.array([[1.0, 0.0], [-1.0, 0.0]]), unit=linear).bounds[0].tolist()
[inf, inf]
"""

from __future__ import annotations

from typing import NamedTuple

from numpy.typing import ArrayLike
from sympy import Symbol, exp

from proofkit.attention.blocked.associative import linear
from proofkit.attention.blocked.factors import factors
from proofkit.attention.blocked.general import general
from proofkit.attention.blocked.given import matrices, require
from proofkit.attention.blocked.rounding import Floats, Reals, arithmetic
from proofkit.attention.blocked.streaming import softmax
from proofkit.attention.units import Unit
from proofkit.attention.units import softmax as softmax_unit
from proofkit.attention.weights import Weights
from proofkit.foundations.errors import InputError

ROWS = 1024
COLUMNS = 512


class Attended(NamedTuple):
    """Contexts, one row for each query, and a bound on the error of every entry.

    Where no bound can be given the bound is infinite and the context is not a number.
    """

    contexts: Reals
    bounds: Floats


def attention(
    queries: ArrayLike,
    keys: ArrayLike | None = None,
    values: ArrayLike | None = None,
    *,
    weights: Weights | ArrayLike = Weights.IDENTITY,
    unit: Unit = softmax_unit,
    rows: int = ROWS,
    columns: int = COLUMNS,
) -> Attended:
    """The contexts `c_i = sum_j u_ij V_j / sum_j u_ij` with `u = link(Q X K^T)` entrywise.

    Keys and values are the queries unless given. `weights` are `identity`, `ones` or a matrix
    `X`. Everything is computed in float64, or in float32 when all matrices are float32; blocks
    have `rows` queries and `columns` keys.
    """
    for name, size in (("rows", rows), ("columns", columns)):
        if not isinstance(size, int) or size < 1:
            raise InputError(f"{name}: expected a positive integer as block size, got {size}")
    given = {"queries": queries}
    given["keys"] = queries if keys is None else keys
    given["values"] = given["keys"] if values is None else values
    if not isinstance(weights, Weights):
        given["weights"] = weights
    a1, a2, a3, *x = matrices(given)
    require(len(a2) == len(a3), "values", f"{len(a2)} rows, one for each key", a3)
    known = arithmetic(a1.dtype)
    left, right = factors(a1, a2, weights if isinstance(weights, Weights) else x[0], known)
    score = Symbol("z", real=True)
    link = unit.link(score)
    if link == exp(score):
        return Attended(*softmax(left, right, a3, known, rows, columns))
    if link == score:
        return Attended(*linear(left, right, a3, known, rows, columns))
    return Attended(*general((score, link), (left, right), a3, known, rows, columns))
