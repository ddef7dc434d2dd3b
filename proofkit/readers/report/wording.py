"""Sentences that every format shares, so that no two of them say different things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from proofkit.language.from_sympy import from_sympy
from proofkit.language.lemma import Lemma
from proofkit.language.results import (
    AGREE,
    DISAGREE,
    PROVED,
    ROLES,
    CheckedClaim,
    CheckedHypothesis,
    CheckedLemma,
    CheckReport,
    ProveReport,
    Relations,
)
from proofkit.language.terms import variables

if TYPE_CHECKING:
    from proofkit.readers.report.mathematics import Notation

PROVENANCE = {
    "S": "as the paper's summary states it",
    "R": "reconstructed, not the paper's wording",
    "O": "our own extension, not in the paper",
}


_BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_ABOVE = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def lowered(text: str) -> str:
    """Words in which data sets are written as in the paper.

    >>> lowered("Softmax weights on D1")
    'Softmax weights on D₁'
    """
    return re.sub(r"\b[A-Z]\d+\b", lambda match: match[0].translate(_BELOW), text)


def raised(text: str) -> str:
    """Decimals with powers of ten in place of an exponent behind a letter.

    >>> raised("3.31127e+14 against 1.2e-8")
    '3.31127·10¹⁴ against 1.2·10⁻⁸'
    """
    return re.sub(r"(?<=\d)e\+?(-?\d+)\b", lambda match: "·10" + match[1].translate(_ABOVE), text)


def provenance(lemma: Lemma) -> str:
    """The label and what it means."""
    return "; ".join(_labelled(lemma, label) for label in lemma.labels)


def _labelled(lemma: Lemma, label: str) -> str:
    """One label in words; where a lemma has several, with the claims that it is for."""
    if len(lemma.labels) == 1:
        return meaning(label)
    names = ", ".join(c.id for c in lemma.claims.values() if c.provenance == label)
    return f"{meaning(label)} ({names})"


def meaning(label: str) -> str:
    """A label of provenance in words."""
    return f"[{label}] {PROVENANCE[label]}"


def labels(lemma: Lemma) -> str:
    """All labels of a lemma, without words."""
    return "".join(f"[{label}]" for label in lemma.labels)


def about(lemma: Lemma) -> list[str]:
    """The paragraphs in which a lemma is described, each on one line."""
    paragraphs = (" ".join(p.split()) for p in re.split(r"\n\s*\n", lemma.about or ""))
    return [paragraph for paragraph in paragraphs if paragraph]


def assigned(values: Mapping[str, object]) -> str:
    """`n = 1000, d = 102`."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def parameters(report: CheckReport) -> dict[str, str]:
    """Every parameter, written exactly."""
    return {name: str(value) for name, value in report.parameters.items()}


def own_parameters(lemma: CheckedLemma, report: CheckReport) -> str:
    """Where a lemma has a default of its own: what differs from the report's parameters."""
    given = {k: v for k, v in lemma.values.items() if report.parameters.get(k) != v}
    return f"at its own {assigned(given)}" if given else ""


def hypothesis(checked: CheckedHypothesis, notation: Notation, lemma: CheckedLemma) -> str:
    """An assumption that is not met, with the values that break it."""
    statement = notation.statement(checked.hypothesis.statement)
    return f"{statement}  {values(checked, notation, lemma)}"


def values(checked: CheckedHypothesis, notation: Notation, lemma: CheckedLemma) -> str:
    """What the parameters of an assumption are here."""
    statement, given = checked.hypothesis.statement, lemma.values
    names = sorted(variables(from_sympy(statement.left)) | variables(from_sympy(statement.right)))
    return f"({', '.join(f'{notation.symbol(n)} = {given[n]}' for n in names if n in given)})"


def relations(known: Relations | None) -> list[tuple[str, str]]:
    """What a claim's proof uses and who uses the claim, as pairs of a heading and a list."""
    if known is None:
        return []
    if known.verdict != PROVED:
        uses = [("for all parameters it is", f"{known.verdict}, {known.because}")]
    else:
        used = ", ".join(known.hypotheses) or "none"
        uses = [("uses the hypotheses", used), ("uses the claims", ", ".join(known.uses))]
        uses += [("rests on the axioms", ", ".join(known.axioms))]
    pairs = [*uses, ("used by", ", ".join(known.used_by))]
    return [(heading, names) for heading, names in pairs if names]


def capital(text: str) -> str:
    """Words as a sentence begins."""
    return text[:1].upper() + text[1:]


def count(number: int, singular: str, plural: str = "") -> str:
    """`1 claim`, `2 claims`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def percent(share: Fraction, places: int = 1, below: str = "<", above: str = ">") -> str:
    """A share in per cent; a little is not nothing, nor nearly all all.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 10**6)), percent(Fraction(1))
    ('33.3%', '< 0.1%', '100%')
    """
    if share in (0, 1):
        return f"{100 * share}%"
    unit = 10**places
    steps = round(100 * unit * share)
    word = {0: f"{below} ", 100 * unit: f"{above} "}.get(steps, "")
    whole, part = divmod(min(max(steps, 1), 100 * unit - 1), unit)
    return f"{word}{whole}.{part:0{places}}%"


def rests_on(axioms: Iterable[str]) -> str:
    """The axioms that a verdict rests on."""
    return f"rests on: {', '.join(axioms)}"


BY_ROLE = "by role: the matrices are too large to be written out"
"""What NumPy's opinion is about beyond so many tokens."""


def second_opinions(claims: tuple[CheckedClaim, ...]) -> str:
    """What the other engines made of the claims, engine by engine."""
    engines = sorted({engine for claim in claims for engine in claim.crosscheck})
    by_role = any(claim.measured == ROLES for claim in claims)
    said = []
    for engine in engines:
        verdicts = [claim.crosscheck.get(engine) for claim in claims]
        agree, disagree = verdicts.count(AGREE), verdicts.count(DISAGREE)
        text = f"{engine} agrees on {agree} of {len(claims)}"
        if not agree and not disagree:
            text = f"{engine} has none"
        text = f"{text} and DISAGREES on {disagree}" if disagree else text
        said.append(f"{text} ({BY_ROLE})" if engine == "numpy" and by_role else text)
    return ", ".join(said)


def check_summary(report: CheckReport) -> str:
    """The last line of a check."""
    s = report.summary
    total = s["holds"] + s["fails"] + s["undecided"]
    return (
        f"{count(total, 'claim')}: {verdicts(s)}; "
        f"{count(s['unmet'], 'hypothesis', 'hypotheses')} unmet"
    )


def verdicts(counts: Mapping[str, int]) -> str:
    """`1 holds, 2 fail, 0 undecided`."""
    holds, fails = count(counts["holds"], "holds", "hold"), count(counts["fails"], "fails", "fail")
    return f"{holds}, {fails}, {counts['undecided']} undecided"


def both_sides(left: str, right: str) -> str:
    """The two sides of a statement at a point, as far as they are known."""
    sides = (("left side", left), ("right side", right))
    return ", ".join(f"{name} {value}" for name, value in sides if value)


def proof_summary(report: ProveReport) -> str:
    """How many claims are proved."""
    counts = report.summary
    found = ", ".join(f"{number} {name}" for name, number in counts.items())
    total = count(sum(counts.values()), "claim")
    return f"{total}, for all parameters their hypotheses allow: {found}"


def disagreements(report: CheckReport) -> list[str]:
    """One sentence for every claim on which two engines disagree."""
    return [
        f"{claim.claim.name}: the rigorous verdict is {claim.verdict}, but "
        + " and ".join(e for e, said in sorted(claim.crosscheck.items()) if said == DISAGREE)
        + " disagrees"
        for claim in report.contradictions
    ]


def note(claim: CheckedClaim) -> str:
    """What to add under a claim that does not simply hold; empty when it does."""
    if claim.verdict == "holds":
        return ""
    part = f"part {claim.part}: " if claim.part else ""
    sides = both_sides(claim.lhs, claim.rhs)
    return part + "; ".join(text for text in (sides, claim.reason) if text)
