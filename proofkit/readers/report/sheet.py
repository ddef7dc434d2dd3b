"""What every HTML page of a report has in common: one style sheet and one frame.

A page is a single file: no script, nothing to load. It is readable in a light and a dark
setting, on a phone, and by a screen reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1f2328; --faint: #59636e; --rule: #d1d9e0;
  --good: #1a7f37; --bad: #b3202c; --warn: #8a5a00; --accent: #0b5fb0 }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1117; --ink: #e6edf3; --faint: #9aa4af;
  --rule: #30363d; --good: #3fb950; --bad: #ff7b72; --warn: #d9a636; --accent: #6cb0f5 } }
* { box-sizing: border-box }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem;
  background: var(--paper); color: var(--ink); overflow-wrap: anywhere }
h1 { font-size: 1.7rem } h2 { margin: 2.5rem 0 0; font-size: 1.25rem }
h3 { margin: 1.8rem 0 0; font-size: 1.05rem }
a { color: var(--accent) } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
math { font-size: 1.05em } dt { font-weight: 600 } dd { margin: 0 0 .5rem }
.source { color: var(--faint); margin: 0 0 .5rem; font-size: .925rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
caption { text-align: left; color: var(--faint); font-size: .875rem; padding: .2rem 0 }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid var(--rule); font-size: .95rem; overflow-wrap: normal }
tbody th { font-weight: 600; white-space: nowrap }
.holds, .met, .proved { color: var(--good) }
.fails, .refuted, .contradiction { color: var(--bad); font-weight: 600 }
.undecided, .unmet, .open { color: var(--warn); font-weight: 600 }
.note { color: var(--ink); font-weight: 400; font-size: .9em; overflow-wrap: anywhere }
figure { margin: 1rem 0; overflow-x: auto } figcaption { color: var(--faint); font-size: .9rem }
img { max-width: 100%; height: auto }
.drawn { background: #fff; border-radius: .4rem; padding: .5rem; overflow-x: auto }
@media (prefers-color-scheme: dark) { .drawn { filter: invert(.93) hue-rotate(180deg) } }
@media (max-width: 40rem) {
  body { margin-top: 1rem }
  thead { position: absolute; left: -99rem } table, tbody { display: block }
  tr { display: block; border-bottom: 1px solid var(--rule); padding: .4rem 0 }
  tbody th, td { display: block; border: 0; padding: .1rem 0 }
  td[data-head]:not(:empty)::before { content: attr(data-head) ": "; color: var(--faint) }
}
@media print { body { max-width: none } .scroll { overflow: visible } }
"""


def document(title: str, body: Iterable[str]) -> str:
    """A whole page around its body."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style></head>",
            "<body>",
            *body,
            "</body></html>",
        ]
    )


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


def verdict(word: str, note: str = "") -> str:
    """A verdict in its colour, with what there is to say about it."""
    shown = f'<span class="{escape(word)}">{escape(word)}</span>'
    return f'{shown}<br><span class="note">{escape(note)}</span>' if note else shown
