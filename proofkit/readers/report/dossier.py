"""The whole report of a selection, as HTML and as Markdown, with what it rests on."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from proofkit.language.results import (
    PROVED,
    CheckedClaim,
    CheckedLemma,
    CheckReport,
    ProvedClaim,
    ProveReport,
)
from proofkit.questions.findings import Finding
from proofkit.readers.report import html as pages
from proofkit.readers.report import markdown as notes
from proofkit.readers.report import sheet, wording
from proofkit.readers.report.findings import rows
from proofkit.readers.report.mathematics import UNICODE
from proofkit.readers.report.mathml import statement

HEADS = ("claim", "says", "here", "margin", "for all parameters")


@dataclass(frozen=True)
class Drawing:
    """A picture in both themes, and in words; without SVG the words say what is missing."""

    title: str
    alt: str
    light: bytes = b""
    dark: bytes = b""


@dataclass(frozen=True)
class Dossier:
    """Everything a report says; the same contents give the same bytes."""

    checked: CheckReport
    proofs: ProveReport
    digest: str
    versions: Mapping[str, str]
    graph: str = ""  # SVG, or empty
    remarks: tuple[str, ...] = ()  # what is left out, and why
    drawings: tuple[Drawing, ...] = ()
    findings: Sequence[Finding] = field(default=())
    accepted: frozenset[str] = frozenset()  # by Coq

    @property
    def proved(self) -> dict[str, ProvedClaim]:
        return {claim.claim.name: claim for claim in self.proofs.claims}


def _proof_summary(dossier: Dossier) -> str:
    counts = dossier.proofs.summary
    total = wording.count(sum(counts.values()), "claim")
    found = ", ".join(f"{number} {name}" for name, number in counts.items())
    return f"{total}, for all parameters their hypotheses allow: {found}"


def _labels(dossier: Dossier) -> Iterator[tuple[str, str]]:
    used = {label for checked in dossier.checked.lemmas for label in checked.lemma.labels}
    return ((key, text) for key, text in wording.PROVENANCE.items() if key in used)


def _proof_note(claim: ProvedClaim, accepted: frozenset[str]) -> str:
    """What a proof rests on, where it is found; why it is not, or where the claim fails."""
    if claim.verdict != PROVED:
        return claim.because
    said = [wording.count(len(claim.steps), "step")]
    said += [f"axioms: {', '.join(claim.axioms)}"] if claim.axioms else []
    said += ["accepted by Coq"] if claim.claim.name in accepted else []
    return "; ".join(said)


# HTML ---------------------------------------------------------------------------------


def html(dossier: Dossier) -> str:
    """One page: no script, nothing to load."""
    report = dossier.checked
    body = ["<h1>proofkit report</h1>", *pages.setting(report)]
    body.append(f"<p><strong>{escape(_proof_summary(dossier))}</strong></p>")
    body += ["<h2>Where statements come from</h2>", "<dl>"]
    body += [f"<dt>[{key}]</dt><dd>{escape(text)}</dd>" for key, text in _labels(dossier)]
    body += ["</dl>", "<h2>Claims</h2>"]
    for checked in report.lemmas:
        body += [*pages.heading(checked, report, 3), *pages.unmet(checked)]
        body += sheet.table(HEADS, (_row(claim, dossier) for claim in checked.claims))
        body += pages.opinions(checked)
    body += [*_pictures(dossier), *_findings(dossier), *_basis(dossier)]
    return sheet.document("proofkit report", body) + "\n"


def _row(checked: CheckedClaim, dossier: Dossier) -> tuple[str, ...]:
    says = "<br>".join(statement(part.statement) for part in checked.claim.parts)
    here = sheet.verdict(checked.verdict, wording.note(checked))
    proof = dossier.proved[checked.claim.name]
    everywhere = sheet.verdict(proof.verdict, _proof_note(proof, dossier.accepted))
    return escape(checked.claim.id), says, here, escape(checked.margin), everywhere


def _pictures(dossier: Dossier) -> Iterator[str]:
    if dossier.graph:
        yield "<h2>What rests on what</h2>"
        yield f'<div class="drawn" role="img" aria-label="dependency graph">{dossier.graph}</div>'
    if dossier.drawings:
        yield "<h2>Pictures</h2>"
    for drawing in dossier.drawings:
        caption = f"<figcaption>{escape(drawing.title)}</figcaption>"
        dark = f'<source media="(prefers-color-scheme: dark)" srcset="{_data(drawing.dark)}">'
        image = f'<img alt="{escape(drawing.alt)}" src="{_data(drawing.light)}">'
        yield f"<figure><picture>{dark}{image}</picture>{caption}</figure>"


def _data(svg: bytes) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode("ascii")


def _findings(dossier: Dossier) -> Iterator[str]:
    if dossier.findings:
        yield "<h2>Findings</h2>"
    for number, finding in enumerate(dossier.findings, 1):
        yield f"<h3>{number}. {escape(finding.title)}</h3><dl>"
        yield from (f"<dt>{escape(k)}</dt><dd>{escape(said)}</dd>" for k, said in rows(finding))
        yield "</dl>"


def _basis(dossier: Dossier) -> list[str]:
    made = ", ".join(f"{name} {version}" for name, version in dossier.versions.items())
    return [
        "<h2>What this rests on</h2>",
        *(f"<p>{escape(remark)}</p>" for remark in dossier.remarks),
        f"<p>Made with {escape(made)}.</p>",
        f"<p>SHA-256 of the certificates: <code>{escape(dossier.digest)}</code></p>",
    ]


# Markdown -----------------------------------------------------------------------------


def markdown(dossier: Dossier) -> str:
    """The same without pictures."""
    given = ", ".join(f"{k} = {v}" for k, v in wording.parameters(dossier.checked).items())
    lines = ["# proofkit report", ""]
    lines += [f"Parameters: {notes.code(given)}", ""] if given else []
    lines += [f"**{wording.check_summary(dossier.checked)}**", ""]
    lines += [
        f"**CONTRADICTION** {notes.escape(s)}" for s in wording.disagreements(dossier.checked)
    ]
    lines += [f"**{_proof_summary(dossier)}**", ""]
    lines += [f"- **[{key}]** {notes.escape(text)}" for key, text in _labels(dossier)]
    for checked in dossier.checked.lemmas:
        lines += ["", *_section(checked, dossier)]
    if dossier.findings:
        lines += ["", "## Findings"]
    for number, finding in enumerate(dossier.findings, 1):
        lines += ["", f"### {number}. {notes.escape(finding.title)}", ""]
        lines += [f"- *{heading}:* {notes.escape(said)}" for heading, said in rows(finding)]
    made = ", ".join(f"{name} {version}" for name, version in dossier.versions.items())
    lines += ["", "## What this rests on", "", *dossier.remarks, f"Made with {made}.", ""]
    lines += [f"SHA-256 of the certificates: {notes.code(dossier.digest)}", ""]
    return "\n".join(lines)


def _section(checked: CheckedLemma, dossier: Dossier) -> Iterator[str]:
    lemma = checked.lemma
    yield f"## {notes.escape(lemma.id)}: {notes.escape(lemma.title)}"
    yield ""
    yield f"{notes.escape(lemma.source)}, {notes.escape(wording.provenance(lemma))}"
    yield ""
    if own := wording.own_parameters(checked, dossier.checked):
        yield from (notes.escape(own), "")
    broken = [h for h in checked.hypotheses if h.verdict != "met"]
    for h in broken:
        said = wording.hypothesis(h, UNICODE, checked)
        yield f"- **{h.verdict}** hypothesis: {notes.code(said)}"
    yield from [""] if broken else []
    yield f"| {' | '.join(HEADS)} |"
    yield "|---" * len(HEADS) + "|"
    for claim in checked.claims:
        proof = dossier.proved[claim.claim.name]
        here, everywhere = (
            f"{word} ({notes.escape(note)})" if note else word
            for word, note in (
                (claim.verdict, wording.note(claim)),
                (proof.verdict, _proof_note(proof, dossier.accepted)),
            )
        )
        says = notes.code(UNICODE.claim(claim.claim))
        cells = (notes.escape(claim.claim.id), says, here, notes.escape(claim.margin), everywhere)
        yield f"| {' | '.join(cells)} |"
