"""The tactics, in the order in which a goal tries them, each with the fuel it needs and the goals
it is for."""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact
from proofkit.language.terms import ZERO
from proofkit.search.inequalities import (
    abstract,
    apart,
    atoms,
    bend,
    bernstein,
    both,
    clear,
    cuts,
    derive,
    direct,
    eliminate,
    equality,
    extremes,
    halves,
    induct,
    integers,
    linear,
    magnitudes,
    many,
    powers,
    reduce,
    rename,
    separate,
    squares,
    taylor,
)
from proofkit.search.inequalities.prover import Tactic

ANY, ORDERED, FROM_ZERO = range(3)
"""Goals: every one, but for equations, and those that say how 0 compares with something."""


def kind(goal: Fact) -> int:
    """The tightest of these that a goal is."""
    if goal[1] == "=":
        return ANY
    return FROM_ZERO if goal[0] == ZERO else ORDERED


ORDER: tuple[tuple[int, int, Tactic], ...] = (
    (0, ANY, direct.prove),
    (0, ANY, equality.prove),
    (0, ORDERED, many.prove),
    (0, ORDERED, magnitudes.prove),
    (0, ANY, extremes.prove),
    (1, ORDERED, induct.prove),
    (0, ORDERED, integers.prove),
    (2, ORDERED, rename.prove_inside),
    (0, ORDERED, powers.prove),
    (1, ORDERED, powers.prove_root),
    (0, ORDERED, abstract.prove_wide),
    (2, ORDERED, abstract.prove),
    (1, ORDERED, cuts.prove_shallow),
    (0, ANY, apart.prove),
    (0, ORDERED, reduce.prove),
    (1, ANY, clear.prove),
    (1, ANY, eliminate.prove),
    (0, ORDERED, linear.prove),
    (0, FROM_ZERO, both.prove_simple),
    (1, ORDERED, squares.prove_algebraic),
    (1, ORDERED, cuts.prove),
    (1, FROM_ZERO, bernstein.prove),
    (1, FROM_ZERO, separate.prove),
    (1, FROM_ZERO, halves.prove_touching),
    (1, ORDERED, atoms.prove),
    (2, FROM_ZERO, taylor.prove),
    (1, FROM_ZERO, derive.prove),
    (1, FROM_ZERO, both.prove),
    (1, FROM_ZERO, halves.prove),
    (1, FROM_ZERO, bend.prove),
    (2, ORDERED, squares.prove),
    (3, FROM_ZERO, rename.prove),
)
