"""Terms without denominators: a row of fractions has a common denominator too large for `field`,
where whole numbers are no work for `ring`."""

from __future__ import annotations

from math import lcm, prod

from proofkit.language.terms import Term, add, multiply, number, power, whole_value


def whole(term: Term) -> tuple[int, Term]:
    """A number, and so many times the term, in which no number is a fraction."""
    if term.op == "number":
        value = term.args[0]
        return value.denominator, number(value.numerator)
    if term.op == "sum":
        parts = [whole(arg) for arg in term.args]
        scale = lcm(*(k for k, _ in parts))
        return scale, add(*(_times(scale // k, part) for k, part in parts))
    if term.op == "product":
        parts = [whole(arg) for arg in term.args]
        return prod(k for k, _ in parts), multiply(*(part for _, part in parts))
    exponent = whole_value(term.args[1]) if term.op == "power" else None
    if exponent is not None and exponent > 0:
        scale, base = whole(term.args[0])
        return scale**exponent, power(base, number(exponent))
    return 1, term


def _times(scale: int, term: Term) -> Term:
    first, *rest = term.args if term.op == "product" else (term,)
    if first.op == "number":
        return multiply(number(scale * first.args[0]), *rest)
    return multiply(number(scale), term)
