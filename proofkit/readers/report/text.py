"""Tables for a terminal, readable at a glance, and the same when piped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.results import (
    MET,
    OPEN,
    PROVED,
    REFUTED,
    CheckedLemma,
    CheckReport,
    ProvedClaim,
    ProvedLemma,
    ProveReport,
    VerifiedClaim,
    VerifyReport,
)
from proofkit.readers.report import quantifiers, wording
from proofkit.readers.report.quantifiers import AS_WRITTEN, Quantified
from proofkit.readers.report.style import Style

MARGIN = 14
"""Widest margin shown; the rest of its digits are in the JSON report."""


def listing(selected: Sequence[tuple[Lemma, Sequence[Claim]]], style: Style) -> str:
    """What `list` prints: one line a lemma, and what the labels mean."""
    rows = [
        (lemma.id, lemma.source, wording.labels(lemma), str(len(claims)), lemma.title)
        for lemma, claims in selected
    ]
    lines = style.table(("lemma", "source", "label", "claims", "title"), rows, elastic=4)
    total = sum(len(claims) for _, claims in selected)
    lines.append("")
    lines.append(f"{wording.count(len(rows), 'lemma')}, {wording.count(total, 'claim')}")
    for label in sorted({x for lemma, _ in selected for x in lemma.labels}, key="SRO".index):
        lines += style.wrap(wording.meaning(label), "    ", first="", tone="faint")
    return "\n".join(lines)


def check(report: CheckReport, style: Style) -> str:
    """What `check` prints."""
    values = wording.parameters(report)
    given = wording.assigned({name: style.fit(value, 30) for name, value in values.items()})
    lines = style.wrap(given, "  ", first="At ") if given else []
    for lemma in report.lemmas:
        lines += ["", *heading(lemma.lemma, style), *_checked(lemma, report, style)]
    lines += ["", *style.wrap(wording.check_summary(report), "  ", first="")]
    for sentence in wording.disagreements(report):
        lines += [style.paint(f"CONTRADICTION {sentence}", "bad")]
    return "\n".join(lines)


def _checked(checked: CheckedLemma, report: CheckReport, style: Style) -> list[str]:
    lines = []
    if own := wording.own_parameters(checked, report):
        lines += style.wrap(own, "    ", first="  ", tone="faint")
    broken = [h for h in checked.hypotheses if h.verdict != MET]
    for hypothesis in broken:
        text = f"{hypothesis.verdict}: {wording.hypothesis(hypothesis, style.notation, checked)}"
        lines += style.wrap(text, "      ", first="  ! ", tone="unmet")
    if checked.hypotheses and not broken:
        met = wording.count(len(checked.hypotheses), "hypothesis", "hypotheses")
        lines.append(style.paint(f"  {met}, all met", "faint"))
    rows = [
        (c.claim.id, style.notation.claim(c.claim), c.verdict, _margin(c.margin, style))
        for c in checked.claims
    ]
    tones = [c.verdict for c in checked.claims]
    notes = [[wording.note(c)] for c in checked.claims]
    lines += style.noted(style.table(("claim", "says", "verdict", "margin"), rows, 1, tones), notes)
    if axioms := sorted({axiom for claim in checked.claims for axiom in claim.axioms}):
        lines += style.wrap(wording.axioms_line(axioms), "    ", first="  ", tone="faint")
    if opinions := wording.cross_checks(checked.claims):
        lines += style.wrap(f"cross-checks: {opinions}", "    ", first="  ", tone="faint")
    return lines


def prove(report: ProveReport, style: Style) -> str:
    """What `prove` prints."""
    lines: list[str] = []
    for lemma in report.lemmas:
        said = quantifiers.of_lemma(lemma.lemma).quantifier(quantifiers.plainly(style.notation))
        shared = style.wrap(said, "    ", first="  ", tone="faint")
        lines += [*heading(lemma.lemma, style), *shared, *_proved(lemma, style), ""]
    return "\n".join([*lines, *style.wrap(wording.proof_summary(report), "  ", first="")])


def alone(report: ProveReport) -> str:
    """What `prove --without-chains` adds: how far the search comes without authors."""
    proved, count = report.summary[PROVED], len(report.claims)
    share = f", {100 * proved // count} %" if count else ""
    return (
        f"The search alone is enough for {proved} of {count} claims that are not about "
        f"probabilities{share}."
    )


def _proved(proved: ProvedLemma, style: Style) -> list[str]:
    rows = [
        (c.claim.id, style.notation.claim(c.claim), c.verdict, str(len(c.steps)))
        for c in proved.claims
    ]
    tones = [c.verdict for c in proved.claims]
    hand = quantifiers.plainly(style.notation)
    needs = [quantifiers.further(proved.lemma, c.claim).quantifier(hand) for c in proved.claims]
    notes = [[said, *_proof_notes(c)] for said, c in zip(needs, proved.claims, strict=True)]
    return style.noted(style.table(("claim", "says", "verdict", "steps"), rows, 1, tones), notes)


def _proof_notes(claim: ProvedClaim) -> list[str]:
    notes = []
    if claim.axioms:
        notes.append(wording.axioms_line(claim.axioms))
    if claim.verdict == REFUTED and claim.witness:
        notes.append(f"refuted {claim.because}")
    if claim.verdict == OPEN or (claim.verdict == REFUTED and claim.reason):
        place = f" ({claim.claim.place})" if claim.claim.place else ""
        notes.append((claim.reason or "no proof was found") + place)
    return notes


def verify(report: VerifyReport, style: Style, full: bool = False) -> str:
    """What `verify` prints: the statements and for which values they are made, in the words of
    the file, and in full also what their names stand for."""
    rows = [(c.name, "; ".join(c.statements), c.verdict) for c in report.claims]
    tones = [c.verdict for c in report.claims]
    notes = [
        [*(_in_full(c) if full else [_quantifier(c)]), *_verified_notes(c)] for c in report.claims
    ]
    lines = style.noted(style.table(("claim", "says", "verdict"), rows, 1, tones), notes)
    s = report.summary
    maps = f", {wording.count(s['maps'], 'map')}" if "maps" in s else ""
    lines += [
        "",
        f"{wording.count(len(report.claims), 'certificate')} replayed: {s['proved']} proved, "
        f"{s['refuted']} refuted, {s['open']} open{maps}",
    ]
    return "\n".join(lines)


def _quantifier(claim: VerifiedClaim, *, domain: bool = False) -> str:
    """For which values a claim is made; of a map, what has the pieces."""
    given = () if domain else claim.hypotheses
    made = Quantified(claim.kinds, given, families=claim.families)
    said = made.quantifier(AS_WRITTEN)
    return f"on pieces, {said}" if said and claim.pieces is not None else said


def _in_full(claim: VerifiedClaim) -> Iterator[str]:
    yield _quantifier(claim, domain=True)
    yield from (f"states: {statement}" for statement in claim.statements)
    yield from (f"assumes: {hypothesis}" for hypothesis in claim.hypotheses)
    yield from (f"where {definition}" for definition in claim.definitions)


def _verified_notes(claim: VerifiedClaim) -> Iterator[str]:
    if claim.axioms:
        yield wording.axioms_line(claim.axioms)
    if claim.witness:
        yield f"refuted at {wording.assigned(claim.witness)}"
    if claim.pieces:
        yield f"pieces: {', '.join(f'{verdict} on {n}' for verdict, n in claim.pieces.items())}"


def heading(lemma: Lemma, style: Style) -> list[str]:
    """A lemma's name and title, and where it is from."""
    source = f"{lemma.source}{style.bullet}{wording.provenance(lemma)}"
    title = style.title(f"{lemma.id} {style.dash} {lemma.title}")
    return [title, *style.wrap(source, "  ", tone="faint")]


def _margin(margin: str, style: Style) -> str:
    """A margin that fits its column: many digits are cut towards zero and marked, a large
    number is written with an exponent."""
    mantissa, e, exponent = margin.partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, part = mantissa.removeprefix("-").partition(".")
    if not e and len(whole) > MARGIN - 2:
        digits = (whole + part).rstrip("0")
        mantissa, e, exponent = f"{sign}{digits[0]}.{digits[1:] or '0'}", "e", str(len(whole) - 1)
    return style.fit(mantissa, MARGIN - len(e + exponent)) + e + exponent
