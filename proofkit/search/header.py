"""What every certificate starts with: what the claim is about, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofkit.kernel.assumptions import Context, Fact
from proofkit.language.binding import ForEach
from proofkit.language.terms import text


def header(name: str, context: Context, facts: Sequence[Fact]) -> dict[str, Any]:
    """The part of a certificate that says nothing yet about a proof."""
    found: dict[str, Any] = {
        "id": name,
        "parameters": {
            n: "integer" if whole else "real" for n, whole in context.parameters.items()
        },
        "hypotheses": [{"id": id, **_fact(fact)} for id, fact in context.hypotheses.items()],
        "definitions": {name: text(term) for name, term in context.definitions.items()},
        "statements": [_fact(fact) for fact in facts],
    }
    if context.families is not None:
        found["families"] = {
            name: ["integer" if whole else "real", arity]
            for name, (whole, arity) in context.families.items()
        }
        found["hypotheses"] += [_each(id, stated) for id, stated in context.each.items()]
    return found


def _each(id: str, stated: ForEach) -> dict[str, Any]:
    """A hypothesis for each index."""
    ranges, fact = stated.spelled()
    return {"id": id, **_fact(fact), "for": [[i, text(low), text(high)] for i, low, high in ranges]}


def _fact(fact: Fact) -> dict[str, str]:
    return {"left": text(fact[0]), "relation": fact[1], "right": text(fact[2])}
