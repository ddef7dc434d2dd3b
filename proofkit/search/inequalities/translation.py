"""Normal forms as polynomials that a solver can work with, and back.

An atom with its power that differs by integers only is one generator: `exp(x)` and
`exp(2*x)` are `E` and `E^2`, `x` and `sqrt(x)` are `s^2` and `s`. A root of a number or of a
sum is reduced: `s^2` is what stands under it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx

from proofkit.kernel.assumptions import Known
from proofkit.kernel.polynomial import UNIT, Monomial, Rational, Sparse, Sum, as_sum, monomial_term
from proofkit.language.terms import Term, text

Poly = Any
Key = tuple[Term, frozenset[Any]]  # an atom, and a monomial of its exponent
MAX_GENERATORS = 24
MAX_FACTORED = 400
MAX_DEGREE = 200


class TooWide(ValueError):
    """More atoms than a solver can be asked about."""


class Translation:
    """The generators of some normal forms."""

    def __init__(self, known: Known, forms: Iterable[Sparse]) -> None:
        self.known = known
        self.steps: dict[Key, Fraction] = {}
        pending = list(forms)
        while pending:
            for monomial in pending.pop():
                for atom, exponents in monomial:
                    for part, q in exponents.items():
                        key = atom, part
                        new = self._refined(key, Fraction(q))
                        if new and part == UNIT and atom.op == "sum" and q.denominator > 1:
                            pending.append(known.ring.ratio(atom)[0])
        self.keys = sorted(self.steps, key=lambda k: (text(k[0]), str(sorted(map(str, k[1])))))
        if len(self.keys) > MAX_GENERATORS:
            raise TooWide
        names = [f"v{k}" for k in range(max(1, len(self.keys)))]
        self.ring = fmpq_mpoly_ctx.get(names, "deglex")
        self.gens = self.ring.gens()
        self.one = self.ring.constant(fmpq(1))
        self.index = {key: k for k, key in enumerate(self.keys)}
        self.terms = [self._generator(key) for key in self.keys]
        self._roots: dict[int, tuple[int, Poly]] = {}
        for k, (atom, part) in enumerate(self.keys):
            step = self.steps[atom, part]
            if part == UNIT and step.denominator > 1 and step.numerator == 1:
                self._roots_of(k, atom, step.denominator)

    def _refined(self, key: Key, q: Fraction) -> bool:
        old = self.steps.get(key)
        if key[1] == UNIT and old is None:
            old = Fraction(1)  # the atom itself is a power of the generator
        new = q if old is None else _common(old, q)
        first = key not in self.steps
        self.steps[key] = abs(new)
        return first

    def _roots_of(self, k: int, atom: Term, degree: int) -> None:
        if atom.op == "number":
            self._roots[k] = degree, self.ring.constant(exact(atom.args[0]))
        elif atom.op == "sum":
            above, below = self.known.ring.ratio(atom)
            if len(below) == 1 and UNIT in below:
                self._roots[k] = degree, self.poly(above)[0]

    def _generator(self, key: Key) -> Term:
        atom, part = key
        return monomial_term(frozenset({(atom, Sum({part: self.steps[key]}))}))

    # There ------------------------------------------------------------------------------

    def poly(self, form: Sparse) -> tuple[Poly, dict[int, int]]:
        """The form times what clears its negative powers: generator -> power."""
        rows = []
        for monomial, coefficient in form.items():
            powers = [0] * max(1, len(self.keys))
            for atom, exponents in monomial:
                for part, q in exponents.items():
                    powers[self.index[atom, part]] += int(q / self.steps[atom, part])
            rows.append((powers, coefficient))
        lows = [min(0, *(r[0][k] for r in rows)) if rows else 0 for k in range(len(self.keys))]
        table = {
            tuple(p - low for p, low in zip(powers, lows, strict=False)) or (0,): exact(c)
            for powers, c in rows
        }
        cleared = {k: -low for k, low in enumerate(lows) if low}
        return self.reduced(self.ring.from_dict(table)), cleared

    def reduced(self, poly: Poly) -> Poly:
        """Powers of roots written out."""
        for k, (degree, base) in self._roots.items():
            while int(poly.degrees()[k]) >= degree:
                new = self.ring.constant(fmpq(0))
                parts: dict[int, dict[tuple[int, ...], Any]] = {}
                for e, c in poly.to_dict().items():
                    high, low = divmod(int(e[k]), degree)
                    e = (*e[:k], low, *e[k + 1 :])
                    parts.setdefault(high, {})[e] = c
                for high, table in parts.items():
                    new = new + self.ring.from_dict(table) * base**high
                if int(new.degrees()[k]) >= int(poly.degrees()[k]):
                    break
                poly = new
        return poly

    def factors(self, above: Sparse, below: Sparse) -> tuple[Fraction, list[tuple[Poly, int]]]:
        """A quotient of forms as a number and factors, each with its power."""
        weight, parts, powers = Fraction(1), list[tuple[Poly, int]](), list[tuple[Poly, int]]()
        for form, sign in ((above, 1), (below, -1)):
            poly, cleared = self.poly(form)
            if not poly:
                return Fraction(0), []
            whole, found = factored(poly)
            weight *= whole**sign
            parts += [(f, sign * e) for f, e in found]
            powers += [(self.gens[k], -sign * e) for k, e in cleared.items()]
        return weight, parts + powers

    # And back ---------------------------------------------------------------------------

    def form(self, poly: Poly) -> Sparse:
        return {self._monomial(enumerate(e)): fraction(c) for e, c in poly.to_dict().items()}

    def term(self, poly: Poly) -> Term:
        return as_sum(self.form(poly))

    def power(self, cleared: dict[int, int]) -> Term:
        """The product of powers of generators."""
        return monomial_term(self._monomial(cleared.items()))

    def _monomial(self, powers: Iterable[tuple[int, Any]]) -> Monomial:
        found: dict[Term, Sum] = {}
        for k, n in powers:
            if n:
                atom, part = self.keys[k]
                new = Sum({part: self.steps[atom, part] * int(n)})
                found[atom] = found.get(atom, Sum()) + new
        return frozenset(found.items())


def factored(poly: Poly) -> tuple[Fraction, list[tuple[Poly, int]]]:
    """A number, and factors with how often each occurs; the whole as one if it is long, or of a
    degree at which factoring takes all the memory that there is."""
    if len(poly.to_dict()) > MAX_FACTORED or int(poly.total_degree()) > MAX_DEGREE:
        return Fraction(1), [(poly, 1)]
    whole, found = poly.factor()
    return fraction(whole), [(f, int(e)) for f, e in found]


def _common(p: Fraction, q: Fraction) -> Fraction:
    """The greatest number of which both are multiples."""
    below = lcm(p.denominator, q.denominator)
    above = gcd(int(p * below), int(q * below))
    return Fraction(above, below)


def exact(value: Rational) -> Any:
    """The number as a solver has it."""
    return fmpq(value.numerator, value.denominator)


def fraction(value: Any) -> Fraction:
    """The rational as a `Fraction`."""
    value = fmpq(value)
    return Fraction(int(value.p), int(value.q))
