"""What a filter has to know to decide a statement: the signs of a few sums of powers.

The reduction is the kernel's: its normal form of `right - left`, in which common terms have
cancelled exactly and every divisor was multiplied out with its sign known. Where the kernel
cannot show a divisor or a base to be positive for all points, it is asked to go on as if it
were, and the term becomes a *guard*: the form decides a point only if every guard is positive
there. A difference that vanishes identically is a tie wherever the guards hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from proofkit.foundations.errors import LimitExceeded, ProofkitError, Undefined
from proofkit.kernel.effort import limited
from proofkit.kernel.normal import Normaliser, in_order, whole_number
from proofkit.kernel.polynomial import UNIT, Monomial, Polynomial, Sparse, constant, plus
from proofkit.kernel.scope import Context, Fact, Scope, precision
from proofkit.kernel.signs import chances
from proofkit.search.from_sympy import from_sympy
from proofkit.kernel.terms import Term, negate, number, variable, variables
from proofkit.language.parameters import Link, Parameter

MAX_WORK = 100_000

Powers = tuple[tuple[Term, int], ...]
Exponents = tuple[tuple[Term, Polynomial], ...]


@dataclass(frozen=True)
class Group:
    """`(sum of coefficient*powers) * product of atom^exponent`; these atoms are positive."""

    terms: tuple[tuple[Fraction, Powers], ...]
    exponents: Exponents


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
    scope: Scope

    @property
    def size(self) -> int:
        """How much there is to compute."""
        sums = [*self.guards, *((self.difference,) if self.difference else ())]
        return sum(3 + len(g.terms) for signed in sums for g in signed.groups)


class Guarded(Normaliser):
    """Normal forms that are valid wherever the terms in `guards` are positive."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self.guards: dict[Term, None] = {}

    def is_positive(self, term: Term) -> bool:
        """Certain, or made a guard; a number, or what is certainly negative, is neither."""
        if super().is_positive(term):
            return True
        if term.op == "number" or super().is_positive(negate(term)):
            return False
        self.guards[term] = None
        return True

    def is_certain(self, term: Term) -> bool:
        """Positive at all points; makes no new guard."""
        return super().is_positive(term)


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
            normaliser = Guarded(_scope(context, declared, fixed, ties))
            difference = normaliser.difference(left, right)
            guards = _guards(normaliser)
            main = _signed(normaliser, difference, {*normaliser.guards}) if difference else None
            return Form(relation, main, guards, normaliser.scope)
    except ProofkitError:
        return None


def _guards(normaliser: Guarded) -> tuple[Signed, ...]:
    """The guards' numerators, whose denominators are positive; reducing one may add others.
    A guard takes for granted only those that were made before it, which are parts of it."""
    done: dict[Term, Signed] = {}
    while pending := [term for term in normaliser.guards if term not in done]:
        for term in pending:
            above = normaliser.ratio(term)[0]
            if not above:
                raise Undefined("a divisor that is zero everywhere")
            done[term] = _signed(normaliser, above, {*done})
    return tuple(dict.fromkeys(done.values()))


def _scope(
    context: Context,
    declared: tuple[Parameter, ...],
    fixed: Mapping[str, Fraction],
    ties: Mapping[str, Term],
) -> Scope:
    """What is true of every point: the least values of parameters, their ties, and the numbers."""
    free = [p for p in declared if p.name in context.parameters and p.name not in fixed]
    known: dict[str, Fact] = {
        f"least {p.name}": (variable(p.name), ">=", number(p.least))
        for p in free
        if p.least is not None
    }
    known |= {f"tie {name}": (variable(name), "=", term) for name, term in ties.items()}
    numbers = {name: number(value) for name, value in fixed.items() if name in context.parameters}
    reduced = Context({p.name: p.integer for p in free}, known, {**numbers, **context.definitions})
    return Scope(reduced, using=known)


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
    for link in {id(p.link): p.link for p in declared if p.link}.values():
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


def _signed(normaliser: Guarded, terms: Sparse, granted: set[Term]) -> Signed:
    """Common factors taken out, the rest grouped by real powers. The terms in `granted` are
    positive wherever the sign is used."""

    def is_known(atom: Term) -> bool:
        return atom in granted or normaliser.is_certain(atom)

    split = [
        (coefficient, *_split(monomial, is_known)) for monomial, coefficient in in_order(terms)
    ]
    atoms = {atom: None for _, powers, _ in split for atom in powers}
    common = {atom: min(powers.get(atom, 0) for _, powers, _ in split) for atom in atoms}
    factors = tuple((a, k) for a, k in common.items() if k and not is_known(a))
    groups: dict[frozenset[tuple[Term, Polynomial]], list[tuple[Fraction, Powers]]] = {}
    for coefficient, powers, exponents in split:
        rest = ((a, powers.get(a, 0) - common[a]) for a in atoms)
        left = tuple((a, k) for a, k in rest if k)
        groups.setdefault(frozenset(exponents.items()), []).append((coefficient, left))
    first = next(iter(groups))
    return Signed(
        factors,
        tuple(Group(tuple(sums), _relative(key, first)) for key, sums in groups.items()),
    )


def _split(monomial: Monomial, is_known: Any) -> tuple[dict[Term, int], dict[Term, Polynomial]]:
    """Whole powers, and real powers of positive atoms: `n^(1 + a)` is `n` times `n^a`."""
    powers: dict[Term, int] = {}
    exponents: dict[Term, Polynomial] = {}
    for atom, exponent in monomial:
        whole = whole_number(exponent)
        if whole is not None and atom.op not in ("exp", "number"):
            powers[atom] = whole
            continue
        if atom.op != "exp" and not (atom.op == "number" and atom.args[0] > 0):
            if not is_known(atom):
                raise LimitExceeded("a real power of what is not known to be positive")
            whole = floor(dict(exponent).get(UNIT, Fraction(0)))
            if whole:
                powers[atom] = whole
        else:
            whole = 0
        rest = plus(exponent, constant(-whole)) if whole else exponent
        if rest:
            exponents[atom] = rest
    return powers, exponents


def _relative(
    key: frozenset[tuple[Term, Polynomial]], first: frozenset[tuple[Term, Polynomial]]
) -> Exponents:
    """The exponents after division by those of the first group."""
    here, there = dict(key), dict(first)
    minus = {atom: frozenset((m, -c) for m, c in there[atom]) for atom in there}
    atoms = sorted({*here, *there}, key=str)
    nothing: Polynomial = constant(0)
    sums = ((a, plus(here.get(a, nothing), minus.get(a, nothing))) for a in atoms)
    return tuple((atom, exponent) for atom, exponent in sums if exponent)
