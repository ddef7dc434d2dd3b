"""The report of `check` as Markdown, for a pull request or a set of notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from proofkit.language.results import MET, CheckedClaim, CheckedLemma, CheckReport
from proofkit.readers.report import wording
from proofkit.readers.report.mathematics import UNICODE


def check(report: CheckReport) -> str:
    """What `check --format markdown` prints."""
    given = wording.assigned(wording.parameters(report))
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
    rows = [
        (*claim(c), noted(c.verdict, wording.note(c)), escape(c.margin)) for c in checked.claims
    ]
    lines = [*heading(checked, report), *table(("claim", "says", "verdict", "margin"), rows)]
    if opinions := wording.second_opinions(checked.claims):
        lines += ["", f"Second opinions: {escape(opinions)}"]
    return lines


def heading(checked: CheckedLemma, report: CheckReport) -> list[str]:
    """A lemma's name, where it is from, defaults of its own, and what of it is not met."""
    lemma, own = checked.lemma, wording.own_parameters(checked, report)
    lines = [f"## {escape(lemma.id)}: {escape(lemma.title)}", ""]
    lines += [f"{escape(lemma.source)}, {escape(wording.provenance(lemma))}", ""]
    lines += [escape(own), ""] if own else []
    unmet = [h for h in checked.hypotheses if h.verdict != MET]
    said = (code(wording.hypothesis(h, UNICODE, checked)) for h in unmet)
    lines += [f"- **{h.verdict}** hypothesis: {text}" for h, text in zip(unmet, said, strict=True)]
    return [*lines, ""] if unmet else lines


def claim(checked: CheckedClaim) -> tuple[str, str]:
    """Its name, and what it says."""
    return escape(checked.claim.id), code(UNICODE.claim(checked.claim))


def noted(word: str, note: str) -> str:
    """A verdict with what there is to say about it."""
    return f"{word} ({escape(note)})" if note else word


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], right: int | None = None
) -> list[str]:
    """Cells are finished Markdown; from the column `right` on they are numbers."""
    left = len(heads) if right is None else right
    rule = "|" + "---|" * left + "--:|" * (len(heads) - left)
    return [_row(heads), rule, *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def code(text: str) -> str:
    """A code span that also fits a table cell."""
    return f"`{text.replace('`', chr(39)).replace('|', chr(92) + '|')}`"


def escape(text: str) -> str:
    r"""Text in which no character starts Markdown.

    >>> print(escape("a_1 | *b*"))
    a\_1 \| \*b\*
    """
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
