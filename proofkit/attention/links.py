"""Units in NumPy: what a mechanism makes of the scores of one query, as logarithms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from sympy import Abs, Add, Expr, Mul, Pow, Rational, Symbol, exp, lambdify, log, sign
from sympy.codegen.numpy_nodes import logaddexp
from sympy.printing.numpy import NumPyPrinter

from proofkit.attention.logs import Floats, Logs
from proofkit.attention.units import Unit
from proofkit.foundations.errors import UnknownName

Z = Symbol("z", real=True)
_PRINTER = NumPyPrinter({"fully_qualified_modules": False, "allow_unknown_functions": True})
"""Names what it needs of NumPy; a module that is named to `lambdify` is imported whole."""
Link = Callable[[Floats], Logs]


def parameters_of(unit: object) -> set[str]:
    """The parameters that a link speaks of, such as a degree."""
    return {s.name for s in (unit.link(Z).free_symbols - {Z})} if isinstance(unit, Unit) else set()


def link_of(unit: Unit, values: Mapping[str, Fraction]) -> Link:
    """The link as a map from scores to signs and logarithms of magnitudes."""
    names = sorted(parameters_of(unit))
    for name in names:
        if name not in values:
            raise UnknownName(f"{unit.name}: no value is given for {name}")
    return _compiled(unit, tuple((name, values[name]) for name in names))


@lru_cache(maxsize=32)
def _compiled(unit: Unit, values: tuple[tuple[str, Fraction], ...]) -> Link:
    """`log |exp(z)|` is `z` and `log |z^k|` is `k*log |z|`, so that neither softmax nor a high
    degree leaves the range of a double."""
    link = unit.link(Z)
    known = {name: Rational(value.numerator, value.denominator) for name, value in values}
    link = link.xreplace({s: known[s.name] for s in link.free_symbols if s != Z})
    magnitude, direction = (
        lambdify(Z, term, [{"by_sign": _by_sign}], printer=_PRINTER)
        for term in (_log(link), _sign(link))
    )

    def apply(scores: Floats) -> Logs:
        return Logs(_like(direction(scores), scores), _like(magnitude(scores), scores))

    return apply


def _is_positive(term: Expr) -> bool:
    return isinstance(term, exp) or (isinstance(term, Rational) and term > 0)


def _log(term: Expr) -> Expr:
    """The logarithm of the magnitude of a term."""
    if isinstance(term, exp):
        return term.args[0]
    if isinstance(term, Mul):
        return Add(*map(_log, term.args))
    if isinstance(term, Pow) and term.exp.is_Integer:
        return term.exp * _log(term.base)
    if isinstance(term, Add) and len(term.args) == 2 and all(map(_is_positive, term.args)):
        return logaddexp(*map(_log, term.args))
    return log(Abs(term))


def _sign(term: Expr) -> Expr:
    if _is_positive(term) or (isinstance(term, Add) and all(map(_is_positive, term.args))):
        return Rational(1)
    if isinstance(term, Mul):
        return Mul(*map(_sign, term.args))
    if isinstance(term, Pow) and term.exp.is_Integer:
        return _sign(term.base) ** term.exp
    return sign(term)


def _by_sign(x: Any, below: Any, level: Any, above: Any) -> Any:
    return np.where(x < 0, below, np.where(x > 0, above, level))


def _like(numbers: Any, shape: Floats) -> Floats:
    return np.broadcast_to(np.asarray(numbers, dtype=np.float64), shape.shape)
