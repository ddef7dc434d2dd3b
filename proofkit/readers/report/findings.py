"""Findings as text, JSON and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofkit.questions.findings import Finding
from proofkit.readers.report import phrases
from proofkit.readers.report.json import dump, fields
from proofkit.readers.report.markdown import code
from proofkit.readers.report.style import Style
from proofkit.readers.report.wording import meaning

_ASSUMES = {
    "S": "the source states",
    "R": "the reconstruction assumes",
    "O": "our extension assumes",
}


INTRODUCTION = """# Findings

These facts about constants and hypotheses are addressed to the authors of the statements. Each
names its statement and says whose wording that is: nearly all statements were reconstructed from
a summary of the paper, whose own wording may be weaker or stronger. Every number is certified:
constants by proofs for all other parameters and by points where the claim fails beyond them,
thresholds by verdicts on both sides, probabilities by exact sums.
`proofkit findings --format markdown` writes this page.
"""


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
    yield "about", ", ".join(finding.about)
    yield "label", meaning(finding.provenance)
    yield "stated", f"{_ASSUMES[finding.provenance]} {finding.stated}"
    yield "best", finding.best
    yield "slack", finding.slack
    yield "repair", finding.repair
    for said in finding.evidence:
        yield "evidence", said


def markdown(found: Sequence[Finding]) -> str:
    """What `findings --format markdown` prints."""
    lines = [INTRODUCTION, "| | finding | repair needed? |", "|--:|---|---|"]
    for number, finding in enumerate(found, 1):
        needed, _, _ = finding.repair.partition(".")
        lines.append(f"| {number} | {_typeset(finding.title)} | {_typeset(needed)} |")
    for number, finding in enumerate(found, 1):
        about = ", ".join(map(code, finding.about))
        lines += ["", f"## {number}. {_typeset(finding.title)}", ""]
        lines += [f"About {about}, {meaning(finding.provenance)}.", ""]
        lines += [f"- **{heading}**: {_finished(said)}" for heading, said in compared(finding)]
        lines += [f"- **repair**: {_typeset(finding.repair)}", "", "Evidence:", ""]
        lines += [f"- {_typeset(said)}" for said in finding.evidence]
    return "\n".join(lines)


def compared(finding: Finding) -> list[tuple[str, str]]:
    """What is stated, what is best, and what is between them, under their headings."""
    stated = f"{_ASSUMES[finding.provenance]} {finding.stated}"
    said = (("stated", stated), ("best", finding.best), ("slack", finding.slack))
    return [(heading, running(cell)) for heading, cell in said]


def running(said: str) -> str:
    """A sentence as running text: formulas between dollar signs, code and names of claims between
    backticks."""
    marked = re.sub(r"`([^`]+)`|([a-z0-9-]+/[A-Za-z][A-Za-z0-9-]+)", r"`\1\2`", said)
    return phrases.coded(marked, phrases.typeset, lambda code: f"`{code}`")


def _typeset(said: str) -> str:
    return _finished(running(said))


def _finished(written: str) -> str:
    return phrases.coded(written, phrases.markdown, code)


def json(found: Sequence[Finding]) -> str:
    """What `findings --format json` prints."""
    said = ("stated", "best", "slack", "repair", "evidence")
    told = [fields(finding, "id", "title", "about", "provenance", *said) for finding in found]
    return dump({"findings": told})
