"""Equations: by linear algebra from known equations; otherwise from two inequalities."""

from __future__ import annotations

from proofkit.kernel.assumptions import Fact, Known
from proofkit.search.inequalities.prover import Prover
from proofkit.search.nodes import Node


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    left, relation, right = goal
    if relation != "=":
        return None
    below = search.prove(known, (left, "<=", right), fuel)
    above = below and search.prove(known, (right, "<=", left), fuel)
    if above is None:
        return None
    return {"rule": "antisymmetric", "below": below, "above": above}
