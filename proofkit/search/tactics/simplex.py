"""A vector as a combination of others with weights >= 0, by the simplex method in exact numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from proofkit.kernel.polynomial import Rational
from proofkit.search.budget import Budget
from proofkit.search.inequalities.translation import exact, fraction

Vector = Mapping[Any, Fraction] | Mapping[Any, Rational]
MAX_CELLS = 20_000


def combination(
    columns: Sequence[Vector],
    free: Collection[int],
    target: Vector,
    wanted: Collection[int] | None,
    budget: Budget,
) -> dict[int, Fraction] | None:
    """Weights with `sum of weight * column = target`: >= 0 but for the `free` columns. If some
    are `wanted`, one of these has a weight > 0."""
    kept = _useful(columns, free, target)
    if kept is None:
        return None
    rows = list(dict.fromkeys(key for row in (*(columns[k] for k in kept), target) for key in row))
    if not rows:
        return None if wanted is not None else {}
    signed = [(k, sign) for k in kept for sign in ((1, -1) if k in free else (1,))]
    if len(rows) * (len(signed) + 1) > MAX_CELLS:
        return None
    tableau = _Tableau(rows, [(columns[k], sign) for k, sign in signed], target, budget)
    if not tableau.feasible():
        return None
    if wanted is not None:
        tableau.enlarge([j for j, (k, _) in enumerate(signed) if k in wanted])
    weights: dict[int, Fraction] = {}
    for j, value in tableau.values():
        k, sign = signed[j]
        weights[k] = weights.get(k, Fraction(0)) + sign * value
    found = {k: weight for k, weight in weights.items() if weight}
    return None if wanted is not None and not set(found) & set(wanted) else found


def _useful(columns: Sequence[Vector], free: Collection[int], target: Vector) -> list[int] | None:
    """The columns whose rows can still balance; None if the target is out of reach."""
    kept = set(range(len(columns)))
    by_row: dict[Any, set[int]] = {}
    for k, column in enumerate(columns):
        for key in column:
            by_row.setdefault(key, set()).add(k)
    if any(key not in by_row for key in target):
        return None
    pending = set(by_row)
    while pending:
        key = pending.pop()
        here = by_row[key] & kept
        if here & set(free):
            continue
        signs = {columns[k][key] > 0 for k in here}
        goal = target.get(key, Fraction(0))
        if goal and (goal > 0) not in signs:
            return None
        if not goal and len(signs) == 1:
            kept -= here
            pending |= {other for k in here for other in columns[k]} - {key}
    return sorted(kept)


class _Tableau:
    """Rows of equations; each row has a basic variable, at first an artificial one. The last
    row has what an exchange gains."""

    def __init__(
        self,
        keys: Sequence[Any],
        columns: Sequence[tuple[Vector, int]],
        target: Vector,
        budget: Budget,
    ) -> None:
        self.width, self.height, self.budget = len(columns), len(keys), budget
        index = {key: i for i, key in enumerate(keys)}
        rows = [[fmpq(0)] * (self.width + 1) for _ in keys]
        for j, (column, sign) in enumerate(columns):
            for key, value in column.items():
                rows[index[key]][j] = sign * exact(value)
        for key, value in target.items():
            rows[index[key]][-1] = exact(value)
        self.rows = [[-x for x in row] if row[-1] < 0 else row for row in rows]
        self.basis = [-1] * self.height

    def feasible(self) -> bool:
        """Drive the artificial variables out; they are 0 in the end if it can be done."""
        self._set_gains([sum(column, fmpq(0)) for column in zip(*self.rows, strict=True)])
        while self.rows[-1][-1] != 0:
            if not self._improve():
                return False
        return True

    def enlarge(self, wanted: Sequence[int]) -> None:
        """Go on until a wanted variable is > 0, if one can be."""
        for i, basic in enumerate(self.basis):
            if basic < 0:  # its value is 0: exchange it, or the row is empty
                j = next((j for j in range(self.width) if self.rows[i][j]), None)
                if j is not None:
                    self._pivot(i, j)
        chosen = set(wanted)
        gains = [fmpq(int(j in chosen)) for j in range(self.width)] + [fmpq(0)]
        for row, basic in zip(self.rows, self.basis, strict=False):
            if basic in chosen:
                gains = [x - y for x, y in zip(gains, row, strict=True)]
        self._set_gains(gains)
        while not any(j in chosen for j, _ in self.values()):
            if not self._improve():
                return

    def _set_gains(self, gains: list[Any]) -> None:
        self.rows = [*self.rows[: self.height], gains]

    def _improve(self) -> bool:
        """One exchange, by the rule of Bland, which never cycles."""
        self.budget.spend()
        gains = self.rows[-1]
        for j in range(self.width):
            if gains[j] > 0:
                ratios = [
                    (row[-1] / row[j], basic, i)
                    for i, (row, basic) in enumerate(zip(self.rows, self.basis, strict=False))
                    if row[j] > 0
                ]
                if ratios:
                    self._pivot(min(ratios)[2], j)
                    return True
        return False

    def _pivot(self, i: int, j: int) -> None:
        pivot = self.rows[i][j]
        line = self.rows[i] = [x / pivot if x else x for x in self.rows[i]]
        places = [k for k, x in enumerate(line) if x]
        for k, row in enumerate(self.rows):
            if k != i and (factor := row[j]):
                for place in places:
                    row[place] -= factor * line[place]
        self.basis[i] = j

    def values(self) -> list[tuple[int, Fraction]]:
        return [
            (j, fraction(row[-1]))
            for row, j in zip(self.rows, self.basis, strict=False)
            if j >= 0 and row[-1]
        ]
