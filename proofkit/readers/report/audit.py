"""The audit of hypotheses as text and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofkit.language.claims import Hypothesis
from proofkit.language.results import PROVED
from proofkit.questions.audit import (
    NEEDED,
    NOT_KNOWN,
    REDUNDANT,
    UNUSED,
    AuditedClaim,
    AuditedLemma,
    AuditReport,
    Role,
)
from proofkit.readers.report import wording
from proofkit.readers.report.json import dump, present, stated
from proofkit.readers.report.style import Style
from proofkit.readers.report.wording import assigned

_TONES = {NEEDED: "good", UNUSED: "faint", REDUNDANT: "warn", NOT_KNOWN: "warn"}


def text(report: AuditReport, style: Style) -> str:
    """What `audit` prints."""
    lines: list[str] = []
    for lemma in report.lemmas:
        lines += [*_lemma(lemma, style), ""]
    return "\n".join([*lines, *style.wrap(_summary(report), "  ", first="")])


def _summary(report: AuditReport) -> str:
    s = report.summary
    total = s["proved"] + s["refuted"] + s["open"]
    return (
        f"{wording.count(total, 'claim')}: {s['proved']} proved, {s['refuted']} refuted, "
        f"{s['open']} open; uses of a hypothesis: {s[NEEDED]} needed, {s[REDUNDANT]} redundant, "
        f"{s[NOT_KNOWN]} not known; {wording.count(s[UNUSED], 'hypothesis', 'hypotheses')} of a "
        "lemma never used"
    )


def _lemma(audited: AuditedLemma, style: Style) -> list[str]:
    lemma = audited.lemma
    lines = [style.title(f"{lemma.id} {style.dash} {lemma.title}")]
    rows = [
        (h.id, style.notation.statement(h.statement), _used_by(audited, h))
        for h in audited.hypotheses
    ]
    tones = ["warn" if h in audited.unused else None for h in audited.hypotheses]
    if rows:
        lines += style.table(("hypothesis", "says", "used by"), rows, elastic=1, tones=tones)
    common = _common_point(audited)
    if common is not None:
        lines += style.wrap(assigned(common), "    ", first="  they hold together at ")
    for claim in audited.claims:
        covered = set(claim.proved.claim.hypotheses) <= set(lemma.hypotheses)
        lines += _claim(claim, common, covered, style)
    return lines


def _used_by(audited: AuditedLemma, hypothesis: Hypothesis) -> str:
    among = [c for c in audited.claims if hypothesis in c.proved.claim.hypotheses]
    users = len(audited.users(hypothesis))
    return f"{users} of {len(among)}" if users else f"none of {len(among)}"


def _common_point(audited: AuditedLemma) -> Mapping[str, str] | None:
    """A point for the lemma's hypotheses: claims that assume more have their own."""
    return next((c.together for c in audited.claims if c.together is not None), None)


def _claim(
    audited: AuditedClaim, common: Mapping[str, str] | None, covered: bool, style: Style
) -> list[str]:
    """One claim; `covered` when it assumes no more than its lemma, whose point is `common`."""
    proved = audited.proved
    lines = ["", f"  {proved.claim.id}: {style.paint(proved.verdict, proved.verdict)}"]
    for role in (*audited.having(NEEDED), *audited.having(REDUNDANT), *audited.having(NOT_KNOWN)):
        word = style.paint(role.role, _TONES[role.role])
        lines += style.wrap(_reason(role), " " * 8, first=f"    {word} {role.hypothesis.id}: ")
    if unused := [role.hypothesis.id for role in audited.having(UNUSED)]:
        word = style.paint(UNUSED, _TONES[UNUSED])
        lines += style.wrap(", ".join(unused), " " * 8, first=f"    {word} ")
    if proved.verdict != PROVED:
        lines += style.wrap(proved.reason or "its proof is not there to audit", " " * 8, "    ")
    if audited.together is None and covered and common is not None:
        return lines
    if audited.together is None:
        lines.append("    no parameters are known at which all its hypotheses hold")
    elif audited.together != common:
        lines += style.wrap(assigned(audited.together), " " * 8, first="    they hold together at ")
    return lines


def _reason(role: Role) -> str:
    if role.role == NEEDED:
        return f"the claim fails at {assigned(role.point or {})}"
    if role.role == REDUNDANT:
        if role.implied_by:
            return f"follows from {', '.join(role.implied_by)}"
        return "the claim is proved without it"
    return "no proof without it, and no point where the claim fails" + (
        f" ({role.note})" if role.note else ""
    )


def json(report: AuditReport) -> str:
    """What `audit --format json` prints."""
    lemmas = [
        {
            "id": audited.lemma.id,
            "hypotheses": [{**stated(h), "used_by": audited.users(h)} for h in audited.hypotheses],
            "claims": [_claim_data(claim) for claim in audited.claims],
        }
        for audited in report.lemmas
    ]
    return dump({"lemmas": lemmas, "summary": report.summary})


def _claim_data(audited: AuditedClaim) -> dict[str, Any]:
    return {
        "id": audited.proved.claim.id,
        "verdict": audited.proved.verdict,
        "together": audited.together,
        "hypotheses": [_role(role) for role in audited.roles],
    }


def _role(role: Role) -> dict[str, Any]:
    return {
        "id": role.hypothesis.id,
        "role": role.role,
        **present(implied_by=role.implied_by, point=role.point, note=role.note),
    }
