"""The verdicts as one HTML page, on which each step unfolds to its hypotheses and its proof."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from proofkit.questions.paper import Answers, ProofLine, StepAnswer
from proofkit.readers.report import phrases, sheet
from proofkit.readers.report.paper.text import place, said, summary

_WORDS = {"not read": "unread"}


def as_html(answers: Answers) -> str:
    """What `paper --format html` prints."""
    title = f"The steps of {Path(answers.path).name}"
    body = [f"<h1>{escape(title)}</h1>", f"<p><strong>{escape(summary(answers))}</strong></p>"]
    for step in answers.steps:
        body += _step(step)
    return sheet.document(title, body) + "\n"


def _step(step: StepAnswer) -> Iterator[str]:
    shown = _formula(step.read) if step.read else f"<code>{escape(step.source)}</code>"
    where = escape(place(step))
    chip = f'<span class="proofkit-status proofkit-{_WORDS.get(step.verdict, step.verdict)}">'
    state = " open" if step.verdict == "refuted" else ""
    yield f'<details class="claim"{state}><summary><span class="says">{shown}</span>'
    yield f"<span>{chip}{escape(step.verdict)}</span></span>"
    yield f'<span class="note">{where}</span></summary><div class="proofkit-proof">'
    yield f"<p><code>{escape(step.source)}</code></p>"
    if step.read:
        yield f'<p class="source">read as <code>{escape(step.read)}</code></p>'
    yield from (f'<p class="source">{escape(line)}</p>' for line in said(step))
    yield from map(_line, step.outcome.lines)
    yield "</div></details>"


def _line(line: ProofLine) -> str:
    words = line.statement.endswith(":") or line.statement.startswith("this")
    says = escape(line.statement) if words else _formula(line.statement)
    why = phrases.html(phrases.typeset(line.reason))
    return (
        f'<div class="proofkit-said" style="padding-left: {2 * line.depth}em">'
        f'<span class="proofkit-term">{says}</span><span class="proofkit-why">{why}</span></div>'
    )


def _formula(statement: str) -> str:
    return phrases.inline(phrases.formula(statement))
