"""The whole report as one HTML page, to be opened, mailed or printed: what stands how at a glance,
then lemma by lemma what it says, assumes and claims, with every proof on demand.

No script, nothing to load.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape

from proofkit.language.lemma import Lemma
from proofkit.language.results import MET, PROVED, CheckedClaim, CheckedLemma
from proofkit.readers.report import contents, findings, phrases, proof_lines, sheet, wording
from proofkit.readers.report import html as pages
from proofkit.readers.report.dossier import Dossier, resting
from proofkit.readers.report.naming import Named

FEW = 3
"""As many lemmas stand open."""
HEADS = ("source", "", "here", "for all")


def html(dossier: Dossier) -> str:
    """The page. Its list of lemmas is its contents: each unfolds where it stands."""
    body = ["<h1>proofkit report</h1>", *_glance(dossier)]
    state = " open" if len(dossier.checked.lemmas) <= FEW else ""
    for section, chosen in contents.sections(dossier.checked):
        heads = "".join(f"<span>{head}</span>" for head in HEADS)
        body += [f'<div class="lemma-head"><h2>{escape(section)}</h2>{heads}</div>']
        for checked in chosen:
            body += _lemma(checked, dossier, state)
    body += [*_pictures(dossier), *_findings(dossier, state), *_basis(dossier)]
    return sheet.document("proofkit report", body) + "\n"


def _code(running: str) -> str:
    """Running text with code in it as HTML."""
    return phrases.coded(running, phrases.html, lambda code: f"<code>{escape(code)}</code>")


# At a glance --------------------------------------------------------------------------


def _glance(dossier: Dossier) -> Iterator[str]:
    """What was found, where, and what the labels mean."""
    yield from pages.alarms(dossier.checked)
    yield f"<p><strong>{escape(wording.proof_summary(dossier.proofs))}</strong><br>"
    yield f"<strong>{escape(wording.check_summary(dossier.checked))}</strong></p>"
    yield from pages.parameters(dossier.checked)
    said = "; ".join(f"[{key}] {text}" for key, text in contents.labels(dossier.checked))
    yield f'<p class="source">Where statements come from: {escape(said)}.</p>'


def _broken(checked: CheckedLemma) -> str:
    """The hypotheses that are not met at the parameters, counted."""
    found = [h.verdict for h in checked.hypotheses if h.verdict != MET]
    return " ".join(f"{found.count(word)} {sheet.chip(word)}" for word in dict.fromkeys(found))


# A lemma ------------------------------------------------------------------------------


def _lemma(checked: CheckedLemma, dossier: Dossier, state: str) -> Iterator[str]:
    """Folded to its title and verdicts. What leads here leads to what is inside, which opens it."""
    lemma = checked.lemma
    here, everywhere = map(sheet.chips, contents.verdicts(checked, dossier.proved))
    yield f'<details class="lemma"{state}><summary><h3>{escape(wording.lowered(lemma.title))}</h3>'
    yield f'<span class="source">{escape(lemma.source)} {wording.labels(lemma)}</span>'
    yield f'<span class="many">{wording.count(len(checked.claims), "claim")}</span>'
    yield f'<span class="here">{here} {_broken(checked)}</span>'
    yield f'<span class="everywhere">{everywhere}</span></summary>'
    said = f"{escape(contents.origin(lemma))} · {escape(wording.provenance(lemma))}"
    yield f'<div class="inside" id="{escape(lemma.id)}">'
    yield f'<p class="proofkit-origin">{said} · <code>{escape(lemma.id)}</code></p>'
    for number, paragraph in enumerate(contents.about(lemma)):
        lead = ' class="proofkit-lead"' if number == 0 else ""
        yield f"<p{lead}>{_code(paragraph)}</p>"
    yield from [*_setting(checked, dossier), *_claims(checked, dossier), "</div></details>"]


def _setting(checked: CheckedLemma, dossier: Dossier) -> Iterator[str]:
    """Symbols with their values here, hypotheses with how they stand, and definitions."""
    values = [str(checked.values[p.name]) for p in checked.lemma.parameters]
    rows = (
        (phrases.html(symbol), phrases.html(meaning), escape(value))
        for (symbol, meaning, _), value in zip(
            contents.parameters(checked.lemma), values, strict=True
        )
    )
    if checked.lemma.parameters:
        yield '<details class="plain proofkit-parameters"><summary>Symbols and their values here'
        yield f"</summary>{''.join(sheet.table(('symbol', 'meaning', 'here'), rows))}</details>"
    assumed = list(contents.hypotheses(checked, dossier.proved))
    yield f"<h4>{phrases.html(contents.domain(checked.lemma))}</h4>" if assumed else ""
    yield '<div class="proofkit-hypotheses"><ul>' if assumed else ""
    for each in assumed:
        broken = f" {escape(each.values)}" if each.values else ""
        status = f"{sheet.chip(each.verdict)}{broken} <code>{escape(each.id)}</code>"
        yield f"<li>{phrases.html(each.says)} {status}, used by {escape(each.users)}</li>"
    yield "</ul></div>" if assumed else ""
    if short := contents.for_short(checked.lemma):
        yield f"<p>For short, {phrases.html(short)}.</p>"
    if definitions := contents.definitions(checked):
        heading = contents.quantities(definitions)
        yield f'<details class="plain proofkit-definitions"><summary>{heading}</summary>'
        told = [tuple(map(phrases.html, row)) for row in definitions]
        yield from [*sheet.table(("by definition", "because"), told), "</details>"]


def _claims(checked: CheckedLemma, dossier: Dossier) -> Iterator[str]:
    """Every claim in a line that unfolds to its proof."""
    heads = ("", "claim", "here", "margin", "for all")
    yield f'<div class="claims-head">{"".join(f"<span>{head}</span>" for head in heads)}</div>'
    few = len(dossier.checked.lemmas) <= FEW
    stand = contents.unfolded(checked.claims) if few else set()
    for claim in checked.claims:
        yield from _claim(claim, checked.lemma, dossier, claim.claim.name in stand)
    yield from pages.opinions(checked)


def _claim(checked: CheckedClaim, lemma: Lemma, dossier: Dossier, unfolded: bool) -> Iterator[str]:
    claim, notation = checked.claim, Named()
    proof = dossier.proved[claim.name]
    notes = [wording.note(checked), "" if proof.verdict == PROVED else proof.because]
    yield f'<details class="claim"{" open" if unfolded else ""}><summary><span class="says">'
    says = phrases.html(contents.statement(claim, notation))
    yield f"{says} <code>{escape(claim.id)}</code></span>"
    yield f'<span class="here">{sheet.chip(checked.verdict)}</span>'
    yield f'<span class="margin">{escape(wording.raised(checked.margin))}</span>'
    yield f'<span class="everywhere">{sheet.chip(proof.verdict)}</span>'
    yield from (f'<span class="note">{escape(note)}</span>' for note in notes if note)
    yield '</summary><div class="proofkit-proof">'
    for said in contents.in_full(claim, notation):
        yield f'<div class="proofkit-wide">{phrases.html(said)}</div>'
    if assumed := contents.assuming(claim, lemma, notation):
        yield f'<div class="assuming">{phrases.html(assumed)}</div>'
    told = list(proof_lines.body(proof, notation))
    yield from (f'<p class="event">{phrases.html(said)}</p>' for said in notation.defined())
    facts = [proof_lines.size(proof), *resting(proof, dossier.accepted)]
    yield f'<div class="proofkit-facts">{escape("; ".join(facts))}</div>'
    yield from [*told, "</div></details>"]


# The rest -----------------------------------------------------------------------------


def _pictures(dossier: Dossier) -> Iterator[str]:
    if dossier.graph:
        few = " open" if len(dossier.checked.lemmas) <= FEW else ""
        yield f'<h2>What rests on what</h2><details class="plain"{few}><summary>Graph</summary>'
        yield f'<div class="drawn" role="img" aria-label="dependency graph">{dossier.graph}</div>'
        yield "</details>"
    if dossier.drawings:
        yield "<h2>Pictures</h2>"
    for drawing in dossier.drawings:
        caption = f"<figcaption>{_code(phrases.prose(drawing.title))}</figcaption>"
        dark = f'<source media="(prefers-color-scheme: dark)" srcset="{_data(drawing.dark)}">'
        image = f'<img alt="{escape(drawing.alt)}" src="{_data(drawing.light)}">'
        yield f"<figure><picture>{dark}{image}</picture>{caption}</figure>"


def _data(svg: bytes) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode("ascii")


def _findings(dossier: Dossier, state: str) -> Iterator[str]:
    if dossier.findings:
        yield "<h2>Findings</h2>"
    for number, finding in enumerate(dossier.findings, 1):
        title = _code(findings.running(finding.title))
        yield f'<details class="lemma finding"{state}><summary><h3>{number}. {title}</h3></summary>'
        about = ", ".join(f"<code>{escape(name)}</code>" for name in finding.about)
        said = f"About {about}, {escape(wording.meaning(finding.provenance))}."
        yield f'<div class="inside"><p class="proofkit-origin">{said}</p>'
        heads, row = zip(*findings.compared(finding), strict=True)
        yield from sheet.table(heads, [tuple(map(_code, row))])
        yield f"<p>{_code(findings.running(finding.repair))}</p><ul>"
        yield from (f"<li>{_code(findings.running(said))}</li>" for said in finding.evidence)
        yield "</ul></div></details>"


def _basis(dossier: Dossier) -> list[str]:
    return [
        "<h2>What this rests on</h2>",
        *(f"<p>{escape(remark)}</p>" for remark in dossier.remarks),
        f"<p>Made with {escape(dossier.made_with)}.</p>",
        f"<p>SHA-256 of the certificates: <code>{escape(dossier.digest)}</code></p>",
    ]
