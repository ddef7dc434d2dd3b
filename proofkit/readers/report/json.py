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
    ProvedLemma,
    ProveReport,
    VerifyReport,
)
from proofkit.readers.report import wording
from proofkit.readers.report.mathematics import LATEX, PLAIN
from proofkit.readers.report.quantifiers import kinds_of

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
            "kinds": kinds_of(checked.lemma.parameters),
            "hypotheses": [
                {**named, "verdict": h.verdict}
                for named, h in zip(_keyed(given), checked.hypotheses, strict=True)
            ],
            "claims": [_checked(claim, given) for claim in checked.claims],
        }
        for checked in report.lemmas
        for given in [[h.hypothesis for h in checked.hypotheses]]
    ]
    parameters = wording.parameters(report)
    said = {"parameters": parameters, "lemmas": lemmas, "summary": report.summary}
    return dump({**said, **present(faults=faults(broken))})


def prove(report: ProveReport, broken: Sequence[LemmaError] = ()) -> str:
    """What `prove --format json` prints."""
    lemmas = [
        {
            **_lemma(proved.lemma),
            "kinds": kinds_of(proved.lemma.parameters),
            "hypotheses": _keyed(given),
            "claims": [_proved(claim, given) for claim in proved.claims],
        }
        for proved in report.lemmas
        for given in [_needed(proved)]
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
            **fields(claim, "name", "verdict", "kinds", "statements", "hypotheses"),
            **fields(claim, "definitions", "axioms"),
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


def _needed(proved: ProvedLemma) -> list[Hypothesis]:
    """The hypotheses of the lemma, and of single claims, each once."""
    further = (h for found in proved.claims for h in found.claim.hypotheses)
    return list(dict.fromkeys([*proved.lemma.hypotheses, *further]))


def _keyed(given: Sequence[Hypothesis]) -> list[dict[str, str]]:
    """Hypotheses with keys by which claims refer to them."""
    return [{"key": key, **stated(h)} for key, h in _keys(given).items()]


def _keys(given: Sequence[Hypothesis]) -> dict[str, Hypothesis]:
    """The ids; where several hypotheses have one id, also which of them it is."""
    ids = [h.id for h in given]
    return {
        h.id if ids.count(h.id) == 1 else f"{h.id}/{ids[: place + 1].count(h.id)}": h
        for place, h in enumerate(given)
    }


def _assumed(claim: Claim, given: Sequence[Hypothesis]) -> dict[str, Any]:
    """Which of these hypotheses a claim is made under."""
    return {"hypotheses": [key for key, h in _keys(given).items() if h in claim.hypotheses]}


def _checked(checked: CheckedClaim, given: Sequence[Hypothesis]) -> dict[str, Any]:
    return {
        **_claim(checked.claim),
        **_assumed(checked.claim, given),
        **fields(checked, "verdict", "lhs", "rhs", "margin", "bits", "crosscheck"),
        **fields(checked, "axioms"),
        **present(measured=checked.measured),
    }


def _proved(proved: ProvedClaim, given: Sequence[Hypothesis]) -> dict[str, Any]:
    return {
        **_claim(proved.claim),
        **_assumed(proved.claim, given),
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
