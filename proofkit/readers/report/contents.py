"""What a page says of a lemma, as running text: formulas stand between dollar signs, for Markdown
or HTML to finish."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sympy import Expr

from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.results import (
    MET,
    PROVED,
    CheckedClaim,
    CheckedLemma,
    CheckReport,
    ProvedClaim,
)
from proofkit.readers.report import phrases, quantifiers, wording
from proofkit.readers.report.explain import derivation
from proofkit.readers.report.mathematics import LATEX, UNICODE, Latex
from proofkit.readers.report.naming import LONG, SHORT

ROOM = 14
"""How many lines of proofs and headings stand open on a page; other proofs are folded."""
AROUND = 4
"""Lines that an open proof takes beside those of its chain."""
HEADING = 2
"""Lines that a claim takes while its proof is folded."""
MANY = 30
"""With more lines than these in all its proofs a page may have all of them folded."""
ENOUGH = 3
"""Lines of a proof that stands open even where there is little room."""

ABBREVIATIONS = "abbreviations"
"""The module in which a collection lists what its reasons write for short, as `ABBREVIATIONS`."""

Proofs = Mapping[str, ProvedClaim]


def sections(checked: CheckReport) -> list[tuple[str, list[CheckedLemma]]]:
    """All lemmas, section by section of the paper."""
    found: dict[str, list[CheckedLemma]] = {}
    for lemma in checked.lemmas:
        found.setdefault(lemma.lemma.section, []).append(lemma)
    return sorted(found.items(), key=lambda item: section_order(item[0]))


def section_order(section: str) -> tuple[bool, list[int], str]:
    """Numbered sections first, in their order; then the rest by name, appendices last."""
    numbers = [int(digits) for digits in re.findall(r"\d+", section)]
    return section.startswith("Appendix"), numbers or [1_000], section


def labels(checked: CheckReport) -> list[tuple[str, str]]:
    """The labels of provenance that these lemmas have, and what they mean."""
    used = {label for lemma in checked.lemmas for label in lemma.lemma.labels}
    return [(key, text) for key, text in wording.PROVENANCE.items() if key in used]


def verdicts(checked: CheckedLemma, proved: Proofs) -> tuple[list[str], list[str]]:
    """Of every claim at the parameters, and for all parameters."""
    here = [claim.verdict for claim in checked.claims]
    return here, [proved[claim.claim.name].verdict for claim in checked.claims]


def origin(lemma: Lemma) -> str:
    """Where the lemma is from."""
    return ", ".join(dict.fromkeys([lemma.source, lemma.section]))


def about(lemma: Lemma) -> list[str]:
    """The lemma in words, paragraph by paragraph; its first sentence is what one comes for."""
    return [phrases.prose(paragraph, symbols(lemma)) for paragraph in wording.about(lemma)]


def abbreviations() -> Iterator[tuple[str, Expr]]:
    """What collections write for short, and what it stands for."""
    for module in registry.declarations(ABBREVIATIONS):
        yield from module.ABBREVIATIONS.items()


def for_short(lemma: Lemma) -> str:
    """The abbreviations that a lemma's words and reasons use, as running text."""
    parts = (part for claim in lemma.claims.values() for part in claim.parts)
    reasons = (step.reason for part in parts for step in part.chain.all_steps())
    words = set(re.findall(r"\w+", " ".join([lemma.about, *reasons])))
    known = symbols(lemma)
    return ", ".join(
        f"${LATEX.symbol(name)} = {LATEX.term(term)}$"
        for name, term in abbreviations()
        if name in words - known and {symbol.name for symbol in term.free_symbols} <= known
    )


def symbols(lemma: Lemma) -> frozenset[str]:
    """What a lemma's own words mean when they are marked as code."""
    defined = (claim.definitions for claim in lemma.claims.values())
    return frozenset({p.name for p in lemma.parameters}.union(*defined))


def parameters(lemma: Lemma) -> Iterator[tuple[str, str, str]]:
    """The symbol, meaning and default of every parameter."""
    for p in lemma.parameters:
        kind = " (an integer)" if p.integer else ""
        meaning = phrases.typeset(p.meaning) + kind
        yield f"${LATEX.symbol(p.name)}$", meaning, str(p.default)


class Assumed(NamedTuple):
    """A hypothesis, how it stands at the parameters, the values that break it if it is not met,
    and which proofs use it."""

    says: str
    id: str
    verdict: str
    values: str
    users: str


def hypotheses(checked: CheckedLemma, proved: Proofs) -> Iterator[Assumed]:
    """What is assumed."""
    known = {h.hypothesis.id: h for h in checked.hypotheses}
    for h in checked.lemma.hypotheses:
        users = [c.claim.id for c in checked.claims if h.id in proved[c.claim.name].uses]
        found = known.get(h.id)
        verdict = found.verdict if found else MET
        values = wording.values(found, UNICODE, checked) if found and verdict != MET else ""
        said = f"${LATEX.statement(h.statement)}$"
        yield Assumed(said, h.id, verdict, values, _users(users, checked))


def _users(users: Sequence[str], checked: CheckedLemma) -> str:
    if len(users) == len(checked.claims) > 1:
        return "every claim"
    if len(users) > 3:
        return f"{len(users)} of {len(checked.claims)} claims"
    return ", ".join(users) or "no proof"


def definitions(checked: CheckedLemma) -> list[tuple[str, str]]:
    """Every definition that the claims need, once, and why it is so."""
    found = {d.symbol.name: d for c in checked.claims for d in derivation(c.claim)}
    names = frozenset(found)
    return [
        (
            rf"$\displaystyle {LATEX.term(d.symbol)} = {LATEX.term(d.expression)}$",
            phrases.typeset(d.reason, names),
        )
        for d in found.values()
    ]


def quantities(rows: Sequence[object]) -> str:
    """The heading of so many definitions."""
    come = "it comes" if len(rows) == 1 else "they come"
    return f"{wording.count(len(rows), 'quantity', 'quantities')}, and where {come} from"


def statement(claim: Claim, notation: Latex = SHORT) -> str:
    """What a claim says, in one line: of many parts the first, of long events that there is one,
    or its name."""
    first, *rest = (notation.statement(part.statement) for part in claim.parts)
    if r"\cdots" in first or r"\Pr[E_" in first:
        return f"{claim.id.replace('-', ' ')}: ${first}$"
    if len(rest) == 1 and len(first + rest[0]) < LONG:
        return f"${first}$ and ${rest[0]}$"
    return f"${first}$" + (f" and {len(rest)} more" if rest else "")


def in_full(claim: Claim, notation: Latex) -> list[str]:
    """Every part, if `statement` has not all of them."""
    shown = statement(claim, notation)
    parts = [(part.label, f"${notation.statement(part.statement)}$") for part in claim.parts]
    if all(said in shown for _, said in parts):
        return []
    return [f"{label}: {said}" if label else said for label, said in parts]


def domain(lemma: Lemma) -> str:
    """The kinds of the parameters that all claims share, before a list of the hypotheses."""
    said = quantifiers.of_lemma(lemma).domain(quantifiers.running(LATEX))
    return f"{wording.capital(said)} with" if said else ""


def assuming(claim: Claim, lemma: Lemma, notation: Latex) -> str:
    """What a claim needs beyond what its lemma says, as a sentence."""
    said = quantifiers.further(lemma, claim).quantifier(quantifiers.running(notation))
    return f"{wording.capital(said)}." if said else ""


def beside(checked: CheckedClaim, proved: ProvedClaim, place: str) -> Iterator[str]:
    """How a claim stands at the parameters, and for all parameters if it is not proved."""
    if proved.verdict != PROVED:
        yield proved.because
    here = f"{checked.verdict} {place}"
    if checked.margin:
        sides = f"{checked.lhs} against {checked.rhs}, margin {checked.margin}"
        here += f": {wording.raised(sides)}"
    yield here


def unfolded(claims: Sequence[CheckedClaim]) -> set[str]:
    """The proofs that stand open: one that is not too long on a page of few lines, and others as
    far as there is room, the longest first, since there is something to read."""
    sizes = {c.claim.name: sum(len(part.chain.steps) for part in c.claim.parts) for c in claims}
    ranked = sorted(sizes, key=lambda name: -sizes[name])
    short = [name for name in ranked if sizes[name] <= ENOUGH]
    chosen = set(short[:1]) if sum(sizes.values()) <= MANY else set()
    room = ROOM - HEADING * len(claims) - sum(AROUND + sizes[name] for name in chosen)
    for name in ranked:
        if AROUND + sizes[name] <= room and name not in chosen:
            room -= AROUND + sizes[name]
            chosen.add(name)
    return chosen
