"""Small things that all tactics about families ask: forms, sides, index terms, subterms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact
from proofkit.kernel.places import Indexed
from proofkit.kernel.polynomial import Monomial, Sum, as_sum, constant, monomial_term
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.kernel.sums import flat
from proofkit.language.binding import Range, families, loose, opened, over, put
from proofkit.language.terms import LEAVES, ONE, Term, rebuild, text, variable, variables

FAULTS = (CertificateError, Undefined, LimitExceeded, RecursionError)
Factor = tuple[Term, Sum]


def form(known: Indexed, term: Term) -> Sum:
    """One sum, in an order that depends on nothing but itself."""
    p = flat(known.ring, term)
    return Sum(sorted(p.items(), key=lambda item: text(monomial_term(item[0]))))


def ordered(m: Monomial) -> list[Factor]:
    """The powers in a monomial, in such an order."""
    return sorted(m, key=lambda factor: (text(factor[0]), text(as_sum(factor[1]))))


def scaled(p: Sum, factor: Fraction | int) -> Sum:
    return p * constant(Fraction(factor))


def sides(p: Sum) -> tuple[Term, Term]:
    """What a sum takes off, and what it adds."""
    low = as_sum({m: -c for m, c in p.items() if c < 0})
    return low, as_sum({m: c for m, c in p.items() if c > 0})


def compared(p: Sum, relation: str) -> Fact:
    """`0 relation p`, written without a minus."""
    low, high = sides(p)
    return low, relation, high


def factor_term(factors: Iterable[Factor]) -> Term:
    return monomial_term(frozenset(factors))


def atoms(p: Sum) -> list[Term]:
    return sorted({x for m in p for x, _ in ordered(m)}, key=str)


def sign(known: Indexed, term: Term) -> int:
    """0 where it has no value."""
    try:
        return known.sign(term) if known.has_value(term) else 7
    except FAULTS:
        return 7


def is_not_negative(known: Indexed, term: Term) -> bool:
    return within(sign(known, term), AT_LEAST_ZERO)


def is_positive(known: Indexed, term: Term) -> bool:
    return sign(known, term) == POSITIVE


def subterms(term: Term) -> Iterator[Term]:
    """The term and all that is in it, as it stands there."""
    yield term
    for arg in term.args if term.op not in LEAVES else ():
        yield from subterms(arg)


def in_form(p: Sum) -> list[Term]:
    """All parts of the atoms and exponents of a sum."""
    found: dict[Term, None] = {}
    for m in p:
        for x, e in ordered(m):
            found |= dict.fromkeys(subterms(x))
            found |= dict.fromkeys(in_form(e))
    return list(found)


def binders(p: Sum, *ops: str) -> list[Term]:
    """The sums and so on in a form that stand under no other."""
    return [t for t in in_form(p) if t.op in ops and not loose(t)]


def index_terms(known: Indexed, terms: Iterable[Term]) -> list[Term]:
    """The indices of entries that can be named here."""
    found: dict[Term, None] = {}
    for term in terms:
        for part in subterms(term):
            if part.op == "entry":
                fine = (at for at in part.args[1:] if not loose(at))
                found |= {at: None for at in fine if variables(at) <= known.kinds.keys()}
    return list(found)


def swapped(term: Term, old: Term, new: Term) -> Term:
    """With a subterm put in place of another."""
    if term == old:
        return new
    if term.op in LEAVES:
        return term
    return rebuild(term, tuple(swapped(arg, old, new) for arg in term.args))


def summed(ranges: Iterable[Range], term: Term) -> Term:
    """Sums of a term over ranges, the last one inside."""
    for name, low, high in reversed(list(ranges)):
        term = over("summed", name, low, high, term)
    return term


def width(low: Term, high: Term) -> Term:
    return high - low + ONE


def entry_of(whole: Term, at: Term) -> Term:
    return opened(whole.args[2], at)


def spoken(terms: Iterable[Term]) -> set[object]:
    """The names and families that terms speak of."""
    found: set[object] = set()
    for term in terms:
        found |= {*variables(term), *families(term)}
    return found


def fresh_entry(whole: Term, name: str) -> Term:
    return opened(whole.args[2], variable(name))


def renamed(term: Term, values: Mapping[str, Term]) -> Term:
    return put(term, values)


def even_root(known: Indexed, m: Monomial) -> Term | None:
    """The root of a monomial that is a square."""
    root = []
    for x, e in ordered(m):
        whole = e.whole
        if whole is not None and whole % 2 == 0:
            root.append((x, constant(whole // 2)))
        elif e.is_number and is_not_negative(known, x):
            root.append((x, e * constant(Fraction(1, 2))))
        else:
            return None
    return factor_term(root)
