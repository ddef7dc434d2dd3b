"""Sums, products and extremes over an index, and entries of families, in a notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofkit.language.binding import spelled
from proofkit.language.terms import Term
from proofkit.language.words import BINDERS

if TYPE_CHECKING:
    from proofkit.readers.report.mathematics import Notation

SUM, PRODUCT, FUNCTION, POWER, ATOM = range(5)
"""How tightly the outermost operation of a written term binds."""

Written = tuple[str, int]


def entry(notation: Notation, term: Term) -> Written:
    """`x[i]`, or an index below."""
    family, *indices = term.args
    inside = ", ".join(map(notation.term, indices))
    name = notation.symbol(family.args[0])
    return (f"{name}_{{{inside}}}" if notation.sigmas else f"{name}[{inside}]"), ATOM


def binder(notation: Notation, term: Term) -> Written:
    """`sum(i=1..n, x[i])`, or a sigma, which binds as a product does."""
    index, body = spelled(term)
    word, name = BINDERS[term.op], notation.symbol(index)
    low, high = map(notation.term, term.args[:2])
    if not notation.sigmas:
        return f"{word.name}({name}={low}..{high}, {notation.term(body)})", ATOM
    inside = notation.term(body)
    inside = notation.group(inside) if body.op == "sum" else inside
    if word.name in ("max", "min"):
        return rf"{word.latex}_{{{low} \le {name} \le {high}}} {inside}", PRODUCT
    return rf"{word.latex}_{{{name}={low}}}^{{{high}}} {inside}", PRODUCT
