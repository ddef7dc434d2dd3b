"""The tactics, in the order in which a goal tries them, each with the fuel it needs."""

from __future__ import annotations

from proofkit.search.inequalities import (
    apart,
    atoms,
    bend,
    bernstein,
    both,
    cuts,
    derive,
    direct,
    equality,
    extremes,
    halves,
    induct,
    integers,
    linear,
    powers,
    reduce,
    rename,
    separate,
    squares,
    taylor,
)
from proofkit.search.inequalities.prover import Tactic

ORDER: tuple[tuple[int, Tactic], ...] = (
    (0, direct.prove),
    (0, equality.prove),
    (0, extremes.prove),
    (1, induct.prove),
    (0, integers.prove),
    (2, rename.prove_inside),
    (0, powers.prove),
    (0, apart.prove),
    (0, reduce.prove),
    (0, linear.prove),
    (0, both.prove_simple),
    (1, squares.prove_algebraic),
    (1, cuts.prove),
    (1, bernstein.prove),
    (1, separate.prove),
    (1, halves.prove_touching),
    (1, atoms.prove),
    (2, taylor.prove),
    (1, derive.prove),
    (1, both.prove),
    (1, halves.prove),
    (1, bend.prove),
    (2, squares.prove),
    (3, rename.prove),
)
