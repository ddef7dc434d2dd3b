"""Sums of squares by semidefinite programming: `goal = s0 + s1*fact1 + ...`, each s a sum of
squares of polynomials.

The solver works in machine numbers. Its answer is rounded, the linear equations are solved
exactly for the entries left over, and an exact decomposition LDL^T gives the squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.subterms import parts
from proofkit.search.inequalities.bases import monomials_up_to
from proofkit.search.inequalities.forms import decomposed, reduced
from proofkit.search.inequalities.programs import entries_of
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.system import Column, System
from proofkit.search.inequalities.translation import Poly, fraction
from proofkit.search.nodes import Node

MAX_BASIS = 56
MAX_ENTRIES = 3_000
MAX_ROWS = 600
MAX_RANK = 240
BITS = (6, 12, 24, 40)


@dataclass
class Block:
    """A multiplier of some factors: a positive semidefinite matrix over a basis."""

    factors: tuple[int, ...]
    basis: list[Poly]


def missing() -> str:
    """The name of the solver that is not installed, if one is."""
    try:
        import clarabel  # noqa: F401
        import scipy.sparse  # noqa: F401
    except ImportError:
        return "clarabel"
    return ""


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    if missing():
        return None
    system = System(search, known, goal)
    gens = system.used()
    degree = max(
        [int(f.poly.total_degree()) for f in system.factors]
        + [int(e[0].total_degree()) for e in system.equations]
    )
    start = degree + degree % 2
    wide = len(gens) > 6 and comb(len(gens) + start // 2, start // 2) > MAX_BASIS
    if not gens or start > 12 or wide:
        return None
    count = len(system.factors)
    singles: list[tuple[int, ...]] = [(k,) for k in range(1, count)]
    pairs: list[tuple[int, ...]] = []
    if count <= 7:
        pairs += combinations(range(1, count), 2)
    plans: list[tuple[int, list[tuple[int, ...]], bool]] = [(start, [(), *singles], False)]
    plans += [(start, [(), *singles, *pairs], False)] if pairs else []
    plans += (
        [(start + 2, [(), (0,), *singles, *pairs[:10]], True)]
        if start <= 6 and len(gens) <= 3
        else []
    )
    for bound, products, multiply_goal in plans:
        search.budget.spend()
        node = Program(system, bound, products, multiply_goal).solve()
        if node is not None:
            return node
    return None


def prove_algebraic(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """The same, early, where nothing is left but variables and their roots."""
    if any(part.op in ("exp", "log") for part in parts(*goal[::2])):
        return None
    seconds = min(3.0, 0.4 * search.budget.left())
    return search.briefly(seconds, lambda: prove(search, known, goal, fuel))


class Program:
    """One semidefinite program: blocks, and the goal denied with weight 1 (or a positive sum)."""

    def __init__(
        self, system: System, degree: int, products: list[tuple[int, ...]], multiply_goal: bool
    ) -> None:
        self.system, self.degree = system, degree
        self.t = system.t
        gens = [self.t.gens[k] for k in system.used()]
        self.blocks: list[Block] = []
        for factors in products:
            room = (degree - int(system.product(factors).total_degree())) // 2
            if room < 0:
                continue
            basis = monomials_up_to(gens, room, self.t.one)
            if len(basis) <= MAX_BASIS:
                self.blocks.append(Block(factors, basis))
        strict = [Column(system.product((0,)), True, (0,))]
        if not system.factors[0].strict:
            strict = [Column(self.t.one, True, ())]
            if not multiply_goal:
                strict.append(Column(system.product((0,)), False, (0,)))
        self.scalars = strict
        self.free = system.multiples(degree)

    def solve(self) -> Node | None:
        for _ in range(4):
            self.system.search.budget.spend()
            if not self._prune() or not self.blocks:
                return None
            found = self._numbers()
            if found is None:
                return None
            grams, *solution = found
            node = self._rounded(*solution)
            if node is not None:
                return node
            if not self._restrict(grams):
                return None
        return None

    # The linear part ----------------------------------------------------------------------

    def _columns(self) -> tuple[list[Poly], list[tuple[int, int, int]]]:
        polys, tags = [], []
        for b, block in enumerate(self.blocks):
            whole = self.system.product(block.factors)
            for i, p in enumerate(block.basis):
                for j in range(i + 1):
                    poly = whole * p * block.basis[j] * (1 if i == j else 2)
                    polys.append(self.t.reduced(poly))
                    tags.append((b, i, j))
        polys += [c.poly for c in self.scalars] + [f.poly for f in self.free]
        return polys, tags

    def _prune(self) -> bool:
        """Drop basis elements whose square nothing can cancel, until none is left."""
        while True:
            if sum(len(b.basis) ** 2 for b in self.blocks) > 2 * MAX_ENTRIES:
                return False
            polys, tags = self._columns()
            many = len(tags)
            signs: dict[Any, set[int]] = {}
            who: dict[Any, list[int]] = {}
            for k, poly in enumerate(polys):
                diagonal = (k < many and tags[k][1] == tags[k][2]) or many <= k < many + len(
                    self.scalars
                )
                for e, c in poly.to_dict().items():
                    signs.setdefault(e, set()).add((1 if c > 0 else -1) if diagonal else 0)
                    who.setdefault(e, []).append(k)
            dead = {k for e, s in signs.items() if len(s) == 1 and 0 not in s for k in who[e]}
            if not dead:
                self.polys, self.tags = polys, tags
                return True
            gone: dict[int, set[int]] = {}
            for k in dead:
                if k < many:
                    gone.setdefault(tags[k][0], set()).add(tags[k][1])
            if any(k >= many and k < many + len(self.scalars) for k in dead):
                kept = [s for i, s in enumerate(self.scalars) if many + i not in dead]
                if not any(s.strict for s in kept):
                    return False
                self.scalars = kept
            for b, block in enumerate(self.blocks):
                block.basis = [p for i, p in enumerate(block.basis) if i not in gone.get(b, ())]
            self.blocks = [block for block in self.blocks if block.basis]

    def _table(self) -> tuple[list[list[tuple[int, Any]]], int]:
        rows: dict[Any, int] = {}
        table = [entries_of(poly, rows) for poly in self.polys]
        last = len(rows)
        for k, scalar in enumerate(self.scalars):
            if scalar.strict:
                table[len(self.tags) + k].append((last, fmpq(1)))
        return table, last

    def _numbers(self) -> tuple[list[Any], Any, list[list[tuple[int, Any]]], int] | None:
        """The solver's answer: Gram matrices, and all weights."""
        import clarabel
        from scipy import sparse

        table, last = self._table()
        many, scalars, n = len(self.tags), len(self.scalars), len(table)
        if last > MAX_ROWS or many > MAX_ENTRIES:
            return None
        rows, columns, values = [], [], []
        for k, entries in enumerate(table):
            off = k < many and self.tags[k][1] != self.tags[k][2]
            for r, c in entries:
                rows.append(r)
                columns.append(k)
                values.append(int(c.p) / int(c.q) * (2**-0.5 if off else 1.0))
        equations = sparse.csc_matrix((values, (rows, columns)), shape=(last + 1, n))
        target = np.zeros(last + 1)
        target[last] = 1
        size = np.asarray(abs(equations).max(axis=1).todense()).ravel()
        size[size == 0] = 1
        identity = -sparse.eye(n, format="csc")[: many + scalars]
        matrix = sparse.vstack(
            [sparse.diags(1 / size) @ equations, identity[many:], identity[:many]]
        ).tocsc()
        right = np.concatenate([target / size, np.zeros(many + scalars)])
        cones = [clarabel.ZeroConeT(last + 1), clarabel.NonnegativeConeT(scalars)]
        cones += [clarabel.PSDTriangleConeT(len(b.basis)) for b in self.blocks]
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.max_iter, settings.max_threads = 100, 1
        settings.time_limit = max(0.1, self.system.search.budget.left())
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-9
        empty = sparse.csc_matrix((n, n))
        solution = clarabel.DefaultSolver(
            empty, np.zeros(n), matrix, right, cones, settings
        ).solve()
        if not any(word in str(solution.status) for word in ("Solved", "Insufficient")):
            return None
        x = np.array(solution.x)
        for k in range(many):
            if self.tags[k][1] != self.tags[k][2]:
                x[k] *= 2**-0.5
        grams = [np.zeros((len(b.basis), len(b.basis))) for b in self.blocks]
        for k, (b, i, j) in enumerate(self.tags):
            grams[b][i, j] = grams[b][j, i] = x[k]
        return grams, x, table, last

    # Exactly --------------------------------------------------------------------------------

    def _rounded(self, x: Any, table: list[list[tuple[int, Any]]], last: int) -> Node | None:
        """Round what is free, solve for the rest, decompose."""
        from scipy.linalg import qr

        n, many = len(table), len(self.tags)
        dense = np.zeros((last + 1, n))
        for k, entries in enumerate(table):
            for r, c in entries:
                dense[r, k] = int(c.p) / int(c.q)
        favour = np.ones(n)
        favour[many + len(self.scalars) :] = 100
        _, upper, pivots = qr(dense * favour, mode="economic", pivoting=True)
        diagonal = abs(np.diag(upper))
        rank = int((diagonal > diagonal[0] * 1e-11).sum())
        if rank > MAX_RANK:
            return None
        basic = [int(k) for k in pivots[:rank]]
        _, _, order = qr(dense[:, basic].T, mode="economic", pivoting=True)
        place = {int(r): i for i, r in enumerate(order[:rank])}
        matrix = fmpq_mat(rank, rank)
        for j, k in enumerate(basic):
            for r, c in table[k]:
                if r in place:
                    matrix[place[r], j] = c
        rest = [k for k in range(n) if k not in set(basic)]
        right = fmpq_mat(rank, len(BITS))
        roundings = []
        for column, bits in enumerate(BITS):
            fixed = {k: fmpq(round(float(x[k]) * 2**bits), fmpz(2) ** bits) for k in rest}
            roundings.append(fixed)
            if last in place:
                right[place[last], column] = fmpq(1)
            for k, value in fixed.items():
                for r, c in table[k] if value != 0 else ():
                    if r in place:
                        right[place[r], column] = right[place[r], column] - c * value
        try:
            solved = matrix.solve(right)
        except ZeroDivisionError:
            return None
        for column, fixed in enumerate(roundings):
            values = {**fixed, **{k: solved[j, column] for j, k in enumerate(basic)}}
            node = self._node(values)
            if node is not None:
                return node
        return None

    def _node(self, values: dict[int, Any]) -> Node | None:
        many = len(self.tags)
        parts: list[tuple[Fraction, Column]] = []
        for k, scalar in enumerate(self.scalars):
            weight = values[many + k]
            if weight < 0:
                return None
            if weight > 0:
                parts.append((fraction(weight), scalar))
        matrices = [[[fmpq(0)] * len(b.basis) for _ in b.basis] for b in self.blocks]
        for k, (b, i, j) in enumerate(self.tags):
            matrices[b][i][j] = matrices[b][j][i] = values[k]
        for block, matrix in zip(self.blocks, matrices, strict=True):
            found = decomposed(matrix)
            if found is None:
                return None
            for weight, row in found:
                square = self._combined(block.basis, row)
                parts.append((fraction(weight), self.system.column(block.factors, square)))
        start = many + len(self.scalars)
        equations = [
            (fraction(values[start + k]), f)
            for k, f in enumerate(self.free)
            if values[start + k] != 0
        ]
        return self.system.node(parts, equations)

    def _restrict(self, grams: Sequence[Any]) -> bool:
        """Leave out the directions in which the matrices vanish: first whole blocks, then null
        spaces."""
        largest = [float(np.linalg.eigvalsh(g).max()) for g in grams]
        scale = max(largest)
        if min(largest) < 1e-3 * min(1.0, scale):
            kept = [
                b for b, w in zip(self.blocks, largest, strict=True) if w >= 1e-3 * min(1.0, scale)
            ]
            if kept:
                self.blocks = kept
                return True
        changed = False
        for block, gram in zip(self.blocks, grams, strict=True):
            w, vectors = np.linalg.eigh(gram)
            keep = w > 1e-4 * max(float(w.max()), 1e-7 * scale)
            if keep.all():
                continue
            rows = reduced(vectors[:, keep].T)
            if rows is None:
                return False
            changed = True
            block.basis = [self._combined(block.basis, row) for row in rows]
        return changed

    def _combined(self, basis: Sequence[Poly], row: Sequence[Any]) -> Poly:
        return sum((p * c for p, c in zip(basis, row, strict=True) if c != 0), self.t.one * 0)
