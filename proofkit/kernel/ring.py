"""Exact normal form: a term as a quotient of sums of `coefficient * product of atom^polynomial`.

An atom is a variable, a logarithm, a prime number, or a subterm the form cannot look into.
Exponents are polynomials in the variables, so that `n^(1+a)*n^a` and `n^(1+2*a)` become equal,
as do `exp((1+a)*log(n))` and `n^(1+a)`, or `sqrt(x^2)` and `abs(x)`.

Every term that is read has a value; that is shown before. What a law of powers needs beyond
that (no factor of a base is negative) is asked of the place where the term stands. Two terms
with one normal form are equal; the converse is not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import floor

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel.operations import Knowledge
from proofkit.kernel.polynomial import (
    UNIT,
    Monomial,
    Polynomial,
    Sparse,
    collect,
    constant,
    content,
    divided,
    join,
    number_power,
    plus,
    prime_factors,
    times,
)
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, NOT_ZERO, POSITIVE, within
from proofkit.kernel.terms import (
    MAX_LENGTH,
    ONE,
    Term,
    add,
    exp,
    log,
    multiply,
    number,
    rebuild,
    text,
    variable,
    whole_value,
)
from proofkit.language.words import EVENTS, FUNCTIONS

Ratio = tuple[Sparse, Sparse]
Factors = list[tuple[Term, Polynomial]]

ONE_SUM: Sparse = {UNIT: Fraction(1)}
EULER = exp(ONE)
MAX_POWER = 24


class Ring:
    """Normal forms at one place: what is known there, and what the defined names stand for."""

    def __init__(self, knows: Knowledge, definitions: Mapping[str, Term]) -> None:
        self.knows, self.definitions = knows, definitions
        self._ratios: dict[Term, Ratio] = {}

    def equal(self, left: Term, right: Term) -> bool:
        """True only if the two sides, which have values, are certainly equal."""
        if left == right:
            return True
        (above, below), (other_above, other_below) = self.ratio(left), self.ratio(right)
        if below == other_below:
            return above == other_above
        return self._product(above, other_below) == self._product(other_above, below)

    def ratio(self, term: Term) -> Ratio:
        """Numerator and denominator, which is not 0."""
        if term not in self._ratios:
            spend(1 + term.size / 8)
            self._ratios[term] = self._reduce(*self._compute(term))
        return self._ratios[term]

    def canonical(self, term: Term) -> Term:
        """The term written in the one way in which the form writes it."""
        return as_term(*self.ratio(term))

    def polynomial(self, term: Term) -> Polynomial | None:
        """The term as a polynomial in variables, if it is one."""
        above, below = self.ratio(term)
        return as_polynomial(above) if below == ONE_SUM else None

    def constant(self, term: Term) -> Fraction | None:
        """The number that a term is, if the form shows it."""
        above, below = self.ratio(term)
        shown = below == ONE_SUM and above.keys() <= {UNIT}
        return above.get(UNIT, Fraction(0)) if shown else None

    def _compute(self, term: Term) -> Ratio:
        op, args = term.op, term.args
        if op == "number":
            return collect([(UNIT, args[0])]), ONE_SUM
        if op == "variable":
            meaning = self.definitions.get(args[0])
            return atom(term) if meaning is None else self.ratio(meaning)
        if op == "sum":
            return self._add([self.ratio(arg) for arg in args])
        if op == "product":
            return self._multiply(map(self.ratio, args))
        if op == "power":
            whole = whole_value(args[1])
            return self._real_power(*args) if whole is None else self._integer_power(args[0], whole)
        if op in READERS:
            return READERS[op](self, args)
        if op == "P" and args[0].op == "none":
            return self.ratio(ONE - Term("P", (Term("some", args[0].args),)))
        if op == "P" or op in FUNCTIONS:
            return atom(rebuild(term, tuple(map(self._inside, args))))
        raise Undefined(f"{text(term)} is not a number")

    def _inside(self, term: Term) -> Term:
        """An event with each of the numbers in it written canonically."""
        if term.op not in EVENTS:
            return self.canonical(term)
        return rebuild(term, tuple(map(self._inside, term.args)))

    # Powers ---------------------------------------------------------------------------

    def _integer_power(self, base: Term, exponent: int) -> Ratio:
        above, below = self.ratio(base)
        if exponent < 0 and not above:
            raise Undefined(f"{text(base)} is 0")
        up, down = self._power(above, abs(exponent)), self._power(below, abs(exponent))
        return (up, down) if exponent >= 0 else (down, up)

    def _real_power(self, base: Term, exponent: Term) -> Ratio:
        exponents = self.polynomial(exponent)
        if exponents is None or not self.ratio(base)[0]:
            if self.knows.sign(base) != POSITIVE:
                return atom(self.canonical(base) ** self.canonical(exponent))
            return self.ratio(exp(exponent * log(base)))
        factors = self.factors(base, self.knows.is_integer(exponent))
        return self._multiply(self._atom_power(x, times(e, exponents)) for x, e in factors)

    def factors(self, base: Term, whole: bool = False) -> Factors:
        """The base as a product of powers that may be raised one by one: to an integer power
        always, to a real one if no factor is negative. Else the base alone."""
        above, below = self.ratio(base)
        upper, lower = self._pieces(above, whole), self._pieces(below, whole)
        if upper is None or lower is None:
            return [(as_term(above, below), constant(1))]
        factors = [*upper, *((x, times(e, constant(-1))) for x, e in lower)]
        lonely = sum(x.op != "number" for x, _ in factors) == 1  # no less >= 0 than the base
        if not (whole or lonely) and any(
            x.op == "sum" and not within(self.knows.sign(x), AT_LEAST_ZERO) for x, _ in factors
        ):
            return [(as_term(above, below), constant(1))]
        return factors

    def _pieces(self, terms: Sparse, whole: bool) -> Factors | None:
        """A sum of powers as factors; one of several terms is its content and what is left."""
        single = len(terms) == 1
        shared = next(iter(terms.values())) if single else content(terms.values())
        if shared <= 0:
            return None
        pieces: Factors = [(number(p), constant(e)) for p, e in prime_factors(shared)]
        if not single:
            return [*pieces, (as_sum({m: c / shared for m, c in terms.items()}), constant(1))]
        for x, exponents in next(iter(terms)):
            if whole or within(self.knows.sign(x), AT_LEAST_ZERO):
                pieces.append((x, exponents))
            elif (fixed := whole_number(exponents)) is not None and fixed % 2 == 0:
                pieces.append((Term("abs", (x,)), exponents))
            else:
                return None
        return pieces

    def _atom_power(self, x: Term, exponents: Polynomial) -> Ratio:
        """A power of one atom; of a sum, the whole part of the exponent is multiplied out."""
        if x.op == "exp" and x != EULER and any(m != UNIT for m, _ in exponents):
            return self._exp((x.args[0] * _poly_term(exponents),))
        whole = floor(dict(exponents).get(UNIT, Fraction(0)))
        if x.op == "sum" and whole < 0:
            if whole_number(exponents) is None and not within(self.knows.sign(x), NOT_ZERO):
                return atom(x, exponents)
            up, down = self.ratio(x)
            above, _ = self._atom_power(x, plus(exponents, constant(-whole)))
            return self._product(above, self._power(down, -whole)), self._power(up, -whole)
        return self._settle(frozenset({(x, exponents)} if exponents else ()), Fraction(1)), ONE_SUM

    def _settle(self, monomial: Monomial, coefficient: Fraction) -> Sparse:
        """A monomial with each power of a number, sum or absolute value worked out that can be."""
        if not any(x.op in WORKED_OUT for x, _ in monomial):
            return {monomial: coefficient} if coefficient else {}
        extra: list[Sparse] = []
        for x, exponents in monomial:
            whole = floor(dict(exponents).get(UNIT, Fraction(0)))
            if x.op == "number" and whole:
                coefficient *= number_power(x.args[0], whole)
            else:
                fixed = x.op == "abs" and whole_number(exponents) is not None and abs(whole) > 1
                if not fixed and (x.op != "sum" or whole <= 0):
                    continue
                whole -= whole % 2 if fixed else 0
                inner, below = self.ratio(x.args[0] if fixed else x)
                if below != ONE_SUM or (whole < 0 and len(inner) != 1):
                    continue
                extra.append(self._power(inner, whole))
            monomial = join(monomial, frozenset({(x, constant(-whole))}))
        return reduce(self._product, extra, collect([(monomial, coefficient)]))

    def _power(self, terms: Sparse, exponent: int) -> Sparse:
        """A power with an exponent >= 0, or any of a single term."""
        if len(terms) == 1 and exponent:
            ((monomial, coefficient),) = terms.items()
            raised = frozenset((x, times(e, constant(exponent))) for x, e in monomial)
            return self._settle(raised, number_power(coefficient, exponent))
        if exponent > MAX_POWER:
            raise LimitExceeded(f"a sum to the power {shorten(str(exponent))} is not expanded")
        return reduce(self._product, [terms] * exponent) if exponent else ONE_SUM

    # Functions ------------------------------------------------------------------------

    def _exp(self, args: tuple[Term, ...]) -> Ratio:
        """`exp(p*log(x) + q)` is `x^p * e^q`, term by term; of a quotient, the whole part first."""
        above, below = self.ratio(args[0])
        factors: list[Ratio] = []
        if len(below) > 1:
            quotient, above = divided(above, below)
            factors += [self._exp((as_sum(quotient),))] if quotient else []
        for monomial, coefficient in above.items():
            logs = [x for x, e in monomial if x.op == "log" and e == constant(1)]
            rest = monomial - {(x, constant(1)) for x in logs}
            exponents = as_polynomial({rest: coefficient})
            if exponents is not None and len(logs) <= 1 and below == ONE_SUM:
                factors.append(self._atom_power(logs[0].args[0] if logs else EULER, exponents))
            else:
                inner = as_term({monomial: Fraction(1)}, below)
                factors.append(atom(exp(inner), constant(coefficient)))
        return self._multiply(factors)

    def _log(self, args: tuple[Term, ...]) -> Ratio:
        """`log(x^p * y^q)` is `p*log(x) + q*log(y)` for factors that are not negative."""
        parts = []
        for x, exponents in self.factors(args[0]):
            inner = self.ratio(x.args[0]) if x.op == "exp" else atom(log(x))
            parts.append(self._multiply([(from_polynomial(exponents), ONE_SUM), inner]))
        return self._add(parts) if parts else ({}, ONE_SUM)

    def _abs(self, args: tuple[Term, ...]) -> Ratio:
        found = self.knows.sign(args[0])
        if within(found, AT_LEAST_ZERO):
            return self.ratio(args[0])
        if within(found, AT_MOST_ZERO):
            return self.ratio(-args[0])
        above, below = map(self._magnitude, self.ratio(args[0]))
        return above, below

    def _magnitude(self, terms: Sparse) -> Sparse:
        """The absolute value, factor by factor; a sum is one factor, whatever its sign."""
        if not terms:
            return terms
        if len(terms) == 1:
            ((monomial, coefficient),) = terms.items()
            factors = UNIT
            for x, e in monomial:  # joined, for x and abs(x) may both be there
                size = x if within(self.knows.sign(x), AT_LEAST_ZERO) else Term("abs", (x,))
                factors = join(factors, frozenset({(size, e)}))
            return self._settle(factors, abs(coefficient))
        shared = content(terms.values())
        scale = shared if in_order(terms)[0][1] > 0 else -shared
        rest = as_sum({m: c / scale for m, c in terms.items()})
        return {frozenset({(Term("abs", (rest,)), constant(1))}): shared}

    def _max(self, args: tuple[Term, ...]) -> Ratio:
        kept = sorted(dict.fromkeys(map(self.canonical, args)), key=text)
        return self.ratio(kept[0]) if len(kept) == 1 else atom(Term("max", tuple(kept)))

    def _min(self, args: tuple[Term, ...]) -> Ratio:
        return self.ratio(-Term("max", tuple(-arg for arg in args)))

    # Arithmetic -----------------------------------------------------------------------

    def _product(self, left: Sparse, right: Sparse) -> Sparse:
        spend(len(left) * len(right))
        if not any(x.op in WORKED_OUT for m in (*left, *right) for x, _ in m):
            return collect((join(m, k), c * e) for m, c in left.items() for k, e in right.items())
        return collect(
            entry
            for m, c in left.items()
            for k, e in right.items()
            for entry in self._settle(join(m, k), c * e).items()
        )

    def _multiply(self, factors: Iterable[Ratio]) -> Ratio:
        above, below = ONE_SUM, ONE_SUM
        for up, down in factors:
            above = self._product(above, up) if up != ONE_SUM else above
            below = self._product(below, down) if down != ONE_SUM else below
        return above, below

    def _add(self, parts: list[Ratio]) -> Ratio:
        above, below = parts[0]
        for up, down in parts[1:]:
            if down != below:
                above, up = self._product(above, down), self._product(up, below)
                below = self._product(below, down)
            above = collect([*above.items(), *up.items()])
        return above, below

    def _reduce(self, above: Sparse, below: Sparse) -> Ratio:
        """Divide by a denominator of a single term; a root of a sum in it moves up first."""
        if len(below) != 1 or below == ONE_SUM:
            return above, below
        ((monomial, coefficient),) = below.items()
        sums = [(x, e) for x, e in monomial if x.op == "sum"]
        if any(len(e) != 1 or UNIT not in dict(e) for _, e in sums):
            return above, below
        inverse: Sparse = {
            frozenset((x, times(e, constant(-1))) for x, e in monomial - set(sums)): 1 / coefficient
        }
        divisor = ONE_SUM
        for x, exponents in sums:
            up, down = self.ratio(x)
            missing = {frozenset({(x, constant(1 - dict(exponents)[UNIT]))}): Fraction(1)}
            inverse, divisor = self._multiply([(inverse, divisor), (missing, ONE_SUM), (down, up)])
        return self._product(above, inverse), divisor


WORKED_OUT = frozenset({"number", "sum", "abs"})
"""Atoms of which whole powers are multiplied out."""

READERS = {"exp": Ring._exp, "log": Ring._log, "abs": Ring._abs, "max": Ring._max, "min": Ring._min}
"""How the form reads the functions of which it knows laws; any other is an atom."""


def atom(term: Term, exponents: Polynomial = constant(1)) -> Ratio:  # noqa: B008 (immutable)
    """A power of something that the form does not look into."""
    if term.size > MAX_LENGTH:
        raise LimitExceeded("an expression stands for one that is too long to write out")
    return {frozenset({(term, exponents)} if exponents else ()): Fraction(1)}, ONE_SUM


def as_polynomial(terms: Sparse) -> Polynomial | None:
    """A sum of powers whose atoms are variables with whole exponents >= 0."""
    result: list[tuple[Monomial, Fraction]] = []
    for monomial, coefficient in terms.items():
        powers = frozenset((x.args[0], whole_number(e)) for x, e in monomial)
        if any(k is None or k < 0 for _, k in powers) or {x.op for x, _ in monomial} - {"variable"}:
            return None
        result.append((powers, coefficient))
    return frozenset(collect(result).items())


def from_polynomial(polynomial: Polynomial) -> Sparse:
    return {
        frozenset((variable(name), constant(degree)) for name, degree in monomial): coefficient
        for monomial, coefficient in polynomial
    }


def whole_number(exponents: Polynomial) -> int | None:
    """The exponent as an integer, if it is a constant integer."""
    value = dict(exponents).get(UNIT, Fraction(0))
    constant_only = all(monomial == UNIT for monomial, _ in exponents)
    return int(value) if constant_only and value.denominator == 1 else None


# Back to terms ------------------------------------------------------------------------


def monomial_term(monomial: Monomial) -> Term:
    """A monomial as a term."""
    spend(sum(1 + len(exponents) + x.size / 8 for x, exponents in monomial))
    return multiply(*sorted((_power_term(x, e) for x, e in monomial), key=text))


def _power_term(x: Term, exponents: Polynomial) -> Term:
    if x == EULER:
        return exp(_poly_term(exponents))
    return x if exponents == constant(1) else x ** _poly_term(exponents)


def in_order(terms: Sparse) -> list[tuple[Monomial, Fraction]]:
    """The terms in an order that depends on nothing but the sum itself."""
    return sorted(terms.items(), key=lambda item: text(monomial_term(item[0])))


def as_sum(terms: Sparse) -> Term:
    return add(*(number(c) * monomial_term(m) for m, c in in_order(terms)))


def as_term(above: Sparse, below: Sparse) -> Term:
    return as_sum(above) if below == ONE_SUM else as_sum(above) / as_sum(below)


def _poly_term(polynomial: Polynomial) -> Term:
    return as_sum(from_polynomial(polynomial))
