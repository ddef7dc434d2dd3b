"""Terms over an index: `sum(i=1..n, x[i])`, entries of families, and facts for each index.

An index is a leaf that counts the binders between it and its own, so that terms which differ by
the names of their indices are one object, and nothing that is put into a term can be captured:
what is put under a binder is shifted by one. `opened` goes under a binder, `closed` comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from proofkit.foundations.effort import spend
from proofkit.language.terms import LEAVES, Term, rebuild, text, variable, variables
from proofkit.language.words import BINDERS

BINDING = frozenset({*BINDERS, "for"})
"""Operations on a low end, a high end and a body that sees one more index."""

LETTERS = "ijklmh"
Range = tuple[str, Term, Term]
"""The name of an index, and its ends."""


def entry(name: str, *indices: Term) -> Term:
    return Term("entry", (Term("family", (name,)), *indices))


def over(op: str, name: str, low: Term, high: Term, body: Term) -> Term:
    """The binder over the body, in which the index has a name."""
    return Term(op, (low, high, closed(body, name)))


@lru_cache(maxsize=4096)
def families(term: Term) -> frozenset[tuple[str, int]]:
    """The families that occur in a term, each with its number of indices."""
    if term.op in LEAVES:
        return frozenset()
    own = {(term.args[0].args[0], len(term.args) - 1)} if term.op == "entry" else set()
    return frozenset(own).union(*map(families, term.args))


@lru_cache(maxsize=4096)
def is_indexed(term: Term) -> bool:
    """Does a binder or an entry occur in a term?"""
    if term.op in LEAVES:
        return term.op in ("index", "family")
    return term.op in BINDING or any(map(is_indexed, term.args))


@lru_cache(maxsize=4096)
def loose(term: Term) -> int:
    """How many binders around the term its indices need."""
    if term.op in LEAVES:
        return int(term.args[0]) + 1 if term.op == "index" else 0
    depths = [loose(arg) for arg in term.args]
    if term.op in BINDING:
        depths[2] -= 1
    return max(0, *depths) if depths else 0


def _walked(term: Term, change: Callable[[Term, int], Term], depth: int) -> Term:
    """The node with each argument changed, one binder further in for the body of a binder."""
    spend(1)
    inner = depth + (term.op in BINDING)
    args = [change(arg, inner if k == 2 else depth) for k, arg in enumerate(term.args)]
    return rebuild(term, tuple(args))


def shifted(term: Term, by: int, depth: int = 0) -> Term:
    """The term as it stands under so many binders more."""
    if not by or loose(term) <= depth:
        return term
    if term.op == "index":
        return Term("index", (term.args[0] + by,))
    return _walked(term, lambda arg, inner: shifted(arg, by, inner), depth)


def opened(body: Term, value: Term, depth: int = 0) -> Term:
    """The body of a binder with a value for its index; the value has no index of a binder."""
    if loose(body) <= depth:
        return body
    if body.op == "index":
        return value if body.args[0] == depth else body
    return _walked(body, lambda arg, inner: opened(arg, value, inner), depth)


def closed(term: Term, name: str, depth: int = 0) -> Term:
    """A body in which the variable is the index; the term has no index of a binder further out."""
    if name not in variables(term):
        return term
    if term.op == "variable":
        return Term("index", (depth,))
    return _walked(term, lambda arg, inner: closed(arg, name, inner), depth)


def spelled(term: Term, used: Collection[str] = ()) -> tuple[str, Term]:
    """A name for the index of a binder that nothing in it has, and the body with that name."""
    taken = variables(term).union(used, (name for name, _ in families(term)))
    names = (f"{letter}{k or ''}" for k in count() for letter in LETTERS)
    name = next(name for name in names if name not in taken)
    return name, opened(term.args[2], variable(name))


class ForEach(NamedTuple):
    """A fact for each index in a range: `for` around the pair of its sides."""

    relation: str
    body: Term

    @property
    def arity(self) -> int:
        depth, body = 0, self.body
        while body.op == "for":
            depth, body = depth + 1, body.args[2]
        return depth

    def at(
        self, values: Sequence[Term]
    ) -> tuple[list[tuple[Term, Term, Term]], tuple[Term, str, Term]]:
        """Each value with the ends between which it has to be, and the fact with these values."""
        body, ranges = self.body, list[tuple[Term, Term, Term]]()
        for value in values:
            ranges.append((value, body.args[0], body.args[1]))
            body = opened(body.args[2], value)
        return ranges, (body.args[0], self.relation, body.args[1])

    def spelled(self) -> tuple[list[Range], tuple[Term, str, Term]]:
        """With names for the indices."""
        body, ranges = self.body, list[Range]()
        while body.op == "for":
            name, inner = spelled(body, [known for known, _, _ in ranges])
            ranges.append((name, body.args[0], body.args[1]))
            body = inner
        return ranges, (body.args[0], self.relation, body.args[1])

    def replaced(self, change: Callable[[Term], Term]) -> ForEach:
        return ForEach(self.relation, change(self.body))

    def __str__(self) -> str:
        ranges, (left, relation, right) = self.spelled()
        tail = ", ".join(f"{name}={text(low)}..{text(high)}" for name, low, high in ranges)
        return f"{text(left)} {relation} {text(right)} for {tail}"


def for_each(ranges: Sequence[Range], left: Term, relation: str, right: Term) -> ForEach:
    """The fact for each index; the ends of a range may speak of the indices before it."""
    body = Term("pair", (left, right))
    for name, low, high in reversed(ranges):
        body = over("for", name, low, high, body)
    return ForEach(relation, body)


def put(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with values for variables, shifted where they stand under binders."""
    if term.op in LEAVES:
        return values.get(term.args[0], term) if term.op == "variable" else term
    args = [put(arg, values) for arg in term.args[:2]]
    if term.op in BINDING:
        inner = {name: shifted(value, 1) for name, value in values.items()}
        args.append(put(term.args[2], inner))
    else:
        args += [put(arg, values) for arg in term.args[2:]]
    spend(1 + sum(len(arg.args) for arg in args) / 8)  # sums in a sum are written out in it
    return rebuild(term, tuple(args))
