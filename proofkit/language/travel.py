"""How what is said travels to another process: as it is written. SymPy would simplify its terms
when it makes them anew there."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any


def packed(term: Any) -> Any:
    """A term of SymPy as its class with its parts; anything else as it is."""
    sympy: Any = sys.modules.get("sympy")
    if sympy is None or not isinstance(term, sympy.Basic) or not term.args:
        return term
    return type(term), tuple(map(packed, term.args))


def unpacked(node: Any) -> Any:
    """The term that was packed, with nothing simplified.

    >>> from sympy import Pow, Rational, Symbol
    >>> half = Pow(Rational(1, 2), Symbol("d"), evaluate=False)
    >>> unpacked(packed(half)) == half
    True
    """
    if not isinstance(node, tuple):
        return node
    kind, args = node[0], tuple(map(unpacked, node[1]))
    if kind.__name__ in ("Max", "Min"):
        return extreme(kind, args)
    try:
        found = kind(*args, evaluate=False)
    except TypeError:  # of what is made in one way only
        return kind(*args)
    return found if found.args == args else kind(*args)


def extreme(kind: Any, args: Sequence[Any]) -> Any:
    """A `Max` or `Min` of just these. SymPy's own constructor puts them in another order, and takes
    equal ones for one, whether or not it is to evaluate."""
    import sympy

    made = sympy.Expr.__new__(kind, *args)
    made._argset = frozenset(args)
    return made


def place_of(lemma: str, found: object, claim: str = "") -> str:
    """The module whose `lemma` this is, or has this claim; "" if there is none."""
    for name, module in [*sys.modules.items()]:
        there: Any = getattr(module, "__dict__", {}).get("lemma")
        if getattr(there, "id", None) == lemma and found is (
            there.claims.get(claim) if claim else there
        ):
            return name
    return ""


def arrived(module: str, claim: str = "") -> Any:
    """The lemma of a module, or one of its claims."""
    lemma = import_module(module).lemma
    return lemma.claims[claim] if claim else lemma
