"""What a node of a proof says at a place: terms that have values there, and facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import CertificateError
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import a_text, fields, items
from proofkit.kernel.assumptions import Context, Fact, Known, known_relation
from proofkit.kernel.places import Indexed
from proofkit.language.binding import Range, for_each
from proofkit.language.terms import Term, parse, variables

MAX_RANGES = 6

Node = Mapping[str, Any]
Prove = Callable[[Known, Fact, Any], None]
"""Checks a premise at a place against the node that proves it."""


def term(known: Known, value: object) -> Term:
    """A term in a node: in this process a term, in a file its text."""
    found = value if isinstance(value, Term) else parse(value)
    for name in variables(found) - known.kinds.keys() - known.context.definitions.keys():
        raise CertificateError("", f"{shorten(name)} is not declared")
    return found


def valued(known: Known, value: object) -> Term:
    """A term in a node that is shown to have a value here."""
    found = term(known, value)
    known.require_value(found)
    return found


def stated(known: Known, entry: Node) -> Fact:
    """The fact that an entry states, before it is proved."""
    fields(entry, "id left relation right because ?for")
    left, right = term(known, entry["left"]), term(known, entry["right"])
    return left, known_relation(entry["relation"]), right


def with_facts(known: Known, entries: object, prove: Prove) -> Known:
    """The place with facts added one after the other, each proved from those before."""
    for entry in items(entries, "facts"):
        if "for" in entry:
            known = _with_each(known, entry, prove)
            continue
        fact = stated(known, entry)
        prove(known, fact, entry["because"])
        known = known.with_fact(entry["id"], fact)
    return known


def a_place(known: Known) -> Indexed:
    """A place where sums over an index are known."""
    if not isinstance(known, Indexed):
        raise CertificateError("", "sums over an index need families to be declared")
    return known


def used(known: Known, entry: object) -> Fact:
    """A fact by its id, or one for each index as its id and a term for each of its indices."""
    if not isinstance(entry, list | tuple):
        return known.use(entry)
    id, *at = items(entry, "fact") or [None]
    return a_place(known).use_at(id, [term(known, value) for value in at])


def a_range(entry: object) -> tuple[str, object, object]:
    """The name of an index, and its ends."""
    parts = items(entry, "range", 3)
    if len(parts) != 3:
        raise CertificateError("", "a range is an index and two ends")
    return a_text(parts[0], "index"), parts[1], parts[2]


def ranges(known: Known, entries: object) -> tuple[Indexed, list[Range], bool]:
    """The place under ranges `[name, low, high]`, the ranges, and whether none may be empty."""
    here, found, some = a_place(known), list[Range](), True
    for entry in items(entries, "ranges", MAX_RANGES):
        name, low, high = a_range(entry)
        low, high = valued(here, low), valued(here, high)
        some = some and here.has_some(low, high)
        here = here.with_index(name, low, high)
        found.append((name, low, high))
    return here, found, some


def _with_each(known: Known, entry: Node, prove: Prove) -> Known:
    """The place with a fact for each index, which is proved for indices that are new names."""
    here, over, _ = ranges(known, entry["for"])
    left, relation, right = fact = stated(here, entry)
    if not over:
        raise CertificateError("", "a fact for each index names a range")
    prove(here, fact, entry["because"])
    return a_place(known).with_each(entry["id"], for_each(over, left, relation, right))


def require_integers(context: Context, values: Mapping[str, Fraction]) -> None:
    """What is declared an integer has an integer for its value."""
    for name, value in values.items():
        if context.parameters[name] and value.denominator != 1:
            raise CertificateError("", f"{name} = {value} is not an integer")
