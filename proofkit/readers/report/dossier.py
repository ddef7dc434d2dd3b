"""The whole report of a selection, and its text as Markdown, with what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from proofkit.language.results import PROVED, CheckedLemma, CheckReport, ProvedClaim, ProveReport
from proofkit.questions.findings import Finding
from proofkit.readers.report import contents, quantifiers, wording
from proofkit.readers.report import markdown as notes
from proofkit.readers.report.findings import rows
from proofkit.readers.report.mathematics import UNICODE

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
    def made_with(self) -> str:
        """The programs whose verdicts these are."""
        return ", ".join(f"{name} {version}" for name, version in self.versions.items())

    @property
    def proved(self) -> dict[str, ProvedClaim]:
        return {claim.claim.name: claim for claim in self.proofs.claims}


def resting(claim: ProvedClaim, accepted: frozenset[str]) -> list[str]:
    """What a proof rests on beyond the kernel, and who else accepts it."""
    said = [f"axioms: {', '.join(claim.axioms)}"] if claim.axioms else []
    return [*said, *(["accepted by Coq"] if claim.claim.name in accepted else [])]


def _proof_note(claim: ProvedClaim, accepted: frozenset[str]) -> str:
    """How long a proof is and what it rests on; why there is none, or where the claim fails."""
    if claim.verdict != PROVED:
        return claim.because
    return "; ".join([wording.count(len(claim.steps), "step"), *resting(claim, accepted)])


# Markdown -----------------------------------------------------------------------------


def markdown(dossier: Dossier) -> str:
    """The same without pictures."""
    given = wording.assigned(wording.parameters(dossier.checked))
    lines = ["# proofkit report", ""]
    lines += [f"Parameters: {notes.code(given)}", ""] if given else []
    lines += [f"**{wording.check_summary(dossier.checked)}**", ""]
    lines += [
        f"**CONTRADICTION** {notes.escape(s)}" for s in wording.disagreements(dossier.checked)
    ]
    lines += [f"**{wording.proof_summary(dossier.proofs)}**", ""]
    lines += [
        f"- **[{key}]** {notes.escape(text)}" for key, text in contents.labels(dossier.checked)
    ]
    for checked in dossier.checked.lemmas:
        lines += ["", *_section(checked, dossier)]
    if dossier.findings:
        lines += ["", "## Findings"]
    for number, finding in enumerate(dossier.findings, 1):
        lines += ["", f"### {number}. {notes.escape(finding.title)}", ""]
        lines += [f"- *{heading}:* {notes.escape(said)}" for heading, said in rows(finding)]
    lines += [
        "",
        "## What this rests on",
        "",
        *dossier.remarks,
        f"Made with {dossier.made_with}.",
        "",
    ]
    lines += [f"SHA-256 of the certificates: {notes.code(dossier.digest)}", ""]
    return "\n".join(lines)


def _section(checked: CheckedLemma, dossier: Dossier) -> list[str]:
    rows, lemma = [], checked.lemma
    hand = quantifiers.Hand(
        lambda name: notes.code(UNICODE.symbol(name)),
        lambda said: notes.code(UNICODE.statement(said)),
    )
    for claim in checked.claims:
        proof = dossier.proved[claim.claim.name]
        here = notes.noted(claim.verdict, wording.note(claim))
        everywhere = notes.noted(proof.verdict, _proof_note(proof, dossier.accepted))
        name, says = notes.claim(claim)
        if needs := quantifiers.further(lemma, claim.claim).quantifier(hand):
            says += f", {needs}"
        rows.append((name, says, here, notes.escape(claim.margin), everywhere))
    said = wording.capital(quantifiers.of_lemma(lemma).quantifier(hand))
    shared = [f"{said}:", ""] if said else []
    return [*notes.heading(checked, dossier.checked), *shared, *notes.table(HEADS, rows)]
