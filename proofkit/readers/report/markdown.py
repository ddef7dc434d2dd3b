"""The report of `check` as Markdown, for a pull request or a set of notes."""

from __future__ import annotations

import re

from proofkit.language.results import MET, CheckedLemma, CheckReport
from proofkit.readers.report import wording
from proofkit.readers.report.notation import UNICODE


def check(report: CheckReport) -> str:
    """What `check --format markdown` prints."""
    values = wording.parameters(report)
    given = ", ".join(f"{name} = {value}" for name, value in values.items())
    lines = ["# Claims at given parameters", ""]
    if given:
        lines += [f"Parameters: {code(given)}", ""]
    for checked in report.lemmas:
        lines += [*_lemma(checked, report), ""]
    lines.append(f"**{wording.check_summary(report)}**")
    for sentence in wording.disagreements(report):
        lines += ["", f"**CONTRADICTION** {escape(sentence)}"]
    return "\n".join(lines)


def _lemma(checked: CheckedLemma, report: CheckReport) -> list[str]:
    lemma = checked.lemma
    lines = [
        f"## {escape(lemma.id)}: {escape(lemma.title)}",
        "",
        f"{escape(lemma.source)}, {escape(wording.provenance(lemma))}",
        "",
    ]
    if own := wording.own_parameters(checked, report):
        lines += [escape(own), ""]
    for h in checked.hypotheses:
        if h.verdict != MET:
            text = wording.hypothesis(h, UNICODE, checked)
            lines += [f"- **{h.verdict}** hypothesis: {code(text)}"]
    if lines[-1]:
        lines.append("")
    lines += ["| claim | says | verdict | margin |", "|---|---|---|---|"]
    for c in checked.claims:
        says = code(UNICODE.claim(c.claim))
        note = wording.note(c)
        verdict = f"{c.verdict} ({escape(note)})" if note else c.verdict
        lines.append(f"| {escape(c.claim.id)} | {says} | {verdict} | {escape(c.margin)} |")
    if opinions := wording.second_opinions(checked.claims):
        lines += ["", f"Second opinions: {escape(opinions)}"]
    return lines


def code(text: str) -> str:
    """A code span that also fits a table cell."""
    return f"`{text.replace('`', chr(39)).replace('|', chr(92) + '|')}`"


def escape(text: str) -> str:
    r"""Text in which no character starts Markdown.

    >>> print(escape("a_1 | *b*"))
    a\_1 \| \*b\*
    """
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
