"""What every certificate starts with: what the claim is about, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofkit.kernel.assumptions import Context, Fact
from proofkit.language.terms import text


def header(name: str, context: Context, facts: Sequence[Fact]) -> dict[str, Any]:
    """The part of a certificate that says nothing yet about a proof."""
    return {
        "id": name,
        "parameters": {
            n: "integer" if whole else "real" for n, whole in context.parameters.items()
        },
        "hypotheses": [{"id": id, **_fact(fact)} for id, fact in context.hypotheses.items()],
        "definitions": {name: text(term) for name, term in context.definitions.items()},
        "statements": [_fact(fact) for fact in facts],
    }


def _fact(fact: Fact) -> dict[str, str]:
    return {"left": text(fact[0]), "relation": fact[1], "right": text(fact[2])}
