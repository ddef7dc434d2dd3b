"""Expressions as plain data: the nodes of what an author wrote, without SymPy.

A number, a symbol, or an operation with its arguments, in the order in which SymPy has them. Second
opinions go by these, whether they were read off SymPy's nodes just now or kept by a collection.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from proofkit.language.words import CONSTANTS, FUNCTIONS

NUMBER, SYMBOL, SUM, PRODUCT, POWER = "number", "symbol", "sum", "product", "power"


class Expression:
    """A node: `op` is one of these words, a function, constant or event of `words.py`, or the name
    of what nobody has words for. Equal ones are one object: `expression` makes them."""

    __slots__ = ("args", "op")
    op: str
    args: tuple[Any, ...]


_MADE: dict[tuple[str, tuple[Any, ...]], Expression] = {}


def expression(op: str, *args: Any) -> Expression:
    """The node of an operation on nodes; of a number or a symbol, on the value or the name."""
    found = _MADE.get((op, args))
    if found is None:
        found = _MADE[op, args] = Expression()
        found.op, found.args = op, args
    return found


def number(value: int | Fraction) -> Expression:
    return expression(NUMBER, Fraction(value))


ONE = number(1)


@lru_cache(maxsize=50_000)
def symbols(node: Expression) -> frozenset[str]:
    """The names that occur in an expression."""
    if node.op in (NUMBER, SYMBOL):
        return frozenset(node.args if node.op == SYMBOL else ())
    return frozenset().union(*map(symbols, node.args))


def of(written: Any) -> Expression:
    """A SymPy expression node by node, nothing simplified; a plain one is itself."""
    if isinstance(written, Expression):
        return written
    return number(written) if isinstance(written, int | Fraction) else _read(written)


@lru_cache(maxsize=50_000, typed=True)
def _read(written: Any) -> Expression:
    import sympy

    if isinstance(written, sympy.Rational | sympy.Float):
        exact = sympy.Rational(written)
        return number(Fraction(int(exact.p), int(exact.q)))
    if isinstance(written, sympy.Symbol):
        return expression(SYMBOL, written.name)
    if written == sympy.E:
        return expression("exp", ONE)
    for name in CONSTANTS:
        if written == getattr(sympy, name):
            return expression(name)
    kind = type(written)
    return expression(_words().get(kind, kind.__name__), *map(of, written.args))


@lru_cache
def _words() -> dict[type, str]:
    import sympy

    words = {sympy.Add: SUM, sympy.Mul: PRODUCT, sympy.Pow: POWER}
    return words | {getattr(sympy, f.sympy): name for name, f in FUNCTIONS.items()}
