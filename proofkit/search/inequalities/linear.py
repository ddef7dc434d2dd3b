"""Weights for products of facts and squares that add up to the goal, by linear programming.

The goal is denied, and a combination of facts, of products of facts and of squares is sought
that vanishes though one of its parts is > 0. In rising order: facts alone; with pairs and squares
of simple differences; with triples and squares of degree two.
"""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact, Known
from proofkit.language.subterms import parts
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.system import System
from proofkit.search.nodes import Node

LEVELS = ((0, 0), (1, 0), (2, 2))
"""Which level from how much fuel on."""


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    system = System(search, known, goal)
    curved = any(part.op in ("exp", "log") for part in parts(*goal[::2]))
    for level, least in LEVELS:
        if fuel >= least + 2 * (curved and level == 2) and (found := system.combination(level)):
            return found
    return None
