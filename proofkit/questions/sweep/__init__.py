"""Verdicts at every point of a grid or a list: a filter decides nearly all, the kernel the rest.

The filter is arithmetic on doubles with proved error bounds (`docs/filter.md`); what it does
not settle goes to the kernel. It makes cells of a table, never a `Verdict`.
"""

from proofkit.questions.sweep.job import ALL, DETERMINISTIC, Result, Sweep, SweptLemma, assemble
from proofkit.questions.sweep.points import Grid, Listed, Points, grid

__all__ = [
    "ALL",
    "DETERMINISTIC",
    "Grid",
    "Listed",
    "Points",
    "Result",
    "Sweep",
    "SweptLemma",
    "assemble",
    "grid",
]
