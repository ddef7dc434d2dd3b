"""Attention of any other unit: every block of scores is enclosed, then its link."""

from __future__ import annotations

import numpy as np
from sympy import Expr, Symbol

from proofkit.attention.blocked.associative import averages, with_one
from proofkit.attention.blocked.balls import Balls, evaluate
from proofkit.attention.blocked.factors import Factor, norms
from proofkit.attention.blocked.rounding import LIFT, Arithmetic, Floats, Reals


def general(
    link: tuple[Symbol, Expr],
    factors: tuple[Factor, Factor],
    values: Reals,
    known: Arithmetic,
    rows: int,
    columns: int,
) -> tuple[Reals, Floats]:
    """`g(S) V` over the row sums of `g(S)`, and a bound on the error of every entry."""
    queries, keys = factors
    extended = with_one(values, known)

    def sums(asking: Factor) -> Factor:
        return _sums(link, asking, keys, extended, known, min(columns, len(values)))

    return averages(queries, values, known, rows, sums)


def _sums(
    link: tuple[Symbol, Expr],
    queries: Factor,
    keys: Factor,
    values: Reals,
    known: Arithmetic,
    columns: int,
) -> Factor:
    """`g(S) V` for some queries, with its error."""
    tokens = len(values)
    total = np.zeros((len(queries.matrix), values.shape[1]), dtype=known.dtype)
    magnitude, error = np.zeros(total.shape), np.zeros(total.shape)
    with np.errstate(all="ignore"):
        for start in range(0, tokens, columns):
            part = slice(start, start + columns)
            u = evaluate(link[1], link[0], _scores(queries, keys.rows(part), known), known)
            sizes = np.abs(values[part], dtype=np.float64)
            total += u.middle @ values[part]
            magnitude += u.size() @ sizes
            error += u.radius @ sizes
        blocks = -(-tokens // columns)
        error += known.gamma(columns + blocks) * magnitude + 4 * tokens * known.tiny
    return Factor(total, error * LIFT)


def _scores(queries: Factor, keys: Factor, known: Arithmetic) -> Balls:
    """A block of scores; the error by the Cauchy-Schwarz inequality."""
    terms = queries.matrix.shape[1]
    left, right = norms(queries.matrix), norms(keys.matrix)
    left_error, right_error = queries.error_norms(), keys.error_norms()
    radius = known.gamma(terms) * np.outer(left, right) + np.outer(left, right_error)
    radius += np.outer(left_error, right + right_error) + 4 * terms * known.tiny
    return Balls(queries.matrix @ keys.matrix.T, radius * LIFT)
