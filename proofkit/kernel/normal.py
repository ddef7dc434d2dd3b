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
from functools import lru_cache
from math import gcd

from flint import fmpz

from proofkit.errors import LimitExceeded, Undefined
from proofkit.kernel.polynomial import (
    UNIT,
    Monomial,
    Polynomial,
    Sparse,
    collect,
    constant,
    join,
    times,
)
from proofkit.kernel.scope import Scope
from proofkit.kernel.terms import ONE, Term, add, exp, log, multiply, negate, number, power, text, variable

Ratio = tuple[Sparse, Sparse]

ONE_SUM: Sparse = {UNIT: Fraction(1)}
EULER = exp(ONE)
MAX_POWER = 24
MAX_PRODUCTS = 100_000
MAX_BITS = 200_000


class Normaliser:
    """Normal forms within one scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._known: dict[Term, Ratio] = {}

    def ratio(self, term: Term) -> Ratio:
        """Numerator and denominator; the denominator is positive throughout the scope."""
        if term not in self._known:
            self._known[term] = _reduce(*self._compute(term))
        return self._known[term]

    def difference(self, left: Term, right: Term) -> Sparse:
        """A sum of powers with the sign of `right - left`."""
        return self.ratio(add(right, negate(left)))[0]

    def _compute(self, term: Term) -> Ratio:
        if term.op == "number":
            return collect([(UNIT, term.args[0])]), ONE_SUM
        if term.op == "variable":
            replaced = self.scope.replaced.get(term.args[0])
            return self.ratio(replaced) if replaced is not None else (_atom(term), ONE_SUM)
        if term.op == "sum":
            return _add([self.ratio(arg) for arg in term.args])
        if term.op == "product":
            above, below = ONE_SUM, ONE_SUM
            for up, down in map(self.ratio, term.args):
                above, below = product(above, up), product(below, down)
            return above, below
        if term.op == "power":
            base, exponent = term.args
            if exponent.op == "number" and exponent.args[0].denominator == 1:
                return self._integer_power(base, int(exponent.args[0]))
            return self._real_power(base, exponent)
        return self._exp(term) if term.op == "exp" else self._log(term)

    def _integer_power(self, base: Term, exponent: int) -> Ratio:
        above, below = self.ratio(base)
        if exponent < 0:
            if not self.scope.is_positive(base):
                if not self.scope.is_positive(negate(base)):
                    raise Undefined(f"{text(base)} is not shown to differ from 0")
                above, below = _scale(above, Fraction(-1)), _scale(below, Fraction(-1))
            if not above:
                raise Undefined(f"{text(base)} is 0")
            above, below, exponent = below, above, -exponent
        return _power(above, exponent), _power(below, exponent)

    def _real_power(self, base: Term, exponent: Term) -> Ratio:
        """`base^exponent` for base > 0: a product of atoms when the base is one."""
        self._require_positive(base)
        exponents = self.polynomial(exponent)
        if exponents is None:
            return _atom(power(base, exponent)), ONE_SUM
        above, below = self.ratio(base)
        if len(above) == 1 and below == ONE_SUM:
            (monomial, coefficient), *_ = above.items()
            if coefficient > 0 and all(self.scope.is_positive(atom) for atom, _ in monomial):
                raised = raise_to(monomial, exponents), Fraction(1)
                return _product_of([raised, _number_power(coefficient, exponents)])
        return _atom(base, exponents), ONE_SUM

    def _exp(self, term: Term) -> Ratio:
        """`exp(p*log(x) + q)` is `x^p * e^q` for polynomials p and q."""
        above, below = self.ratio(term.args[0])
        opaque = (_atom(term), ONE_SUM)
        if below != ONE_SUM:
            return opaque
        factors: list[Ratio] = []
        for monomial, coefficient in above.items():
            logs = [atom for atom, e in monomial if atom.op == "log" and e == constant(1)]
            rest = monomial - {(atom, constant(1)) for atom in logs}
            exponents = as_polynomial({rest: coefficient})
            if exponents is None or len(logs) > 1:
                return opaque
            if logs:
                factors.append(self._atom_power(logs[0].args[0], exponents))
            else:
                factors.append((_atom(EULER, exponents), ONE_SUM))
        return _multiply_all(factors)

    def _log(self, term: Term) -> Ratio:
        """`log(x^p * y^q)` is `p*log(x) + q*log(y)` for positive atoms x and y."""
        self._require_positive(term.args[0])
        above, below = self.ratio(term.args[0])
        if len(above) != 1 or below != ONE_SUM:
            return _atom(term), ONE_SUM
        (monomial, coefficient), *_ = above.items()
        if coefficient <= 0 or not all(self.scope.is_positive(atom) for atom, _ in monomial):
            return _atom(term), ONE_SUM
        total: list[tuple[Monomial, Fraction]] = []
        for atom, exponents in (*monomial, *_number_factors(coefficient)):
            factor = ONE_SUM if atom == EULER else _atom(log(atom))
            total += product(from_polynomial(exponents), factor).items()
        return collect(total), ONE_SUM

    def _atom_power(self, base: Term, exponents: Polynomial) -> Ratio:
        if base.op == "number":
            return _product_of([_number_power(base.args[0], exponents)])
        return _atom(base, exponents), ONE_SUM

    def polynomial(self, term: Term) -> Polynomial | None:
        """The term as a polynomial in variables, if it is one."""
        above, below = self.ratio(term)
        return as_polynomial(above) if below == ONE_SUM else None

    def _require_positive(self, term: Term) -> None:
        if not self.scope.is_positive(term):
            raise Undefined(f"{text(term)} is not shown to be positive")


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
    if len(left) * len(right) > MAX_PRODUCTS:
        raise LimitExceeded(f"an expansion needs more than {MAX_PRODUCTS} products")
    return collect(
        _fold(join(m, k), c * e) for m, c in left.items() for k, e in right.items()
    )


def raise_to(monomial: Monomial, exponents: Polynomial) -> Monomial:
    """The monomial to a power; to the power 0 it is 1."""
    if not exponents:
        return UNIT
    return frozenset((atom, times(e, exponents)) for atom, e in monomial)


def monomial_term(monomial: Monomial) -> Term:
    """A monomial as a term, for enclosures and for a stable order."""
    return multiply(*sorted((power(atom, _poly_term(e)) for atom, e in monomial), key=text))


def in_order(terms: Sparse) -> list[tuple[Monomial, Fraction]]:
    """The terms in an order that depends on nothing but the sum itself."""
    return sorted(terms.items(), key=lambda item: text(monomial_term(item[0])))


def as_term(terms: Sparse) -> Term:
    return add(*(multiply(number(c), monomial_term(m)) for m, c in in_order(terms)))


def _poly_term(polynomial: Polynomial) -> Term:
    pieces = [
        multiply(
            number(c), *sorted((power(variable(v), number(k)) if k > 1 else variable(v) for v, k in m), key=text)
        )
        for m, c in polynomial
    ]
    return add(*sorted(pieces, key=text))


def _atom(term: Term, exponents: Polynomial = constant(1)) -> Sparse:  # noqa: B008 (immutable)
    return {frozenset({(term, exponents)} if exponents else ()): Fraction(1)}


def _fold(monomial: Monomial, coefficient: Fraction) -> tuple[Monomial, Fraction]:
    """Move whole powers of numbers into the coefficient: `2^(3/2)` is `2 * 2^(1/2)`."""
    for atom, exponents in monomial:
        if atom.op == "number":
            whole = dict(exponents).get(UNIT, Fraction(0)).__floor__()
            if whole:
                _refuse_huge(atom.args[0], whole)
                monomial = join(monomial, frozenset({(atom, constant(-whole))}))
                coefficient *= atom.args[0] ** whole
    return monomial, coefficient


def _refuse_huge(base: Fraction, exponent: int) -> None:
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if abs(exponent) * size > MAX_BITS:
        raise LimitExceeded(f"a power of {base} needs more than {MAX_BITS} bits")


def _number_power(base: Fraction, exponents: Polynomial) -> tuple[Monomial, Fraction]:
    return _fold(raise_to(frozenset(_number_factors(base)), exponents), Fraction(1))


def _number_factors(base: Fraction) -> list[tuple[Term, Polynomial]]:
    """A number > 0 as `root^k` with the largest k, root > 1; nothing for 1."""
    if base == 1:
        return []
    sign = 1 if base > 1 else -1
    above, below = (base**sign).numerator, (base**sign).denominator
    k = gcd(_largest_power(above), _largest_power(below))
    root = Fraction(_root(above, k), _root(below, k))
    return [(number(root), constant(sign * k))]


@lru_cache(maxsize=256)
def _largest_power(value: int) -> int:
    """The largest k such that value is a k-th power; 0 for 1, which is every power."""
    if value == 1:
        return 0
    for k in range(value.bit_length(), 1, -1):
        if _root(value, k) ** k == value:
            return k
    return 1


def _root(value: int, k: int) -> int:
    return int(fmpz(value).root(k)) if k > 1 else value


def _product_of(factors: Iterable[tuple[Monomial, Fraction]]) -> Ratio:
    return _multiply_all([({monomial: c}, ONE_SUM) for monomial, c in factors])


def _multiply_all(factors: Iterable[Ratio]) -> Ratio:
    above, below = ONE_SUM, ONE_SUM
    for up, down in factors:
        above, below = product(above, up), product(below, down)
    return above, below


def _add(parts: list[Ratio]) -> Ratio:
    above, below = parts[0]
    for up, down in parts[1:]:
        if down == below:
            above = collect([*above.items(), *up.items()])
        else:
            above = collect([*product(above, down).items(), *product(up, below).items()])
            below = product(below, down)
    return above, below


def _reduce(above: Sparse, below: Sparse) -> Ratio:
    """Divide by a denominator of a single term (it is positive, so its atoms are not 0)."""
    if len(below) != 1 or below == ONE_SUM:
        return above, below
    (monomial, coefficient), *_ = below.items()
    inverse = raise_to(monomial, constant(-1))
    return product(above, {inverse: 1 / coefficient}), ONE_SUM


def _scale(terms: Sparse, factor: Fraction) -> Sparse:
    return {monomial: c * factor for monomial, c in terms.items()}


def _power(terms: Sparse, exponent: int) -> Sparse:
    if len(terms) == 1:
        (monomial, coefficient), *_ = terms.items()
        _refuse_huge(coefficient, exponent)
        raised = raise_to(monomial, constant(exponent))
        return collect([_fold(raised, coefficient**exponent)])
    if exponent > MAX_POWER:
        raise LimitExceeded(f"a sum to the power {exponent} is not expanded")
    result = ONE_SUM
    for _ in range(exponent):
        result = product(result, terms)
    return result
