"""A polynomial of degree 2 as a sum of squares, by completing squares."""

from __future__ import annotations

from fractions import Fraction

from proofkit.kernel.polynomial import UNIT, Monomial, Sparse, as_sum, constant
from proofkit.language.terms import ONE, Term
from proofkit.search.nodes import Node, psatz, summand


def prove(target: Sparse, scale: Term, strict: bool) -> Node | None:
    """A node of the rule psatz for `0 <= target`, a quadratic form in its atoms and 1."""
    form = _quadratic(target)
    if form is None:
        return None
    names = sorted({name for pair in form for name in pair}, key=lambda x: (x == "1", x))
    squares: list[tuple[Fraction, Sparse]] = []
    atoms = {str(x): x for m in target for x, _ in m}
    rest = Fraction(0)
    for k, name in enumerate(names):
        pivot = form.get((name, name), Fraction(0))
        others = names[k + 1 :]
        row = {o: form.get((name, o), Fraction(0)) / 2 for o in others}
        if pivot < 0 or (pivot == 0 and any(row.values())):
            return None
        if pivot == 0:
            continue
        if name == "1":
            rest = pivot
            continue
        root: Sparse = {_atom(atoms, name): Fraction(1)}
        root |= {_atom(atoms, o): value / pivot for o, value in row.items() if value}
        squares.append((pivot, root))
        for i, left in enumerate(others):
            for right in others[i:]:
                twice = 1 if left == right else 2
                change = twice * row[left] * row[right] / pivot
                form[left, right] = form.get((left, right), Fraction(0)) - change
    if strict and not rest:
        return None
    summands = [summand(weight, squares=[as_sum(root)]) for weight, root in squares]
    summands += [summand(rest)] if rest else []
    return psatz(summands, None if scale == ONE else scale)


def _atom(atoms: dict[str, Term], name: str) -> Monomial:
    return UNIT if name == "1" else frozenset({(atoms[name], constant(1))})


def _quadratic(target: Sparse) -> dict[tuple[str, str], Fraction] | None:
    """Coefficients by pairs of names in order, with "1" last, for the constant."""
    form: dict[tuple[str, str], Fraction] = {}
    for monomial, coefficient in target.items():
        names: list[str] = []
        for x, exponents in monomial:
            whole = exponents.whole
            if whole not in (1, 2):
                return None
            names += [str(x)] * whole
        if len(names) > 2:
            return None
        names = sorted(names) + ["1"] * (2 - len(names))
        form[names[0], names[1]] = Fraction(coefficient)
    return form
