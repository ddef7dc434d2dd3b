"""Exact normal form: every term as a quotient of sums of `coefficient * atom^polynomial`.

An atom is a variable, a logarithm, a positive number that is no perfect power, or a subterm
the form cannot look into. Exponents are polynomials in the parameters, so `n^(1+a)*n^a` and
`n^(1+2*a)` become equal, as do `exp((1+a)*log(n))` and `n^(1+a)`. Whatever makes a rewriting
valid (a divisor is not zero, a base is positive) is checked in the scope on the way; where it
cannot be shown, the term is refused as `Undefined`. Denominators are kept positive.

Two terms with one normal form are equal wherever both have a value. The converse is not used.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor, gcd

from flint import fmpz

from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel.effort import spend
from proofkit.kernel.polynomial import (
    MAX_BITS,
    UNIT,
    Monomial,
    Polynomial,
    Sparse,
    bit_length,
    collect,
    constant,
    join,
    times,
)
from proofkit.kernel.scope import Scope
from proofkit.kernel.terms import (
    MAX_LENGTH,
    MINUS_ONE,
    ONE,
    Term,
    add,
    counts_within,
    exp,
    log,
    multiply,
    negate,
    number,
    numbers_within,
    power,
    subtract,
    text,
    variable,
)

Ratio = tuple[Sparse, Sparse]

ONE_SUM: Sparse = {UNIT: Fraction(1)}
MINUS_SUM: Sparse = {UNIT: Fraction(-1)}
EULER = exp(ONE)
MAX_POWER = 24


class Normaliser:
    """Normal forms within one scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._known: dict[Term, Ratio] = {}
        self._signs: dict[tuple[Term, bool], bool] = {}

    def ratio(self, term: Term) -> Ratio:
        """Numerator and denominator; the denominator is positive throughout the scope, and
        every subterm is shown to have a value."""
        if term not in self._known:
            self._known[term] = _reduce(*self._compute(term))
        return self._known[term]

    def difference(self, left: Term, right: Term) -> Sparse:
        """A sum of powers with the sign of `right - left`."""
        return self.ratio(subtract(right, left))[0]

    def _compute(self, term: Term) -> Ratio:
        if term.op == "number":
            return collect([(UNIT, term.args[0])]), ONE_SUM
        if term.op == "variable":
            replaced = self.scope.replaced.get(term.args[0])
            return _atom(term) if replaced is None else self.ratio(replaced)
        if term.op == "sum":
            return _add([self.ratio(arg) for arg in term.args])
        if term.op == "product":
            return _multiply(self.ratio(arg) for arg in term.args)
        if term.op == "power":
            base, exponent = term.args
            if exponent.op == "number" and exponent.args[0].denominator == 1:
                return self._integer_power(base, int(exponent.args[0]))
            return self._real_power(base, exponent)
        if term.op == "P" and term.args[0].op == "none":
            some = Term("P", (Term("some", term.args[0].args),))
            return self.ratio(subtract(ONE, some))
        if term.op == "P":
            for inner in numbers_within(term):  # its thresholds, weights and counts
                self.ratio(inner)
            for count in counts_within(term):
                self.require_count(count)
            return _atom(term)
        if term.op == "log":
            return self._log(term.args[0])
        if term.op == "exp":
            return self._exp(term)
        raise Undefined(f"{text(term)} is an event, not a number")

    def _integer_power(self, base: Term, exponent: int) -> Ratio:
        above, below = self.ratio(base)
        if exponent < 0:
            if not self.is_positive(base):
                if not self.is_positive(negate(base)):
                    raise Undefined(f"{text(base)} is not shown to differ from 0")
                above, below = product(above, MINUS_SUM), product(below, MINUS_SUM)
            if not above:
                raise Undefined(f"{text(base)} is 0")
            above, below = below, above
        return _power(above, abs(exponent)), _power(below, abs(exponent))

    def _real_power(self, base: Term, exponent: Term) -> Ratio:
        factors = self._factors(base)
        exponents = self.polynomial(exponent)
        if exponents is None:
            return self.ratio(exp(multiply(exponent, log(base))))
        return _multiply(_atom(atom, times(e, exponents)) for atom, e in factors)

    def _factors(self, base: Term) -> list[tuple[Term, Polynomial]]:
        """A positive term as a product of powers of positive atoms, be it of itself alone."""
        above, below = self.ratio(base)
        if not self.is_positive(base):
            raise Undefined(f"{text(base)} is not shown to be positive")
        if len(above) == 1 and below == ONE_SUM:
            ((monomial, coefficient),) = above.items()
            if coefficient > 0 and all(self.is_positive(atom) for atom, _ in monomial):
                return [*monomial, *_number_factors(coefficient)]
        return [(base, constant(1))]

    def _exp(self, term: Term) -> Ratio:
        """`exp(p*log(x) + q)` is `x^p * e^q` for polynomials p and q."""
        above, below = self.ratio(term.args[0])
        factors: list[Ratio] = []
        for monomial, coefficient in above.items():
            logs = [atom for atom, e in monomial if atom.op == "log" and e == constant(1)]
            rest = monomial - {(atom, constant(1)) for atom in logs}
            exponents = as_polynomial({rest: coefficient})
            if exponents is None or len(logs) > 1 or below != ONE_SUM:
                return _opaque_exp(above, below)
            factors.append(_atom(logs[0].args[0] if logs else EULER, exponents))
        return _multiply(factors)

    def _log(self, term: Term) -> Ratio:
        """`log(x^p * y^q)` is `p*log(x) + q*log(y)` for positive atoms x and y."""
        total: list[tuple[Monomial, Fraction]] = []
        for atom, exponents in self._factors(term):
            factor = ONE_SUM if atom == EULER else _atom(log(atom))[0]
            total += product(from_polynomial(exponents), factor).items()
        return collect(total), ONE_SUM

    def polynomial(self, term: Term) -> Polynomial | None:
        """The term as a polynomial in variables, if it is one."""
        above, below = self.ratio(term)
        return as_polynomial(above) if below == ONE_SUM else None

    def require_count(self, count: Term) -> None:
        """A number of signs or neurons: an integer >= 0 for all parameters. As it is written,
        for the gap between an integer and a real number is none."""
        written = Normaliser(Scope(self.scope.context)).polynomial(count)
        integers = self.scope.context.parameters
        if written is None or not all(
            coefficient.denominator == 1 and all(integers[name] for name, _ in monomial)
            for monomial, coefficient in written
        ):
            raise Undefined(f"{text(count)} is not shown to be an integer")
        if not self.is_nonnegative(count):
            raise Undefined(f"{text(count)} is not shown to be >= 0")

    # Signs ----------------------------------------------------------------------------

    def is_positive(self, term: Term) -> bool:
        """True only if `term > 0` is certain here (wherever it has a value)."""
        return self._sign(term, True)

    def is_nonnegative(self, term: Term) -> bool:
        """True only if `term >= 0` is certain here (wherever it has a value)."""
        return self._sign(term, False)

    def _sign(self, term: Term, strict: bool) -> bool:
        """By enclosure, else by the parts, else expanded (the denominator is positive)."""
        if (term, strict) not in self._signs:
            self._signs[term, strict] = False  # while it is sought, it is not known
            self._signs[term, strict] = self._sign_of(term, strict)
        return self._signs[term, strict]

    def _sign_of(self, term: Term, strict: bool) -> bool:
        try:
            low = self.scope.enclose(term).low
            if low > 0 or (not strict and low >= 0):
                return True
        except Undefined:
            pass
        if term.op == "exp" or (term.op == "variable" and term.args[0] in self.scope.positive):
            return True
        if term.op == "variable" and term.args[0] in self.scope.replaced:
            return self._sign(self.scope.replaced[term.args[0]], strict)
        if term.op == "power":
            return self._sign(term.args[0], True)
        if term.op == "product" and all(self._sign(arg, strict) for arg in term.args):
            return True
        if term.op == "sum" and all(self._sign(arg, False) for arg in term.args):
            return not strict or any(self._sign(arg, True) for arg in term.args)
        if term.op not in ("sum", "product"):
            return False
        expanded = as_term(self.ratio(term)[0])
        return expanded != term and self._sign(expanded, strict)


def _opaque_exp(above: Sparse, below: Sparse) -> Ratio:
    """`exp(above/below)` as an atom; `exp(-x)` is the inverse of `exp(x)`."""
    sign = constant(-1 if in_order(above)[0][1] < 0 else 1)
    size = above if sign == constant(1) else product(above, MINUS_SUM)
    return _atom(exp(multiply(as_term(size), power(as_term(below), MINUS_ONE))), sign)


def as_polynomial(terms: Sparse) -> Polynomial | None:
    """A sum of powers whose atoms are variables with whole exponents >= 0."""
    result: list[tuple[Monomial, Fraction]] = []
    for monomial, coefficient in terms.items():
        powers: list[tuple[str, int]] = []
        for atom, exponents in monomial:
            whole = whole_number(exponents)
            if atom.op != "variable" or whole is None or whole < 0:
                return None
            powers.append((atom.args[0], whole))
        result.append((frozenset(powers), coefficient))
    return frozenset(collect(result).items())


def from_polynomial(polynomial: Polynomial) -> Sparse:
    return {
        frozenset((variable(name), constant(power_)) for name, power_ in monomial): coefficient
        for monomial, coefficient in polynomial
    }


def whole_number(exponents: Polynomial) -> int | None:
    """The exponent as an integer, if it is a constant integer."""
    value = dict(exponents).get(UNIT, Fraction(0))
    constant_only = all(monomial == UNIT for monomial, _ in exponents)
    return int(value) if constant_only and value.denominator == 1 else None


def product(left: Sparse, right: Sparse) -> Sparse:
    return collect(_fold(join(m, k), c * e) for m, c in left.items() for k, e in right.items())


def monomial_term(monomial: Monomial) -> Term:
    """A monomial as a term, for enclosures and for a stable order."""
    spend(sum(1 + len(exponents) + atom.size / 8 for atom, exponents in monomial))
    return multiply(*sorted((power(atom, _poly_term(e)) for atom, e in monomial), key=text))


def in_order(terms: Sparse) -> list[tuple[Monomial, Fraction]]:
    """The terms in an order that depends on nothing but the sum itself."""
    return sorted(terms.items(), key=lambda item: text(monomial_term(item[0])))


def as_term(terms: Sparse) -> Term:
    return add(*(multiply(number(c), monomial_term(m)) for m, c in in_order(terms)))


def _poly_term(polynomial: Polynomial) -> Term:
    pieces = [
        multiply(number(c), *sorted((power(variable(v), number(k)) for v, k in m), key=text))
        for m, c in polynomial
    ]
    return add(*sorted(pieces, key=text))


def _atom(term: Term, exponents: Polynomial = constant(1)) -> Ratio:  # noqa: B008 (immutable)
    if term.size > MAX_LENGTH:
        raise LimitExceeded("an expression stands for one that is too long to write out")
    return {frozenset({(term, exponents)} if exponents else ()): Fraction(1)}, ONE_SUM


def _fold(monomial: Monomial, coefficient: Fraction) -> tuple[Monomial, Fraction]:
    """Move whole powers of numbers into the coefficient: `2^(3/2)` is `2 * 2^(1/2)`."""
    for atom, exponents in monomial:
        if atom.op == "number":
            whole = floor(dict(exponents).get(UNIT, Fraction(0)))
            monomial = join(monomial, frozenset({(atom, constant(-whole))} if whole else ()))
            coefficient *= _number_power(atom.args[0], whole)
    return monomial, coefficient


def _number_power(base: Fraction, exponent: int) -> Fraction:
    if abs(exponent) * (bit_length(base) - 1) > MAX_BITS:
        raise LimitExceeded(f"a power of a number needs more than {MAX_BITS} bits")
    return base**exponent


def _number_factors(base: Fraction) -> list[tuple[Term, Polynomial]]:
    """A number > 0 as `root^k` with the largest k, root > 1; nothing for 1."""
    if base == 1:
        return []
    sign = 1 if base > 1 else -1
    above, below = (base**sign).as_integer_ratio()
    k = gcd(_largest_power(above), _largest_power(below))
    root = Fraction(int(fmpz(above).root(k)), int(fmpz(below).root(k)))
    return [(number(root), constant(sign * k))]


def _largest_power(value: int) -> int:
    """The largest k such that value is a k-th power; 0 for 1, which is every power."""
    if value == 1 or not fmpz(value).is_perfect_power():
        return 0 if value == 1 else 1
    for k in range(2, value.bit_length() + 1):
        root = int(fmpz(value).root(k))
        if root**k == value:  # the least such k is prime: go on with the root
            return k * _largest_power(root)
    return 1


def _multiply(factors: Iterable[Ratio]) -> Ratio:
    above, below = ONE_SUM, ONE_SUM
    for up, down in factors:
        above, below = product(above, up), product(below, down)
    return above, below


def _add(parts: list[Ratio]) -> Ratio:
    above, below = parts[0]
    for up, down in parts[1:]:
        if down != below:
            above, up, below = product(above, down), product(up, below), product(below, down)
        above = collect([*above.items(), *up.items()])
    return above, below


def _reduce(above: Sparse, below: Sparse) -> Ratio:
    """Divide by a denominator of a single term (it is positive, so its atoms are not 0)."""
    if len(below) != 1 or below == ONE_SUM:
        return above, below
    ((monomial, coefficient),) = below.items()
    inverse = frozenset((atom, times(e, constant(-1))) for atom, e in monomial)
    return product(above, {inverse: 1 / coefficient}), ONE_SUM


def _power(terms: Sparse, exponent: int) -> Sparse:
    if len(terms) == 1 and exponent:
        ((monomial, coefficient),) = terms.items()
        raised = frozenset((atom, times(e, constant(exponent))) for atom, e in monomial)
        return collect([_fold(raised, _number_power(coefficient, exponent))])
    if exponent > MAX_POWER:
        raise LimitExceeded(f"a sum to the power {shorten(str(exponent))} is not expanded")
    result = ONE_SUM
    for _ in range(exponent):
        result = product(result, terms)
    return result
