"""Verdicts as annotations of source lines, for editors and for reviews of changes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from proofkit import __version__
from proofkit.foundations.errors import LemmaError
from proofkit.language.claims import SourceLine
from proofkit.language.results import DISAGREE, FAILS, MET, UNDECIDED, CheckedClaim, CheckReport
from proofkit.readers.report import wording
from proofkit.readers.report.mathematics import UNICODE


class Kind(NamedTuple):
    """How grave a kind of remark is, and what it means."""

    level: str
    meaning: str


KINDS = {
    "broken": Kind("error", "A lemma or collection that cannot be read, and was not checked"),
    "contradiction": Kind("error", "Two engines disagree about a claim"),
    "fails": Kind("error", "A claim that is false at these parameters"),
    "undecided": Kind(
        "warning", "A claim that the precision allowed does not decide at these parameters"
    ),
    "unmet": Kind("note", "A hypothesis that these parameters do not meet"),
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
    remarks = (*_faults(broken), *_remarks(report))
    return workflow_commands(remarks, KINDS, wording.check_summary(report))


def sarif(report: CheckReport, broken: Sequence[LemmaError] = ()) -> str:
    """The same as SARIF 2.1.0, the format that code scanning reads."""
    return sarif_log((*_faults(broken), *_remarks(report)), KINDS)


def workflow_commands(remarks: Iterable[Remark], kinds: Mapping[str, Kind], summary: str) -> str:
    """Remarks as commands of a GitHub workflow, and a summary."""
    lines = []
    for remark in remarks:
        level = {"note": "notice"}.get(kinds[remark.kind].level, kinds[remark.kind].level)
        fields = f"title={_property(f'{remark.name} {remark.kind}')}"
        if place := remark.place:
            fields = f"file={_property(place.shown)},line={place.line},{fields}"
        lines.append(f"::{level} {fields}::{_data(remark.message)}")
    return "\n".join([*lines, f"::notice::{summary}"])


def sarif_log(remarks: Iterable[Remark], kinds: Mapping[str, Kind]) -> str:
    """Remarks as a log of one run in SARIF 2.1.0."""
    rules = [
        {
            "id": name,
            "shortDescription": {"text": kind.meaning},
            "defaultConfiguration": {"level": kind.level},
        }
        for name, kind in kinds.items()
    ]
    driver = {"name": "proofkit", "version": __version__, "rules": rules}
    results = [
        {
            "ruleId": remark.kind,
            "level": kinds[remark.kind].level,
            "message": {"text": f"{remark.name}: {remark.message}"},
            **({"locations": [_location(remark.place)]} if remark.place else {}),
        }
        for remark in remarks
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
