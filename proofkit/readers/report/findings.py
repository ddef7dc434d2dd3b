"""Findings as text, JSON and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofkit.questions.findings import Finding
from proofkit.readers.report import phrases
from proofkit.readers.report.json import dump
from proofkit.readers.report.markdown import code
from proofkit.readers.report.style import Style
from proofkit.readers.report.wording import PROVENANCE

SCHEMA = 1
_ASSUMES = {
    "S": "the paper's summary states",
    "R": "the reconstruction assumes",
    "O": "our extension assumes",
}


def text(found: Sequence[Finding], style: Style) -> str:
    """What `findings` prints."""
    lines: list[str] = []
    for number, finding in enumerate(found, 1):
        lines += ["", style.paint(f"{number}. {finding.title}", "strong")]
        for heading, said in rows(finding):
            lines += style.wrap(said, " " * 12, first=f"   {heading:<9}")
    return "\n".join(lines[1:])


def rows(finding: Finding) -> Iterator[tuple[str, str]]:
    """A finding as headings and what is said under each."""
    label = finding.provenance
    yield "about", ", ".join(finding.about)
    yield "label", f"[{label}] {PROVENANCE[label]}"
    yield "stated", f"{_ASSUMES[label]} {finding.stated}"
    yield "best", finding.best
    yield "slack", finding.slack
    yield "repair", finding.repair
    for said in finding.evidence:
        yield "evidence", said


def markdown(found: Sequence[Finding]) -> str:
    """What `findings --format markdown` prints."""
    lines = [
        "# Findings",
        "",
        "What the engine found out about the constants and hypotheses of the statements, for "
        "their author.",
        "Each says whose statement it is: nearly all are ours, written after a summary of the "
        "paper, whose own",
        "wording may be weaker or stronger.",
        "Every number is computed and certified: constants by proofs for all other parameters "
        "and by points",
        "where the claim fails beyond them, thresholds by verdicts on both sides, probabilities "
        "by exact sums.",
        "`proofkit findings --format markdown` writes this page.",
    ]
    for number, finding in enumerate(found, 1):
        label = finding.provenance
        about = ", ".join(map(code, finding.about))
        lines += ["", f"## {number}. {_typeset(finding.title)}", ""]
        lines += [f"About {about}, [{label}] {PROVENANCE[label]}.", ""]
        lines += ["| stated | best | slack |", "|---|---|---|"]
        cells = (f"{_ASSUMES[label]} {finding.stated}", finding.best, finding.slack)
        lines += [f"| {' | '.join(map(_typeset, cells))} |", "", _typeset(finding.repair), ""]
        lines += [f"- {_typeset(said)}" for said in finding.evidence]
    return "\n".join(lines)


def _typeset(said: str) -> str:
    """A sentence with its formulas as formulas, and code and names of claims as code."""
    pieces = re.split(r"(`[^`]+`|[a-z0-9-]+/[A-Za-z][A-Za-z0-9-]+)", said)
    return "".join(
        code(piece.strip("`")) if k % 2 else phrases.markdown(phrases.typeset(piece))
        for k, piece in enumerate(pieces)
    )


def json(found: Sequence[Finding]) -> str:
    """What `findings --format json` prints."""
    return dump(
        {
            "schema": SCHEMA,
            "findings": [
                {
                    "id": finding.id,
                    "title": finding.title,
                    "about": list(finding.about),
                    "provenance": finding.provenance,
                    "stated": finding.stated,
                    "best": finding.best,
                    "slack": finding.slack,
                    "repair": finding.repair,
                    "evidence": list(finding.evidence),
                }
                for finding in found
            ],
        }
    )
