"""Powers of one step as products of a few independent ones.

`n^((1 + a)^2)`, `n^(1 + a)` and `n` become `n*Y1`, `n*Y2` and `n` with `Y1 = n^(2*a + a^2)`,
`Y2 = n^a`: then `field` sees a rational function. The lattice of the exponents is found here;
Coq checks each equation by comparing logarithms.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofkit.kernel.normal import EULER, Normaliser
from proofkit.kernel.polynomial import UNIT, Polynomial, Sparse
from proofkit.kernel.terms import Term, exp, negate, text

Vector = dict[Any, Fraction]


@dataclass
class Power:
    """An independent power `base^exponents`, or `base` itself where that is an exponential."""

    name: str
    base: Term
    vector: Vector

    @property
    def exponents(self) -> Polynomial:
        return frozenset(self.vector.items())


class Powers:
    """The independent powers needed for some terms, found within one scope."""

    def __init__(self, normaliser: Normaliser, terms: list[Term]) -> None:
        self.normaliser = normaliser
        self._known: dict[Term, list[tuple[Term, Vector]]] = {}
        self.basis: dict[Term, list[Power]] = {}
        self.written: dict[Term, Term] = {}
        for term in terms:
            self._known[term] = self._factors(term)
            if len(self._known[term]) == 1 and _is_opaque(self._known[term][0][0]):
                ((base, vector),) = self._known[term]
                if vector == {UNIT: Fraction(1)} or base not in self.written:
                    turned = negate(term.args[0]) if vector != {UNIT: Fraction(1)} else None
                    self.written[base] = term if turned is None else exp(turned)
        factors = [f for parts in self._known.values() for f in parts]
        for base, vector in sorted(factors, key=lambda f: len(f[1])):
            self._extend(base, vector)
        count = 0
        for powers in self.basis.values():
            for power in powers:
                count += 1
                power.name = f"Y{count}"

    def __contains__(self, term: object) -> bool:
        return term in self._known

    def monomial(self, term: Term) -> Sparse:
        """The term as a product of whole powers of the independent ones."""
        exponents: dict[str, int] = {}
        for base, vector in self._known[term]:
            rest, whole = _split(base, vector)
            solution = _solve([p.vector for p in self.basis.get(base, [])], rest)
            if whole:
                exponents[base.args[0]] = exponents.get(base.args[0], 0) + whole
            for power, k in zip(self.basis.get(base, []), solution or [], strict=False):
                if k:
                    exponents[power.name] = exponents.get(power.name, 0) + int(k)
        return {frozenset((n, k) for n, k in exponents.items() if k): Fraction(1)}

    def _factors(self, term: Term) -> list[tuple[Term, Vector]]:
        above, _ = self.normaliser.ratio(term)
        ((monomial, _),) = above.items()
        factors = [(base, dict(exponents)) for base, exponents in monomial]
        return sorted(factors, key=lambda factor: text(factor[0]))

    def _extend(self, base: Term, vector: Vector) -> None:
        rest, _ = _split(base, vector)
        if not rest:
            return
        known = self.basis.setdefault(base, [])
        solution = _solve([p.vector for p in known], rest)
        if solution is None:
            sign = (
                1
                if next(iter(sorted(rest.items(), key=lambda item: sorted(item[0]))))[1] > 0
                else -1
            )
            known.append(Power("", base, {m: c * sign for m, c in rest.items()}))
            return
        for power, k in zip(known, solution, strict=True):
            if k.denominator != 1:
                power.vector = {m: c / k.denominator for m, c in power.vector.items()}


def _is_opaque(base: Term) -> bool:
    """An exponential that the normal form does not look into."""
    return base.op == "exp" and base != EULER


def _split(base: Term, vector: Vector) -> tuple[Vector, int]:
    """The vector without a whole constant, which is a power of the variable itself."""
    value = vector.get(UNIT, Fraction(0))
    if base.op == "variable" and value.denominator == 1:
        return {m: c for m, c in vector.items() if m != UNIT}, int(value)
    return vector, 0


def _solve(columns: list[Vector], target: Vector) -> list[Fraction] | None:
    """Rational weights with which the columns add up to the target."""
    keys = sorted({k for v in [*columns, target] for k in v}, key=sorted)
    rows = [[v.get(k, Fraction(0)) for v in [*columns, target]] for k in keys]
    pivots: list[int] = []
    done = 0
    for column in range(len(columns)):
        pivot = next((r for r in range(done, len(rows)) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[done], rows[pivot] = rows[pivot], rows[done]
        lead = rows[done][column]
        rows[done] = [x / lead for x in rows[done]]
        for r, row in enumerate(rows):
            if r != done and row[column]:
                rows[r] = [x - row[column] * y for x, y in zip(row, rows[done], strict=True)]
        pivots.append(done)
        done += 1
    if any(row[-1] for row in rows[done:]):
        return None
    return [rows[r][-1] for r in pivots]
