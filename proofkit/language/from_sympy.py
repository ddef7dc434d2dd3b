"""SymPy expressions as terms, node by node: a whitelist of node classes, and nothing simplified.

Authors write SymPy; this is the only place where it becomes the language of the program.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.foundations.exact import rational, shorten
from proofkit.language.defined import DEFINED, Meaning
from proofkit.language.terms import (
    ONE,
    Term,
    add,
    exp,
    multiply,
    number,
    power,
    variable,
)
from proofkit.language.well_formed import is_well_formed
from proofkit.language.words import CALLED, CONSTANTS, FUNCTIONS


def from_sympy(written: Any) -> Term:
    """The term that an expression says; a term is itself. What the language has no word for is
    refused."""
    return written if isinstance(written, Term) else _read(written, False)


def data_from_sympy(written: Any) -> Term:
    """The same for data and links of units, which only NumPy and mpmath evaluate: there, a node
    that the language has no word for goes by the name of its class."""
    if isinstance(written, Term):
        return written
    return number(written) if isinstance(written, int | Fraction) else _read(written, True)


@lru_cache(maxsize=50_000, typed=True)  # most expressions occur in many claims
def _read(written: Any, foreign: bool) -> Term:
    import sympy

    if isinstance(written, sympy.Rational):
        return number(rational(written))
    kind = type(written)
    if kind is sympy.Symbol or (foreign and isinstance(written, sympy.Symbol)):
        return variable(written.name)
    if kind is type(sympy.E):
        return exp(ONE)
    if foreign and isinstance(written, sympy.Float):
        return number(rational(sympy.Rational(written)))
    record = None if foreign else _defined().get(kind)
    if not foreign and record is None and kind not in _names():
        raise _unsupported(written)
    arguments = tuple(_read(part, foreign) for part in getattr(written, "args", ()))
    if record is not None:
        return record.of(*arguments)
    if kind is sympy.Add:
        return add(*arguments)
    if kind is sympy.Mul:
        return multiply(*arguments)
    if kind is sympy.Pow:
        return power(*arguments)
    if _names().get(kind) in CONSTANTS:
        return Term(_names()[kind], ())
    called = Term(_names().get(kind, kind.__name__), arguments)
    if foreign or is_well_formed(called):
        return called
    raise _unsupported(written)


@lru_cache
def _names() -> dict[type, str]:
    """What the language calls a class of SymPy's, or one of our events."""
    import sympy

    from proofkit.language import events

    constants = {type(getattr(sympy, name)): name for name in CONSTANTS}
    arithmetic = {sympy.Add: "sum", sympy.Mul: "product", sympy.Pow: "power"}
    functions = {getattr(sympy, f.sympy): name for name, f in FUNCTIONS.items()}
    return constants | arithmetic | functions | {kind: kind.__name__ for kind in events.KINDS}


@lru_cache
def _defined() -> dict[type, Meaning]:
    """The functions of SymPy's that are read as the terms that they mean."""
    import sympy

    records = [record for record in DEFINED.values() if record.sympy]
    return {getattr(sympy, record.sympy): record for record in records}


def _unsupported(written: object) -> UnsupportedTerm:
    said, kind = shorten(str(written)), type(written).__name__
    if kind == "Float":
        return UnsupportedTerm(f"write exact numbers (Rational(7, 10)), not floats: {said}")
    return UnsupportedTerm(
        f"{said}: the kernel has no rule for {kind}; it knows + - * / and powers, "
        f"{', '.join((*CALLED, *(record.name for record in DEFINED.values() if record.sympy)))}"
    )
