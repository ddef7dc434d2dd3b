"""The report of `check` as one self-contained HTML page: no script, nothing to load."""

from __future__ import annotations

from html import escape

from proofkit.report import wording
from proofkit.report.mathematics import UNICODE
from proofkit.results import MET, CheckedClaim, CheckedLemma, CheckReport

_STYLE = """
:root { color-scheme: light dark; --rule: #8886; --good: #1a7f37; --bad: #cf222e; --warn: #9a6700 }
@media (prefers-color-scheme: dark) { :root { --good: #3fb950; --bad: #f85149; --warn: #d29922 } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin: 2.5rem 0 0 }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
.source { opacity: .75; margin: 0 0 .5rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid var(--rule) }
.holds, .met { color: var(--good) }
.fails, .contradiction { color: var(--bad); font-weight: 600 }
.undecided, .unmet { color: var(--warn); font-weight: 600 }
.note { font-weight: 400; font-size: .9em; overflow-wrap: anywhere }
"""


def check(report: CheckReport) -> str:
    """What `check --format html` prints."""
    values = wording.parameters(report)
    given = ", ".join(f"{name} = {value}" for name, value in values.items())
    body = ["<h1>Claims at given parameters</h1>"]
    body += [f"<p>Parameters: <code>{escape(given)}</code></p>"] if given else []
    body += [f"<p><strong>{escape(wording.check_summary(report))}</strong></p>"]
    for sentence in wording.disagreements(report):
        body.append(f'<p class="contradiction">CONTRADICTION {escape(sentence)}</p>')
    for checked in report.lemmas:
        body += _lemma(checked, report)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<title>proofkit: claims at given parameters</title>",
            f"<style>{_STYLE}</style></head>",
            "<body>",
            *body,
            "</body></html>",
        ]
    )


def _lemma(checked: CheckedLemma, report: CheckReport) -> list[str]:
    lemma = checked.lemma
    lines = [
        f'<h2 id="{escape(lemma.id)}">{escape(lemma.id)}: {escape(lemma.title)}</h2>',
        f'<p class="source">{escape(lemma.source)}, {escape(wording.provenance(lemma))}</p>',
    ]
    for h in checked.hypotheses:
        if h.verdict != MET:
            text = wording.hypothesis(h, UNICODE, report)
            lines.append(
                f'<p><span class="unmet">{escape(h.verdict)}</span> hypothesis: '
                f"<code>{escape(text)}</code></p>"
            )
    lines += ['<div class="scroll"><table>', _row("th", "claim", "says", "verdict", "margin")]
    lines += [_claim(claim) for claim in checked.claims]
    lines.append("</table></div>")
    if opinions := wording.second_opinions(checked.claims):
        lines.append(f'<p class="source">Second opinions: {escape(opinions)}</p>')
    return lines


def _claim(checked: CheckedClaim) -> str:
    verdict = f'<span class="{escape(checked.verdict)}">{escape(checked.verdict)}</span>'
    if note := wording.note(checked):
        verdict += f'<br><span class="note">{escape(note)}</span>'
    says = f"<code>{escape(UNICODE.claim(checked.claim))}</code>"
    return _row("td", escape(checked.claim.id), says, verdict, escape(checked.margin))


def _row(kind: str, *cells: str) -> str:
    return "<tr>" + "".join(f"<{kind}>{cell}</{kind}>" for cell in cells) + "</tr>"
