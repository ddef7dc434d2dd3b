"""Replaying certificate files: the kernel alone, no search and no lemma modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofkit.kernel.assumptions import Fact
from proofkit.kernel.certificates import RegionVerdict, replay_text
from proofkit.language.parameters import kind
from proofkit.language.results import VerifiedClaim, VerifyReport
from proofkit.language.terms import text, variables


def verify(source: str) -> VerifyReport:
    """Replay every claim of a certificate file; a refused one raises `CertificateError`."""
    return VerifyReport(tuple(_verified(verdict) for verdict in replay_text(source)))


def _verified(verdict: RegionVerdict) -> VerifiedClaim:
    context = verdict.context
    return VerifiedClaim(
        name=verdict.name,
        verdict=verdict.value,
        kinds=_kinds(verdict),
        statements=tuple(_written(fact) for fact in verdict.facts),
        hypotheses=(
            *map(_written, context.hypotheses.values()),
            *map(str, context.each.values()),
        ),
        families={n: kind(whole) for n, (whole, _) in (context.families or {}).items()},
        definitions=tuple(f"{name} := {text(term)}" for name, term in context.definitions.items()),
        axioms=tuple(sorted(verdict.used.axioms)),
        pieces=verdict.pieces,
        witness=None
        if verdict.witness is None
        else {name: _value(value) for name, value in verdict.certificate["witness"].items()},
    )


def _value(given: Any) -> str:
    """A number, or the entries of a family by their indices."""
    if not isinstance(given, Mapping):
        return str(given)
    entries = ", ".join(f"[{at}] = {value}" for at, value in given.items())
    return entries or "0"


def _kinds(verdict: RegionVerdict) -> dict[str, str]:
    """The kind of each parameter that occurs."""
    context = verdict.context
    facts = [*verdict.facts, *context.hypotheses.values()]
    terms = [side for fact in facts for side in fact[::2]]
    terms += [stated.body for stated in context.each.values()]
    names = set[str]().union(*map(variables, [*terms, *context.definitions.values()]))
    return {name: kind(whole) for name, whole in context.parameters.items() if name in names}


def _written(fact: Fact) -> str:
    return f"{text(fact[0])} {fact[1]} {text(fact[2])}"
