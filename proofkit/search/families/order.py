"""The tactics, in the order in which they are tried."""

from __future__ import annotations

from proofkit.search.families.climbing import climb, closed_forms
from proofkit.search.families.cutting import splits
from proofkit.search.families.linear import linear
from proofkit.search.families.scalar import scalar
from proofkit.search.families.shapes import (
    absolute,
    clear,
    extreme,
    logs,
    members,
    roots,
    squares,
    termwise,
)
from proofkit.search.families.tangents import tangent

FIRST = (linear, scalar)
ORDER = (
    linear,
    extreme,
    absolute,
    clear,
    squares,
    roots,
    scalar,
    logs,
    splits,
    termwise,
    tangent,
    closed_forms,
    climb,
    members,
)
