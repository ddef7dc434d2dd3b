"""The frame and style sheet that all HTML reports share.

A page is a single file: no script, nothing to load. It is readable in a light and a dark
setting, on a phone, and by a screen reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from proofkit.readers import alone
from proofkit.readers.report import mathml

STYLES = ("report/proofkit-lemma.css", "report/report.css")


def document(title: str, body: Iterable[str]) -> str:
    """A whole page around its body; formulas that were left to a program become elements."""
    return alone.frame(title, STYLES, map(mathml.in_page, body))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Headings as text, cells as HTML; the first cell of a row names it. A wide table scrolls
    by itself, also by keyboard."""
    columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return [
        '<div class="scroll" role="region" aria-label="table" tabindex="0"><table>',
        f"<thead><tr>{columns}</tr></thead><tbody>",
        *(_row(heads, row) for row in rows),
        "</tbody></table></div>",
    ]


def _row(heads: Sequence[str], cells: Sequence[str]) -> str:
    """One row; on a phone its cells stand below each other, each with its heading."""
    first, *rest = cells
    named = zip(heads[1:], rest, strict=True)
    line = "".join(f'<td data-head="{escape(head)}">{cell}</td>' for head, cell in named)
    return f'<tr><th scope="row">{first}</th>{line}</tr>'


def chip(word: str) -> str:
    """A verdict in its colour."""
    return f'<span class="proofkit-status proofkit-{word}">{word}</span>'


def chips(verdicts: Sequence[str]) -> str:
    """All verdicts at a glance, and how many of each where they differ."""
    found = list(dict.fromkeys(verdicts))
    if len(found) == 1:
        return chip(found[0])
    counted = (f"{verdicts.count(word)} {chip(word)}" for word in found)
    return " ".join(f'<span class="counted">{each}</span>' for each in counted)


def verdict(word: str, note: str = "") -> str:
    """A verdict, with what there is to say about it."""
    return f'{chip(word)}<br><span class="note">{escape(note)}</span>' if note else chip(word)
