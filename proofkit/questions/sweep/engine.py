"""The choice of the filter: NumPy, numba, or none."""

from __future__ import annotations

from collections.abc import Callable

from proofkit.foundations.errors import MissingProgram
from proofkit.questions.sweep.code import Code
from proofkit.questions.sweep.machine import Machine

AUTO, NUMPY, NUMBA, NONE = ("auto", "numpy", "numba", "none")


def engine(name: str) -> Callable[[Code], Machine] | None:
    """What turns a program into something that runs; None leaves everything to the kernel."""
    if name == NONE:
        return None
    if name == NUMBA:
        from proofkit.questions.sweep.compiled import Compiled

        return Compiled
    return Machine


def chosen(name: str, cells: int) -> str:
    """The filter that `auto` stands for: numba compiles for about a second a lemma, which
    pays for many cells only."""
    if name == NUMBA and not has_numba():
        raise MissingProgram("--filter numba needs numba: pip install numba")
    if name != AUTO:
        return name
    return NUMBA if cells >= MANY and has_numba() else NUMPY


MANY = 50_000_000
"""Points from which on compiling pays."""


def has_numba() -> bool:
    """Is it installed? It is not imported."""
    import importlib.util

    return importlib.util.find_spec("numba") is not None
