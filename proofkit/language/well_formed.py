"""Which arguments a function, a probability or an event has in a term."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofkit.language.words import CALLED, EVENTS, FUNCTIONS

if TYPE_CHECKING:
    from proofkit.language.terms import Term

SUMMED = ("above", "reaches")


def is_well_formed(term: Term) -> bool:
    """Does a function, a probability or an event have the arguments it needs?"""
    kinds = [arg.op for arg in term.args]
    first, rest = kinds[0], kinds[1:]
    numbers = not set(kinds) & set(EVENTS)
    if term.op in CALLED:
        return bool(rest) == (term.op in FUNCTIONS and FUNCTIONS[term.op].several)
    if term.op in SUMMED:
        return len(kinds) >= 3 and len(kinds) % 2 == 1 and numbers
    if term.op in ("exceeds", "despite"):
        return len(kinds) == 2 and numbers
    if term.op in ("some", "none"):
        return first not in EVENTS and bool(rest) and set(rest) <= set(SUMMED)
    if term.op == "both":
        return len(kinds) == 2 and set(kinds) <= {"some", "none"}
    return len(kinds) == 1 and first in EVENTS[1:]
