"""Through a term: its parts, and one of them exchanged for another."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.language.terms import Term, rebuild

ENDS = ("number", "variable", "index", "family")


def parts(*terms: Term) -> Iterator[Term]:
    """The terms and all their subterms, the outer ones first."""
    for term in terms:
        yield term
        yield from parts(*(term.args if term.op not in ENDS else ()))


def inner_first(term: Term) -> Iterator[Term]:
    """The same, a term after what it is made of."""
    for arg in term.args if term.op not in ENDS else ():
        yield from inner_first(arg)
    yield term


def occurrences(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of `old` exchanged for `new`."""
    if term == old:
        return new
    if term.op in ENDS:
        return term
    return rebuild(term, tuple(occurrences(arg, old, new) for arg in term.args))
