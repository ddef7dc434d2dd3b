"""Terms in one order: what the author and Coq wrote, made comparable letter by letter."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from proofkit.language.terms import MINUS_ONE, ONE, ZERO, Term, add, multiply, number, power, text


def ordered(term: Term) -> Term:
    """The term with one way of writing numbers, signs, quotients, and the order of sums and
    products; nothing else is changed."""
    if term.op in ("number", "variable"):
        return term
    args = [ordered(arg) for arg in term.args]
    if term.op == "sum":
        return _collected(add(*args), "sum")
    if term.op == "product":
        return _collected(multiply(*args), "product")
    if term.op == "power":
        return _quotient(args[0], args[1])
    return _nested(Term(term.op, tuple(args)))


def _collected(term: Term, op: str) -> Term:
    """Numbers added or multiplied, the other parts in order."""
    if term.op != op:
        return term
    numbers = [arg.args[0] for arg in term.args if arg.op == "number"]
    total = sum(numbers) if op == "sum" else prod(numbers)
    if op == "product" and total == 0:
        return ZERO
    rest = sorted((arg for arg in term.args if arg.op != "number"), key=text)
    return (add if op == "sum" else multiply)(number(Fraction(total)), *rest)


def _quotient(base: Term, exponent: Term) -> Term:
    """A power; of a whole power or a number, the inverse is worked out."""
    if exponent == ONE:
        return power(base, exponent)
    if exponent == MINUS_ONE and base.op == "number" and base.args[0]:
        return number(1 / base.args[0])
    if exponent == MINUS_ONE and base.op == "power" and base.args[1].op == "number":
        inner = base.args[1].args[0]
        if inner.denominator == 1 and inner > 1:
            return power(base.args[0], number(-inner))
    return power(base, exponent)


def _nested(term: Term) -> Term:
    """The greatest of several is the greatest of the first and of the rest."""
    if term.op not in ("max", "min") or len(term.args) == 2:
        return term
    return Term(term.op, (term.args[0], _nested(Term(term.op, term.args[1:]))))
