"""What a node of a proof says at a place: terms that have values there, and facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import CertificateError
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import fields, items
from proofkit.kernel.assumptions import Context, Fact, Known, known_relation
from proofkit.language.terms import Term, parse, variables

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
    fields(entry, "id left relation right because")
    left, right = term(known, entry["left"]), term(known, entry["right"])
    return left, known_relation(entry["relation"]), right


def with_facts(known: Known, entries: object, prove: Prove) -> Known:
    """The place with facts added one after the other, each proved from those before."""
    for entry in items(entries, "facts"):
        fact = stated(known, entry)
        prove(known, fact, entry["because"])
        known = known.with_fact(entry["id"], fact)
    return known


def require_integers(context: Context, values: Mapping[str, Fraction]) -> None:
    """What is declared an integer has an integer for its value."""
    for name, value in values.items():
        if context.parameters[name] and value.denominator != 1:
            raise CertificateError("", f"{name} = {value} is not an integer")
