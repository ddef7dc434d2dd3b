"""JSON for other programs. All numbers are strings, so that nothing is rounded."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import LemmaError
from proofkit.language.claims import Claim, Hypothesis, SourceLine
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


def listing(
    selected: Sequence[tuple[Lemma, Sequence[Claim]]], broken: Sequence[LemmaError] = ()
) -> str:
    """What `list --format json` prints."""
    lemmas = [
        {**_lemma(lemma), "section": lemma.section, "claims": [claim.id for claim in claims]}
        for lemma, claims in selected
    ]
    return dump({"lemmas": lemmas, **present(faults=faults(broken))})


def check(report: CheckReport, broken: Sequence[LemmaError] = ()) -> str:
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
    said = {"parameters": parameters, "lemmas": lemmas, "summary": report.summary}
    return dump({**said, **present(faults=faults(broken))})


def prove(report: ProveReport, broken: Sequence[LemmaError] = ()) -> str:
    """What `prove --format json` prints."""
    lemmas = [
        {
            **_lemma(proved.lemma),
            "hypotheses": [stated(h) for h in proved.lemma.hypotheses],
            "claims": [_proved(claim) for claim in proved.claims],
        }
        for proved in report.lemmas
    ]
    said = {"lemmas": lemmas, "summary": report.summary}
    return dump({**said, **present(faults=faults(broken))})


def faults(broken: Sequence[LemmaError]) -> list[dict[str, Any]]:
    """What could not be read, and so was not looked at: where it is, and what is wrong."""
    return [
        {
            "lemma": fault.name.partition("/")[0].partition(",")[0],
            "claim": fault.claim,
            "file": fault.place.shown if isinstance(fault.place, SourceLine) else "",
            "line": fault.place.line if isinstance(fault.place, SourceLine) else 0,
            "message": fault.reason or str(fault),
        }
        for fault in broken
    ]


def verify(report: VerifyReport) -> str:
    """What `verify --format json` prints."""
    claims = [
        {
            **fields(claim, "name", "verdict", "statements", "hypotheses", "definitions", "axioms"),
            **present(witness=claim.witness, pieces=claim.pieces),
        }
        for claim in report.claims
    ]
    return dump({"claims": claims, "summary": report.summary})


def _lemma(lemma: Lemma) -> dict[str, Any]:
    """A lemma, with the labels of the claims that do not have its own, if there are any."""
    own = {c.id: c.provenance for c in lemma.claims.values() if c.provenance != lemma.provenance}
    return {**fields(lemma, "id", "source", "provenance", "title"), **present(claim_provenance=own)}


def _claim(claim: Claim) -> dict[str, Any]:
    latex = r";\quad ".join(LATEX.statement(part.statement) for part in claim.parts)
    return {"id": claim.id, "statement": PLAIN.claim(claim), "latex": latex}


def _checked(checked: CheckedClaim) -> dict[str, Any]:
    return {
        **_claim(checked.claim),
        **fields(checked, "verdict", "lhs", "rhs", "margin", "bits", "crosscheck"),
        **present(measured=checked.measured),
    }


def _proved(proved: ProvedClaim) -> dict[str, Any]:
    return {
        **_claim(proved.claim),
        **fields(proved, "verdict", "axioms", "uses", "cites"),
        "steps": proved.steps,
        **present(witness=proved.witness, reason=proved.reason),
    }


def stated(hypothesis: Hypothesis) -> dict[str, str]:
    """A hypothesis by its name."""
    return {"id": hypothesis.id, "statement": PLAIN.statement(hypothesis.statement)}


def fields(of: object, *names: str) -> dict[str, Any]:
    """What is said in JSON as it is."""
    return {name: getattr(of, name) for name in names}


def present(**values: Any) -> dict[str, Any]:
    """What there is something to say about."""
    return {name: value for name, value in values.items() if value}


def dump(document: Mapping[str, Any], *, ascii: bool = True) -> str:
    """What a command prints, with the version of its form."""
    content = {"schema": SCHEMA, **document}
    return json.dumps(content, indent=2, ensure_ascii=ascii, default=_plain)


def _plain(value: Any) -> Any:
    """What JSON has no form for: exact numbers and terms are text."""
    if isinstance(value, Mapping):
        return dict(value)
    return str(value) if isinstance(value, Fraction) else PLAIN.term(value)
