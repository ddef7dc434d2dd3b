"""What a filter has to know to decide a statement: the signs of a few sums of powers.

The reduction is the kernel's: its normal form of `right - left`, in which common terms have
cancelled exactly and every divisor was multiplied out. What the form asks of the place where
the statement stands is answered by `Assumed`: where a divisor or a base is not known to be
positive at all points, it answers that it is, and the term becomes a *guard*: the form decides
a point only if every guard is positive there. A difference that vanishes identically is a tie
wherever the guards hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import LimitExceeded, ProofkitError, Undefined
from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.kernel.operations import operation
from proofkit.kernel.points import precision
from proofkit.kernel.polynomial import ONE_SUM, Monomial, Sparse, Sum, as_sum, constant, in_order
from proofkit.kernel.ring import Ring
from proofkit.kernel.sign import NEGATIVE, POSITIVE, ZERO_ONLY
from proofkit.kernel.signs import chances
from proofkit.language.from_sympy import from_sympy
from proofkit.language.parameters import Link, Parameter, links_of
from proofkit.language.terms import Term, number, variable, variables, whole_value
from proofkit.search.exponents import degrees

MAX_WORK = 100_000

Powers = tuple[tuple[Term, int], ...]
Exponents = tuple[tuple[Term, Sum], ...]


@dataclass(frozen=True)
class Group:
    """`(sum of coefficient*powers) * product of atom^exponent`; these atoms are positive."""

    terms: tuple[tuple[Fraction, Powers], ...]
    exponents: Exponents


def in_variables(exponent: Sum) -> Iterator[tuple[Fraction, Powers]]:
    """An exponent as a sum of powers of variables, in an order of its own."""
    for powers, c in sorted((degrees(monomial), c) for monomial, c in exponent.items()):
        yield Fraction(c), tuple((variable(name), k) for name, k in powers)


@dataclass(frozen=True)
class Signed:
    """A number whose sign is the product of the signs of the factors (an even power counts
    twice) and of the sum of the groups."""

    factors: Powers
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class Form:
    """`right - left` has the sign of `difference` (0 when it is None) where the guards hold."""

    relation: str
    difference: Signed | None
    guards: tuple[Signed, ...]
    known: Known

    @property
    def size(self) -> int:
        """How much there is to compute."""
        sums = [*self.guards, *((self.difference,) if self.difference else ())]
        return sum(3 + len(g.terms) for signed in sums for g in signed.groups)


class Assumed:
    """What a form knows: the signs that are certain at all points, and those it goes on with.
    What it derives is valid wherever the terms in `guards` are positive."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.guards: dict[Term, None] = {}
        self.ring = Ring(self, known.context.definitions)
        self.upright = True  # every divisor so far is positive
        self._valued: set[Term] = set()

    def sign(self, term: Term) -> int:
        """Certain, or positive by a guard; a number, or what has one sign, needs none."""
        found = self.known.sign(term)
        if found in (POSITIVE, NEGATIVE, ZERO_ONLY):
            return found
        self.guards[term] = None
        return POSITIVE

    def is_integer(self, term: Term) -> bool:
        return self.known.is_integer(term)

    def is_certain(self, term: Term) -> bool:
        """Positive at all points; makes no new guard."""
        return self.known.sign(term) == POSITIVE

    def require_value(self, term: Term) -> None:
        """Every part has a value where the guards hold; else `Undefined`."""
        if term in self._valued or term.op == "number":
            return
        self._valued.add(term)
        if term.op == "variable":
            meaning = self.known.context.definitions.get(term.args[0])
            if meaning is not None:
                self.require_value(meaning)
            return
        for arg in term.args:
            self.require_value(arg)
        if not operation(term).has_value(self, term.args):
            raise Undefined(f"{term} is not shown to have a value")
        if term.op == "power" and not _is_natural(term.args[1]):
            positive = self.sign(term.args[0]) == POSITIVE
            alone = whole_value(term.args[1]) is not None or not self.is_integer(term.args[1])
            self.upright = self.upright and positive and alone

    def difference(self, left: Term, right: Term) -> Sparse:
        """A sum of powers with the sign of `right - left`."""
        gap = right - left
        self.require_value(gap)
        above, below = self.ring.ratio(gap)
        if below != ONE_SUM and not self.upright and self.sign(as_sum(below)) != POSITIVE:
            raise Undefined("a divisor that is not positive")
        return above


def _is_natural(exponent: Term) -> bool:
    whole = whole_value(exponent)
    return whole is not None and whole >= 0


def form(
    context: Context,
    fact: Fact,
    parameters: Iterable[Parameter],
    fixed: Mapping[str, Fraction],
) -> Form | None:
    """The form of a statement at points where the parameters in `fixed` have these values and
    the parameters' ties hold; `None` if it has none, so that the kernel decides every point."""
    if any(True for side in fact[::2] for _ in chances(side)):
        return None
    declared = tuple(parameters)
    ties = _ties(context, fact, declared, fixed)
    best: Form | None = None
    for chosen in [ties, {}] if ties else [ties]:
        found = _attempt(context, fact, declared, fixed, chosen)
        if found is not None and (best is None or found.size < best.size):
            best = found
        if best is not None and best.difference is None:
            break
    return best


def _attempt(
    context: Context,
    fact: Fact,
    declared: tuple[Parameter, ...],
    fixed: Mapping[str, Fraction],
    ties: Mapping[str, Term],
) -> Form | None:
    left, relation, right = fact
    try:
        with precision(), limited(MAX_WORK):
            assumed = Assumed(_known(context, declared, fixed, ties))
            difference = assumed.difference(left, right)
            guards = _guards(assumed)
            main = _signed(assumed, difference, {*assumed.guards}) if difference else None
            return Form(relation, main, guards, assumed.known)
    except ProofkitError:
        return None


def _guards(assumed: Assumed) -> tuple[Signed, ...]:
    """The guards' numerators, whose denominators are positive; reducing one may add others.
    A guard takes for granted only those that were made before it, which are parts of it."""
    done: dict[Term, Signed] = {}
    while pending := [term for term in assumed.guards if term not in done]:
        for term in pending:
            above = assumed.ring.ratio(term)[0]
            if not above:
                raise Undefined("a divisor that is zero everywhere")
            done[term] = _signed(assumed, above, {*done})
    return tuple(dict.fromkeys(done.values()))


def _known(
    context: Context,
    declared: tuple[Parameter, ...],
    fixed: Mapping[str, Fraction],
    ties: Mapping[str, Term],
) -> Known:
    """What is true of every point: the least values of parameters, their ties, and the numbers."""
    free = [p for p in declared if p.name in context.parameters and p.name not in fixed]
    numbers = {name: number(value) for name, value in fixed.items() if name in context.parameters}
    kinds = {p.name: p.integer for p in free if p.name not in ties}
    known = Known(Context(kinds, {}, {**numbers, **ties, **context.definitions}), Trail())
    for p in free:
        if p.least is not None:
            known = known.with_fact(f"least {p.name}", (variable(p.name), ">=", number(p.least)))
    return known


def _ties(
    context: Context,
    fact: Fact,
    declared: tuple[Parameter, ...],
    fixed: Mapping[str, Fraction],
) -> dict[str, Term]:
    """For every equation between parameters, one of them as a term in the others."""
    names = {p.name for p in declared} & set(context.parameters)
    bases = set(_bases(context, fact[0])) | set(_bases(context, fact[2]))
    ties: dict[str, Term] = {}
    for link in links_of(declared):
        if not set(link.solve) <= names:
            continue
        free = [name for name in link.solve if name not in fixed and name not in bases]
        free.sort(key=lambda name, link=link: name in link.keep)  # type: ignore[misc]
        for name in free:
            term = solved(link, name, fixed)
            if term is not None and variables(term) and _divides_by_one_term(term):
                ties[name] = term
                break
    return ties


def solved(link: Link, name: str, fixed: Mapping[str, Fraction]) -> Term | None:
    """A tie solved for one parameter, as a term: the same formula, asked with symbols."""
    from sympy import Rational, Symbol

    values: dict[str, Any] = {
        other: Rational(fixed[other].numerator, fixed[other].denominator)
        if other in fixed
        else Symbol(other)
        for other in link.solve
        if other != name
    }
    try:
        return from_sympy(link.solve[name](values))
    except (ProofkitError, TypeError, ValueError, ArithmeticError, AttributeError):
        return None


def _divides_by_one_term(term: Term) -> bool:
    if term.op == "power" and term.args[0].op == "sum":
        return False
    return term.op in ("number", "variable") or all(map(_divides_by_one_term, term.args))


def _bases(context: Context, term: Term) -> Iterator[str]:
    """The parameters below a logarithm or a real power, through the definitions."""
    if term.op == "variable":
        if term.args[0] in context.definitions:
            yield from _bases(context, context.definitions[term.args[0]])
        return
    if term.op == "number":
        return
    if term.op == "log" or (term.op == "power" and term.args[1].op != "number"):
        yield from variables(term.args[0])
    for arg in term.args:
        yield from _bases(context, arg)


# Sums of powers -----------------------------------------------------------------------


def _signed(assumed: Assumed, terms: Sparse, granted: set[Term]) -> Signed:
    """Common factors taken out, the rest grouped by real powers. The terms in `granted` are
    positive wherever the sign is used."""

    def is_known(atom: Term) -> bool:
        return atom in granted or assumed.is_certain(atom)

    split = [
        (Fraction(coefficient), *_split(monomial, is_known))
        for monomial, coefficient, _ in in_order(terms)
    ]
    atoms = {atom: None for _, powers, _ in split for atom in powers}
    common = {atom: min(powers.get(atom, 0) for _, powers, _ in split) for atom in atoms}
    factors = tuple((a, k) for a, k in common.items() if k and not is_known(a))
    groups: dict[frozenset[tuple[Term, Sum]], list[tuple[Fraction, Powers]]] = {}
    for coefficient, powers, exponents in split:
        rest = ((a, powers.get(a, 0) - common[a]) for a in atoms)
        left = tuple((a, k) for a, k in rest if k)
        groups.setdefault(frozenset(exponents.items()), []).append((coefficient, left))
    first = next(iter(groups))
    return Signed(
        factors,
        tuple(Group(tuple(sums), _relative(key, first)) for key, sums in groups.items()),
    )


def _split(monomial: Monomial, is_known: Any) -> tuple[dict[Term, int], dict[Term, Sum]]:
    """Whole powers, and real powers of positive atoms: `n^(1 + a)` is `n` times `n^a`."""
    powers: dict[Term, int] = {}
    exponents: dict[Term, Sum] = {}
    for atom, exponent in monomial:
        whole = exponent.whole
        if whole is not None and atom.op not in ("exp", "number"):
            powers[atom] = whole
            continue
        if atom.op != "exp" and not (atom.op == "number" and atom.args[0] > 0):
            if not is_known(atom):
                raise LimitExceeded("a real power of what is not known to be positive")
            whole = floor(exponent.number)
            if whole:
                powers[atom] = whole
        else:
            whole = 0
        rest = exponent + constant(-whole) if whole else exponent
        if rest:
            exponents[atom] = rest
    return powers, exponents


def _relative(key: frozenset[tuple[Term, Sum]], first: frozenset[tuple[Term, Sum]]) -> Exponents:
    """The exponents after division by those of the first group."""
    here, there = dict(key), dict(first)
    minus = {atom: -there[atom] for atom in there}
    atoms = sorted({*here, *there}, key=str)
    nothing: Sum = constant(0)
    sums = ((a, here.get(a, nothing) + minus.get(a, nothing)) for a in atoms)
    return tuple((atom, exponent) for atom, exponent in sums if exponent)
