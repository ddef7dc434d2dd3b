"""Statements that an author types as text: SymPy's nodes for them, in which nothing is simplified.

`x/x` stays a quotient, and has no value at 0. What was built is read back by the reader that the
kernel's terms come from, and has to be what was typed.
"""

from __future__ import annotations

from typing import Any

import sympy

from proofkit.foundations.errors import InputError, LemmaError
from proofkit.foundations.exact import shorten
from proofkit.language.claims import TypedStatement
from proofkit.language.from_sympy import from_sympy
from proofkit.language.terms import Term
from proofkit.language.travel import extreme
from proofkit.language.words import CONSTANTS, FUNCTIONS
from proofkit.search.inequalities.statement import read

_KINDS = {"sum": sympy.Add, "product": sympy.Mul, "power": sympy.Pow}
_KINDS |= {name: getattr(sympy, function.sympy) for name, function in FUNCTIONS.items()}


def statement(source: str) -> TypedStatement:
    """What a text says, in the language of `proofkit ask`; it may stand wherever a lemma has a
    statement.

    >>> print(statement("x/x = 1").left)
    x/x
    """
    if not isinstance(source, str):
        raise LemmaError(f"statement(...) reads text, got {shorten(repr(source))}")
    try:
        said = read(source)
    except InputError as problem:
        raise LemmaError(f"statement({shorten(repr(source))}): {problem}") from None
    if len(said.facts) != 1:
        raise LemmaError(
            f"statement({shorten(repr(source))}): expected one relation, got {len(said.facts)}; "
            "write a statement for each"
        )
    left, relation, right = said.facts[0]
    constants = frozenset(said.constants)
    return TypedStatement(_same(left), relation, _same(right), constants)  # type: ignore[arg-type]


def _same(term: Term) -> Any:
    written = _node(term)
    if from_sympy(written) is not term:
        raise LemmaError(f"SymPy cannot hold {shorten(str(term))} as it is written")
    return written


def _node(term: Term) -> Any:
    if term.op == "number":
        return sympy.Rational(*term.args[0].as_integer_ratio())
    if term.op == "variable":
        return sympy.Symbol(term.args[0], real=True)
    if term.op in CONSTANTS:
        return getattr(sympy, term.op)
    if term.op not in _KINDS:
        raise LemmaError(f"a statement in a lemma has no {shorten(term.op)}")
    args = list(map(_node, term.args))
    if term.op in FUNCTIONS and FUNCTIONS[term.op].several:
        return extreme(_KINDS[term.op], args)
    return _KINDS[term.op](*args, evaluate=False)
