"""Terms as SymPy expressions, for exploring and for pictures; nothing is decided by them."""

from __future__ import annotations

from typing import Any

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.foundations.exact import shorten
from proofkit.language.terms import Term
from proofkit.language.words import CONSTANTS, FUNCTIONS


def to_sympy(term: Term) -> Any:
    """The expression, with real symbols; SymPy simplifies it as it likes.

    >>> from proofkit.language.terms import parse
    >>> to_sympy(parse("x/x"))
    1
    """
    import sympy

    if term.op == "number":
        return sympy.Rational(*term.args[0].as_integer_ratio())
    if term.op == "variable":
        return sympy.Symbol(term.args[0], real=True)
    if term.op in CONSTANTS:
        return getattr(sympy, term.op)
    kinds = {"sum": sympy.Add, "product": sympy.Mul, "power": sympy.Pow}
    kinds |= {name: getattr(sympy, function.sympy) for name, function in FUNCTIONS.items()}
    if term.op not in kinds:
        raise UnsupportedTerm(f"SymPy has no {shorten(term.op)}")
    return kinds[term.op](*map(to_sympy, term.args))
