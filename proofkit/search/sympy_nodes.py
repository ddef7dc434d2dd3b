"""Reading SymPy expressions: a whitelist of node classes, and nothing else."""

from __future__ import annotations

from functools import lru_cache

import sympy
from sympy.core.numbers import Exp1

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.foundations.exact import rational, shorten
from proofkit.kernel.terms import (
    ONE,
    Term,
    add,
    exp,
    is_well_formed,
    multiply,
    number,
    power,
    variable,
)
from proofkit.language import events
from proofkit.language.words import CALLED, CONSTANTS, FUNCTIONS

NUMBERS = {type(getattr(sympy, name)): name for name in CONSTANTS}
CLASSES = {getattr(sympy, f.sympy): f for f in FUNCTIONS.values()}


def read(expression: object) -> Term:
    """The kernel's term for a SymPy expression."""
    return _known(expression) if isinstance(expression, sympy.Basic) else _read(expression)


def _read(expression: object) -> Term:
    if isinstance(expression, sympy.Rational):
        return number(rational(expression))
    kind = type(expression)
    if isinstance(expression, sympy.Symbol) and kind is sympy.Symbol:
        return variable(expression.name)
    if kind is Exp1:
        return exp(ONE)
    if kind in NUMBERS:
        return Term(NUMBERS[kind], ())
    if not _has_rule(kind):
        raise _unsupported(expression)
    arguments = [read(arg) for arg in getattr(expression, "args", ())]
    if kind is sympy.Add:
        return add(*arguments)
    if kind is sympy.Mul:
        return multiply(*arguments)
    if kind is sympy.Pow:
        return power(*arguments)
    if kind in CLASSES or kind in events.KINDS:
        name = CLASSES[kind].name if kind in CLASSES else kind.__name__
        called = Term(name, tuple(arguments))
        if is_well_formed(called):
            return called
    raise _unsupported(expression)


def _has_rule(kind: type) -> bool:
    return kind in (sympy.Add, sympy.Mul, sympy.Pow) or kind in CLASSES or kind in events.KINDS


def _unsupported(expression: object) -> UnsupportedTerm:
    said, kind = shorten(str(expression)), type(expression).__name__
    if isinstance(expression, sympy.Float):
        return UnsupportedTerm(f"write exact numbers (Rational(7, 10)), not floats: {said}")
    return UnsupportedTerm(
        f"{said}: the kernel has no rule for {kind}; it knows + - * / and powers, "
        f"{', '.join(CALLED)}"
    )


_known = lru_cache(maxsize=50_000, typed=True)(_read)
"""Most expressions occur in many claims. They never change, and equal ones say the same."""
