"""Exact normal form: a term as a quotient of sums of `coefficient * product of atom^exponent`.

An atom is a variable, a logarithm, a prime number, or a subterm the form cannot look into.
Exponents are polynomials in the variables, so that `n^(1+a)*n^a` and `n^(1+2*a)` become equal,
as do `exp((1+a)*log(n))` and `n^(1+a)`, or `sqrt(x^2)` and `abs(x)`.

Every term that is read has a value; that is shown before. For powers that have values, whatever
the sign of x, `x^a*x^b = x^(a + b)`, `1/x^a = x^(-a)`, `abs(x^a) = abs(x)^a` and, for an integer
k, `(x^a*y^b)^k = x^(k*a)*y^(k*b)`, where the right sides have values too. What else is used is
asked of the place where the term stands: for a real k that neither x nor y is negative (`factors`,
`_pieces`), that a power may be split (`_whole`), that a logarithm has a value (`_log`). Two terms
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
from proofkit.kernel import sums
from proofkit.kernel.binders import KERNEL_BINDERS
from proofkit.kernel.operations import Knowledge
from proofkit.kernel.polynomial import (
    EULER,
    ONE_SUM,
    UNIT,
    Monomial,
    Rational,
    Sum,
    as_sum,
    as_term,
    collect,
    constant,
    content,
    divided,
    in_order,
    join,
    number_power,
    over,
    prime_factors,
)
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, NOT_ZERO, POSITIVE, within
from proofkit.language.terms import (
    MAX_LENGTH,
    ONE,
    Term,
    exp,
    log,
    number,
    rebuild,
    text,
    whole_value,
)
from proofkit.language.words import CONSTANTS, EVENTS, FUNCTIONS

Ratio = tuple[Sum, Sum]
Factors = list[tuple[Term, Sum]]

MAX_POWER = 24
WORKED_OUT = frozenset({"number", "sum", "abs"})
"""Atoms of which whole powers are multiplied out."""


class Ring:
    """Normal forms at one place: what is known there, and what the defined names stand for.
    Those for which nothing known there was asked hold `everywhere` that the names stand for it."""

    def __init__(
        self,
        knows: Knowledge,
        definitions: Mapping[str, Term],
        everywhere: dict[Term, Ratio] | None = None,
    ) -> None:
        self._knows, self.definitions = knows, definitions
        self._everywhere = {} if everywhere is None else everywhere
        self._here: dict[Term, Ratio] = {}
        self._asked = False

    @property
    def knows(self) -> Knowledge:
        """What is known here, on which the form that is being made rests from now on."""
        self._asked = True
        return self._knows

    def equal(self, left: Term, right: Term) -> bool:
        """True only if the two sides, which have values, are certainly equal."""
        if left == right:
            return True
        (above, below), (other_above, other_below) = self.ratio(left), self.ratio(right)
        if below == other_below:
            return above == other_above
        return self.product(above, other_below) == self.product(other_above, below)

    def ratio(self, term: Term) -> Ratio:
        """Numerator and denominator, which is not 0."""
        if term in self._everywhere:
            return self._everywhere[term]
        before, self._asked = self._asked, term in self._here
        try:
            found = self._here[term] if self._asked else self._reduced(term)
            (self._here if self._asked else self._everywhere)[term] = found
        finally:
            self._asked |= before
        return found

    def _reduced(self, term: Term) -> Ratio:
        """Divided out where the denominator is a single term."""
        spend(1 + term.size / 8)
        above, below = self.read(term)
        if len(below) == 1 and below != ONE_SUM:
            ((monomial, coefficient),) = below.items()
            if all(x.op != "sum" or e.is_number for x, e in monomial):
                powers = [self._atom_power(x, -e) for x, e in monomial]
                start = above * constant(over(1, coefficient)), ONE_SUM
                return self._multiply([start, *powers])
        return above, below

    def canonical(self, term: Term) -> Term:
        """The term written in the one way in which the form writes it."""
        return as_term(*self.ratio(term))

    def polynomial(self, term: Term) -> Sum | None:
        """The term as a polynomial in variables, if it is one."""
        above, below = self.ratio(term)
        return above if below == ONE_SUM and is_polynomial(above) else None

    def constant(self, term: Term) -> Fraction | None:
        """The number that a term is, if the form shows it."""
        above, below = self.ratio(term)
        return Fraction(above.number) if below == ONE_SUM and above.is_number else None

    def read(self, term: Term) -> Ratio:
        """A term by the laws of its operation."""
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
        if op in READERS:
            return READERS[op](self, args)
        if op in KERNEL_BINDERS and hasattr(self._knows, "inside"):
            return sums.form(self, op, args[0], args[1], args[2])
        if op == "entry":
            return atom(Term(op, (args[0], *map(self.canonical, args[1:]))))
        if op == "P" and args[0].op == "none":
            return self.ratio(ONE - Term("P", (Term("some", args[0].args),)))
        if op == "P" or op in FUNCTIONS or op in CONSTANTS:
            return atom(rebuild(term, tuple(map(self._inside, args))))
        raise Undefined(f"{text(term)} is not a number")

    def _inside(self, term: Term) -> Term:
        """An event with each of the numbers in it written canonically."""
        if term.op not in EVENTS:
            return self.canonical(term)
        return rebuild(term, tuple(map(self._inside, term.args)))

    # A term as a product of powers, and powers of each factor ----------------------------

    def factors(self, base: Term, whole: bool = False) -> Factors:
        """The base as a product of powers that may be raised one by one: to an integer power
        always, to a real one if no factor is negative. Else the base alone."""
        above, below = self.ratio(base)
        upper, lower = self._pieces(above, whole), self._pieces(below, whole)
        if upper is not None and lower is not None:
            factors = [*upper, *((x, -e) for x, e in lower)]
            lonely = sum(x.op != "number" for x, _ in factors) == 1  # no less >= 0 than the base
            sums = (x for x, _ in factors if x.op == "sum")
            if whole or lonely or all(within(self.knows.sign(x), AT_LEAST_ZERO) for x in sums):
                return factors
        return [(as_term(above, below), ONE_SUM)]

    def _pieces(self, terms: Sum, whole: bool) -> Factors | None:
        """A sum as a number > 0 and powers of atoms, or what is left when the number is out."""
        scale, factors = _split(terms)
        if scale <= 0:
            return None
        pieces: Factors = [(number(p), constant(e)) for p, e in prime_factors(scale)]
        for x, exponents in factors:
            if whole or len(terms) > 1 or within(self.knows.sign(x), AT_LEAST_ZERO):
                pieces.append((x, exponents))
            elif (fixed := exponents.whole) is not None and fixed % 2 == 0:
                pieces.append((Term("abs", (x,)), exponents))
            else:
                return None
        return pieces

    def _atom_power(self, x: Term, exponents: Sum) -> Ratio:
        """A power that has a value of one atom. Of a sum, the whole part of the exponent is
        multiplied out, below if it is negative: the sum is not 0 then."""
        if x.op == "exp" and x != EULER and not exponents.is_number:
            return self._exp((x.args[0] * as_sum(exponents),))
        whole = self._whole(x, exponents)
        if x.op == "sum" and whole < 0:
            above, _ = self._atom_power(x, exponents + constant(-whole))
            up, down = self.ratio(x)
            return self.product(above, self._power(down, -whole)), self._power(up, -whole)
        return self._settle(frozenset({(x, exponents)} if exponents else ()), 1), ONE_SUM

    def _opened(self, x: Term) -> Sum | None:
        """What is inside an atom of which whole powers are multiplied out; not of a quotient."""
        above, below = self.ratio(x.args[0] if x.op == "abs" else x)
        return above if below == ONE_SUM else None

    def _whole(self, x: Term, exponents: Sum) -> int:
        """A whole part w of an exponent e if `x^e` is `x^w` times the rest and both have a value:
        e is a number, or x is not 0, or neither part is negative; else 0. For k = -1 and x = 0,
        `x^(k + 1)` is 1 and no multiple of x."""
        whole = floor(exponents.number) if x.op in WORKED_OUT else 0
        if x.op == "abs":
            whole -= whole % 2 if exponents.whole is not None and abs(whole) > 1 else whole
        if not whole or exponents.is_number or within(self.knows.sign(x), NOT_ZERO):
            return whole
        rest = self.knows.sign(as_sum(exponents + constant(-whole)))
        return whole if whole > 0 and within(rest, AT_LEAST_ZERO) else 0

    def _settle(self, monomial: Monomial, coefficient: Rational) -> Sum:
        """A monomial with each power of a number, sum or absolute value worked out that can be."""
        extra: list[Sum] = []
        for x, exponents in monomial:
            whole = self._whole(x, exponents)
            inner = self._opened(x) if whole else None
            if inner is not None and (whole > 0 or (len(inner) == 1 and x.op != "sum")):
                extra.append(self._power(inner, whole))
                monomial = join(monomial, frozenset({(x, constant(-whole))}))
        return reduce(self.product, extra, Sum({monomial: coefficient} if coefficient else ()))

    def _power(self, terms: Sum, exponent: int) -> Sum:
        """A power with an exponent >= 0, or any of a single term."""
        if len(terms) == 1 and exponent:
            ((monomial, coefficient),) = terms.items()
            raised = frozenset((x, e * constant(exponent)) for x, e in monomial)
            return self._settle(raised, number_power(coefficient, exponent))
        if exponent > MAX_POWER:
            raise LimitExceeded(f"a sum to the power {shorten(str(exponent))} is not expanded")
        return reduce(self.product, [terms] * exponent, ONE_SUM)

    # Functions ------------------------------------------------------------------------

    def _raised(self, args: tuple[Term, ...]) -> Ratio:
        base, exponent = args
        above, below = self.ratio(base)
        if (whole := whole_value(exponent)) is not None:
            if whole < 0 and not above:
                raise Undefined(f"{text(base)} is 0")
            up, down = self._power(above, abs(whole)), self._power(below, abs(whole))
            return (up, down) if whole >= 0 else (down, up)
        exponents = self.polynomial(exponent)
        if exponents is not None and above:
            factors = self.factors(base, self.knows.is_integer(exponent))
            return self._multiply(self._atom_power(x, e * exponents) for x, e in factors)
        if self.knows.sign(base) != POSITIVE:
            return atom(self.canonical(base) ** self.canonical(exponent))
        return self.ratio(exp(exponent * log(base)))

    def _exp(self, args: tuple[Term, ...]) -> Ratio:
        return self._multiply(self._atom_power(x, e) for x, e in self.exponential(args[0]))

    def exponential(self, term: Term) -> Factors:
        """`exp(p*log(x) + q)` as `x^p * e^q`, term by term; of a quotient, the whole part first."""
        above, below = self.ratio(term)
        factors: Factors = []
        if len(below) > 1:
            quotient, above = divided(above, below)
            factors += self.exponential(as_sum(quotient)) if quotient else []
        for monomial, coefficient in above.items():
            logs = [x for x, e in monomial if x.op == "log" and e == ONE_SUM]
            exponents = Sum({monomial - {(x, ONE_SUM) for x in logs}: coefficient})
            if is_polynomial(exponents) and len(logs) <= 1 and below == ONE_SUM:
                factors.append((logs[0].args[0] if logs else EULER, exponents))
            else:
                factors.append((exp(as_term(Sum({monomial: 1}), below)), constant(coefficient)))
        return factors

    def _log(self, args: tuple[Term, ...]) -> Ratio:
        """`log(x^p * y^q)` is `p*log(x) + q*log(y)` for factors that are > 0, as they are if their
        powers with fixed exponents are; `0^0` is 1."""
        parts, factors = [], self.factors(args[0])
        if not all(e.is_number or self.knows.sign(x) == POSITIVE for x, e in factors):
            factors = [(self.canonical(args[0]), ONE_SUM)]
        for x, exponents in factors:
            inner = self.ratio(x.args[0]) if x.op == "exp" else atom(log(x))
            if x.op == "multiplied":
                inner = sums.log_of_product(self, x) or inner
            parts.append(self._multiply([(exponents, ONE_SUM), inner]))
        return self._add(parts)

    def _abs(self, args: tuple[Term, ...]) -> Ratio:
        """The absolute value factor by factor; a sum is one factor, whatever its sign."""
        found = self.knows.sign(args[0])
        if within(found, AT_LEAST_ZERO):
            return self.ratio(args[0])
        if within(found, AT_MOST_ZERO):
            return self.ratio(-args[0])
        (above, upper), (below, lower) = map(_split, self.ratio(args[0]))
        factors = [*upper, *((x, -e) for x, e in lower)]
        sizes = [self._atom_power(self._magnitude(x), e) for x, e in factors]
        return self._multiply([(constant(abs(over(above, below))), ONE_SUM), *sizes])

    def _magnitude(self, x: Term) -> Term:
        if within(self.knows.sign(x), AT_LEAST_ZERO):
            return x
        terms = self._opened(x) if x.op == "sum" else None
        return Term("abs", (as_sum(-terms) if terms and in_order(terms)[0][1] < 0 else x,))

    def _max(self, args: tuple[Term, ...]) -> Ratio:
        kept = sorted(dict.fromkeys(map(self.canonical, args)), key=text)
        return self.ratio(kept[0]) if len(kept) == 1 else atom(Term("max", tuple(kept)))

    def _min(self, args: tuple[Term, ...]) -> Ratio:
        return self.ratio(-Term("max", tuple(-arg for arg in args)))

    # Arithmetic -----------------------------------------------------------------------

    def product(self, left: Sum, right: Sum) -> Sum:
        spend(len(left) * len(right))
        if not any(x.op in WORKED_OUT for m in (*left, *right) for x, _ in m):
            return left * right
        return collect(
            entry
            for m, c in left.items()
            for k, e in right.items()
            for entry in self._settle(join(m, k), c * e).items()
        )

    def _multiply(self, factors: Iterable[Ratio]) -> Ratio:
        above, below = ONE_SUM, ONE_SUM
        for up, down in factors:
            above = self.product(above, up) if up != ONE_SUM else above
            below = self.product(below, down) if down != ONE_SUM else below
        return above, below

    def _add(self, parts: Iterable[Ratio]) -> Ratio:
        above, below = Sum(), ONE_SUM
        for up, down in parts:
            if not above:
                above, below = up, down
                continue
            if down != below:
                above, up = self.product(above, down), self.product(up, below)
                below = self.product(below, down)
            above = collect([*above.items(), *up.items()])
        return above, below


READERS = {
    "power": Ring._raised,
    "exp": Ring._exp,
    "log": Ring._log,
    "abs": Ring._abs,
    "max": Ring._max,
    "min": Ring._min,
}
"""How the form reads the functions of which it knows laws; any other is an atom."""


def atom(term: Term, exponents: Sum = ONE_SUM) -> Ratio:
    """A power of something that the form does not look into."""
    if term.size > MAX_LENGTH:
        raise LimitExceeded("an expression stands for one that is too long to write out")
    return Sum({frozenset({(term, exponents)} if exponents else ()): 1}), ONE_SUM


def is_polynomial(terms: Sum) -> bool:
    """Are all atoms variables with whole exponents >= 0?"""
    powers = (power for monomial in terms for power in monomial)
    return all(x.op == "variable" and (e.whole or -1) > 0 for x, e in powers)


def _split(terms: Sum) -> tuple[Rational, Factors]:
    """A number, and factors that multiply with it to the sum: its powers, if it is a single
    term, else one sum."""
    if len(terms) == 1:
        ((monomial, coefficient),) = terms.items()
        return coefficient, list(monomial)
    shared = content(terms.values())
    return shared, [(as_sum({m: over(c, shared) for m, c in terms.items()}), ONE_SUM)]
