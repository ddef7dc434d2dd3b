"""Verdicts as annotations of source lines, for editors and for reviews of changes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proofkit import __version__
from proofkit.foundations.errors import LemmaError
from proofkit.language.claims import SourceLine
from proofkit.language.results import DISAGREE, FAILS, MET, UNDECIDED, CheckedClaim, CheckReport
from proofkit.readers.report import wording
from proofkit.readers.report.mathematics import UNICODE

LEVELS = {
    **dict.fromkeys(("broken", "contradiction", "fails"), "error"),
    "undecided": "warning",
    "unmet": "note",
}
MEANINGS = {
    "broken": "A lemma or collection that cannot be read, and was not checked",
    "contradiction": "Two engines disagree about a claim",
    "fails": "A claim that is false at these parameters",
    "undecided": "A claim that the precision allowed does not decide at these parameters",
    "unmet": "A hypothesis that these parameters do not meet",
}
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class Remark(NamedTuple):
    """Something to see at a line: what kind it is, about what, and in which words."""

    kind: str
    name: str
    message: str
    place: SourceLine | None


def github(report: CheckReport, broken: Sequence[LemmaError] = ()) -> str:
    """Workflow commands that put each remark on its line of a pull request."""
    lines = []
    for remark in (*_faults(broken), *_remarks(report)):
        level = {"note": "notice"}.get(LEVELS[remark.kind], LEVELS[remark.kind])
        fields = f"title={_property(f'{remark.name} {remark.kind}')}"
        if place := remark.place:
            fields = f"file={_property(place.shown)},line={place.line},{fields}"
        lines.append(f"::{level} {fields}::{_data(remark.message)}")
    return "\n".join([*lines, f"::notice::{wording.check_summary(report)}"])


def sarif(report: CheckReport, broken: Sequence[LemmaError] = ()) -> str:
    """The same as SARIF 2.1.0, the format that code scanning reads."""
    rules = [
        {
            "id": kind,
            "shortDescription": {"text": MEANINGS[kind]},
            "defaultConfiguration": {"level": level},
        }
        for kind, level in LEVELS.items()
    ]
    driver = {"name": "proofkit", "version": __version__, "rules": rules}
    results = [
        {
            "ruleId": remark.kind,
            "level": LEVELS[remark.kind],
            "message": {"text": f"{remark.name}: {remark.message}"},
            **({"locations": [_location(remark.place)]} if remark.place else {}),
        }
        for remark in (*_faults(broken), *_remarks(report))
    ]
    run = {"tool": {"driver": driver}, "results": results}
    content = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(content, indent=2)


def _faults(broken: Sequence[LemmaError]) -> Iterator[Remark]:
    """What could not be read, and so was not checked."""
    for fault in broken:
        if isinstance(fault.place, SourceLine):
            yield Remark("broken", fault.name, fault.reason, fault.place)
        else:
            yield Remark("broken", "collection", str(fault), None)


def _remarks(report: CheckReport) -> Iterator[Remark]:
    for checked in report.lemmas:
        for claim in checked.claims:
            place = claim.claim.place
            if DISAGREE in claim.crosscheck.values():
                yield Remark("contradiction", claim.claim.name, "two engines disagree", place)
            if claim.verdict in (FAILS, UNDECIDED):
                yield Remark(claim.verdict, claim.claim.name, _why(claim), place)
        unmet = [h for h in checked.hypotheses if h.verdict != MET]
        first = checked.claims[0].claim.place if checked.claims else None
        for hypothesis in unmet:
            said = wording.hypothesis(hypothesis, UNICODE, checked)
            name = f"{checked.lemma.id}, hypothesis {hypothesis.hypothesis.id}"
            yield Remark("unmet", name, said, first)


def _why(checked: CheckedClaim) -> str:
    parts = [p for p in checked.claim.parts if p.label == checked.part] or checked.claim.parts
    said = UNICODE.statement(parts[0].statement)
    if checked.verdict == UNDECIDED:
        return f"{said}; {checked.reason}"
    sides = wording.both_sides(checked.lhs, checked.rhs)
    return f"{said}; {sides}" if sides else said


def _location(place: SourceLine) -> dict[str, object]:
    uri = place.shown.replace(os.sep, "/")
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": uri},
            "region": {"startLine": place.line},
        }
    }


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
