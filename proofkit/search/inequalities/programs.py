"""Linear programs with exact answers: which weights >= 0 make a combination vanish?

The solver works in machine numbers and only says which columns to use; the weights are then
solved for exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from proofkit.search.budget import Budget
from proofkit.search.inequalities.translation import fraction

MAX_SIZE = 2_000_000
MAX_SUPPORT = 350
UGLY = 8


def missing() -> str:
    """The name of the solver that is not installed, if one is."""
    try:
        import highspy  # noqa: F401
    except ImportError:
        return "highspy"
    return ""


def combine(
    columns: Sequence[Any],
    strict: Sequence[bool],
    free: Sequence[Any],
    budget: Budget,
    plain: Sequence[bool] | None = None,
) -> tuple[list[Fraction], list[Fraction]] | None:
    """Weights >= 0 of the columns, of which strict ones add up to 1, and weights of the free
    ones, such that the sum vanishes; `plain` columns are taken rather than others."""
    rows: dict[Any, int] = {}
    table = [entries_of(column, rows) for column in (*columns, *free)]
    if not any(strict) or len(rows) * len(table) > MAX_SIZE or missing():
        return None
    last = len(rows)
    for entries, counts in zip(table, strict, strict=False):
        if counts:
            entries.append((last, fmpq(1)))
    prices = [1 if one else UGLY for one in plain or [True] * len(columns)]
    for support in _supports(table, prices, last, budget):
        budget.spend()
        weights = _solved(table, support, last)
        if weights is None or any(w < 0 for k, w in weights.items() if k < len(columns)):
            continue
        found = [fraction(weights.get(k, 0)) for k in range(len(table))]
        return found[: len(columns)], found[len(columns) :]
    return None


def entries_of(column: Any, rows: dict[Any, int]) -> list[tuple[int, Any]]:
    """The coefficients of a polynomial by the rows of its monomials."""
    return [(rows.setdefault(e, len(rows)), fmpq(c)) for e, c in column.to_dict().items()]


def _float(value: Any) -> float:
    try:
        return int(value.p) / int(value.q)
    except OverflowError:
        return 1e300


def _supports(table: list[Any], prices: list[int], last: int, budget: Budget) -> list[list[int]]:
    import highspy

    positive = len(prices)
    make: Any = highspy.Highs
    infinity = highspy.kHighsInf
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(table), last + 1
    starts, indices, values, costs = [0], [], [], []
    for k, entries in enumerate(table):
        scale = max((abs(_float(c)) for r, c in entries if r != last), default=1.0) or 1.0
        for r, c in entries:
            indices.append(r)
            values.append(1.0 if r == last else _float(c) / scale)
        starts.append(len(indices))
        costs.append((1.0 + 0.1 * len(entries)) * prices[k] if k < positive else 0.0)
    program.col_cost_ = np.array(costs)
    program.col_lower_ = np.array([0.0 if k < positive else -infinity for k in range(len(table))])
    program.col_upper_ = np.full(len(table), infinity)
    target = np.zeros(last + 1)
    target[last] = 1
    program.row_lower_ = program.row_upper_ = target
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.array(starts)
    program.a_matrix_.index_ = np.array(indices)
    program.a_matrix_.value_ = np.array(values)
    solver = make()
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("time_limit", max(0.05, budget.left())),
        ("primal_feasibility_tolerance", 1e-9),
        ("dual_feasibility_tolerance", 1e-9),
    ):
        solver.setOptionValue(option, value)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return []
    solution = solver.getSolution().col_value
    basic = highspy.HighsBasisStatus.kBasic
    supports = [
        [k for k, x in enumerate(solution) if abs(x) > 1e-9],
        [k for k, s in enumerate(solver.getBasis().col_status) if s == basic],
    ]
    return [support for support in supports if len(support) <= MAX_SUPPORT]


def _solved(table: list[Any], support: list[int], last: int) -> dict[int, Any] | None:
    """Exact weights on the support, those that are left open being 0."""
    used: dict[int, int] = {}
    for k in support:
        for r, _ in table[k]:
            used.setdefault(r, len(used))
    if last not in used:
        return None
    width = len(support)
    matrix = fmpq_mat(len(used), width + 1)
    for j, k in enumerate(support):
        for r, c in table[k]:
            matrix[used[r], j] = c
    matrix[used[last], width] = fmpq(1)
    reduced, rank = matrix.rref()
    weights, j = {k: fmpq(0) for k in support}, 0
    for i in range(rank):
        while reduced[i, j] == 0:
            j += 1
        if j == width:
            return None
        weights[support[j]] = reduced[i, width]
    return weights
