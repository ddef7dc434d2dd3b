"""The report of `check` as one self-contained HTML page: no script, nothing to load."""

from __future__ import annotations

from html import escape

from proofkit.language.results import MET, CheckedClaim, CheckedLemma, CheckReport
from proofkit.readers.report import mathml, sheet, wording
from proofkit.readers.report.mathematics import UNICODE

MANY = 15
"""More parameters than these are folded."""


def check(report: CheckReport) -> str:
    """What `check --format html` prints."""
    body = ["<h1>Claims at given parameters</h1>", *setting(report)]
    for checked in report.lemmas:
        body += [*heading(checked, report), *unmet(checked)]
        body += sheet.table(("claim", "says", "verdict", "margin"), map(_claim, checked.claims))
        body += opinions(checked)
    return sheet.document("proofkit: claims at given parameters", body)


def setting(report: CheckReport) -> list[str]:
    """The parameters, what was found, and alarms if there are any."""
    found = f"<p><strong>{escape(wording.check_summary(report))}</strong></p>"
    return [*parameters(report), found, *alarms(report)]


def parameters(report: CheckReport) -> list[str]:
    """All of them in a line, which is folded if it is long."""
    values = wording.parameters(report)
    given = escape(wording.assigned(values))
    if len(values) > MANY:
        head = f"<summary>At {len(values)} parameters</summary>"
        return [f'<details class="plain">{head}<p><code>{given}</code></p></details>']
    return [f"<p>Parameters: <code>{given}</code></p>"] if given else []


def alarms(report: CheckReport) -> list[str]:
    """Where two engines contradict each other."""
    return [
        f'<p class="contradiction">CONTRADICTION {escape(sentence)}</p>'
        for sentence in wording.disagreements(report)
    ]


def heading(checked: CheckedLemma, report: CheckReport, level: int = 2) -> list[str]:
    """A lemma's name, where it is from, its provenance label, and defaults of its own."""
    lemma = checked.lemma
    title = f"{escape(lemma.id)}: {escape(wording.lowered(lemma.title))}"
    own = wording.own_parameters(checked, report)
    return [
        f'<h{level} id="{escape(lemma.id)}">{title}</h{level}>',
        f'<p class="source">{escape(lemma.source)}, {escape(wording.provenance(lemma))}</p>',
        *([f'<p class="source">{escape(own)}</p>'] if own else []),
    ]


def unmet(checked: CheckedLemma) -> list[str]:
    """The hypotheses that are not met at the parameters."""
    return [
        f"<p>{sheet.verdict(h.verdict)} hypothesis: "
        f"<code>{escape(wording.hypothesis(h, UNICODE, checked))}</code></p>"
        for h in checked.hypotheses
        if h.verdict != MET
    ]


def opinions(checked: CheckedLemma) -> list[str]:
    """What the other engines say."""
    said = wording.cross_checks(checked.claims)
    return [f'<p class="source">Cross-checks: {escape(said)}</p>'] if said else []


def _claim(checked: CheckedClaim) -> tuple[str, ...]:
    says = "<br>".join(mathml.statement(part.statement) for part in checked.claim.parts)
    verdict = sheet.verdict(checked.verdict, wording.note(checked))
    return escape(checked.claim.id), says, verdict, escape(wording.raised(checked.margin))
