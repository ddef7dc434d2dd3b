"""JSON for other programs. All numbers are strings, so that nothing is rounded."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from proofkit.language.claims import Claim, Hypothesis
from proofkit.language.lemma import Lemma
from proofkit.language.results import (
    CheckedClaim,
    CheckReport,
    ProvedClaim,
    ProveReport,
    VerifyReport,
)
from proofkit.readers.report import wording
from proofkit.readers.report.notation import LATEX, PLAIN

SCHEMA = 1


def listing(selected: Sequence[tuple[Lemma, Sequence[Claim]]]) -> str:
    """What `list --format json` prints."""
    lemmas = [
        {**_lemma(lemma), "section": lemma.section, "claims": [claim.id for claim in claims]}
        for lemma, claims in selected
    ]
    return dump({"schema": SCHEMA, "lemmas": lemmas})


def check(report: CheckReport) -> str:
    """What `check --format json` prints."""
    lemmas = [
        {
            **_lemma(checked.lemma),
            "hypotheses": [
                {**stated(h.hypothesis), "verdict": h.verdict} for h in checked.hypotheses
            ],
            "claims": [_checked(claim) for claim in checked.claims],
        }
        for checked in report.lemmas
    ]
    parameters = wording.parameters(report)
    return dump(
        {"schema": SCHEMA, "parameters": parameters, "lemmas": lemmas, "summary": report.summary}
    )


def prove(report: ProveReport) -> str:
    """What `prove --format json` prints."""
    lemmas = [
        {
            **_lemma(proved.lemma),
            "hypotheses": [stated(h) for h in proved.lemma.hypotheses],
            "claims": [_proved(claim) for claim in proved.claims],
        }
        for proved in report.lemmas
    ]
    return dump({"schema": SCHEMA, "lemmas": lemmas, "summary": report.summary})


def verify(report: VerifyReport) -> str:
    """What `verify --format json` prints."""
    claims = [
        {
            **fields(claim, "name", "verdict", "statements", "hypotheses", "definitions", "axioms"),
            **({"witness": dict(claim.witness)} if claim.witness else {}),
            **({"pieces": dict(claim.pieces)} if claim.pieces else {}),
        }
        for claim in report.claims
    ]
    return dump({"schema": SCHEMA, "claims": claims, "summary": report.summary})


def _lemma(lemma: Lemma) -> dict[str, Any]:
    return {
        **fields(lemma, "id", "source", "provenance", "title"),
        **_mixed(lemma),
    }


def _mixed(lemma: Lemma) -> dict[str, Any]:
    """The labels of the claims that do not have the lemma's, if there are any."""
    own = {c.id: c.provenance for c in lemma.claims.values() if c.provenance != lemma.provenance}
    return {"claim_provenance": own} if own else {}


def _claim(claim: Claim) -> dict[str, Any]:
    latex = r";\quad ".join(LATEX.statement(part.statement) for part in claim.parts)
    return {"id": claim.id, "statement": PLAIN.claim(claim), "latex": latex}


def _checked(checked: CheckedClaim) -> dict[str, Any]:
    return {
        **_claim(checked.claim),
        **fields(checked, "verdict", "lhs", "rhs", "margin", "bits"),
        "crosscheck": dict(checked.crosscheck),
    }


def _proved(proved: ProvedClaim) -> dict[str, Any]:
    return {
        **_claim(proved.claim),
        **fields(proved, "verdict", "axioms", "uses", "cites"),
        "steps": [_plain(step) for step in proved.steps],
        **({"witness": dict(proved.witness)} if proved.witness else {}),
        **({"reason": proved.reason} if proved.reason else {}),
    }


def _plain(value: Any) -> Any:
    """Data as JSON has it; a term as text."""
    if value is None or isinstance(value, str | int | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return PLAIN.term(value)


def stated(hypothesis: Hypothesis) -> dict[str, str]:
    """A hypothesis by its name."""
    return {"id": hypothesis.id, "statement": PLAIN.statement(hypothesis.statement)}


def fields(of: object, *names: str) -> dict[str, Any]:
    """What is said in JSON as it is."""
    return {name: getattr(of, name) for name in names}


def dump(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=2)
