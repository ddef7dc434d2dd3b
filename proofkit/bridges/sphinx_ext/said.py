"""The statements that pages make about claims, and whether they are true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofkit.bridges.sphinx_ext.knowledge import SiteKnowledge
from proofkit.foundations.errors import InputError, ProofkitError
from proofkit.foundations.exact import shorten
from proofkit.language.results import FAILS, HOLDS, OPEN, PROVED, REFUTED, UNDECIDED
from proofkit.readers.report import wording

HERE = (HOLDS, FAILS, UNDECIDED)
EVERYWHERE = (PROVED, REFUTED, OPEN)

Settings = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Said:
    """`target`, a lemma or a claim, has this status: at these parameters for `holds`, `fails`
    and `undecided`, else for all. Without a status only that it exists and can be decided."""

    source: str
    line: int
    target: str
    status: str = ""
    at: Settings = ()

    @property
    def place(self) -> str:
        return f"{self.source}:{self.line}"


def settings(text: str) -> Settings:
    """`a1=6/10, n=1000` as pairs; white space and commas part them."""
    pairs: dict[str, str] = {}
    for item in text.replace(" =", "=").replace("= ", "=").replace(",", " ").split():
        name, equals, value = item.partition("=")
        if not name or not equals or not value:
            raise InputError(f"expected NAME=VALUE, got {shorten(repr(item))}")
        if name in pairs:
            raise InputError(f"{shorten(name)} is given twice")
        pairs[name] = value
    return tuple(pairs.items())


def problems(said: Said, knowledge: SiteKnowledge) -> Iterator[str]:
    """One sentence for every claim that is not as the page says."""
    try:
        if not any(claims for _, claims in knowledge.find((said.target,))):
            yield f"{said.target} makes no claim"
        if said.status in EVERYWHERE and said.at:
            yield f"{said.status} is about all parameters, not about some"
        elif said.status in EVERYWHERE:
            yield from _everywhere(said, knowledge)
        else:
            yield from _here(said, knowledge)
    except ProofkitError as error:
        yield str(error)


def _here(said: Said, knowledge: SiteKnowledge) -> Iterator[str]:
    report = knowledge.checked((said.target,), dict(said.at))
    where = "".join(f", {name} = {value}" for name, value in said.at)[2:] or "the defaults"
    for lemma in report.lemmas:
        for claim in lemma.claims:
            if said.status and claim.verdict != said.status:
                note = f" ({n})" if (n := wording.note(claim)) else ""
                yield (
                    f"the page says that {claim.claim.name} {_verb(said.status)} at {where}, but "
                    f"it {_verb(claim.verdict)}{note}"
                )
    yield from wording.disagreements(report)


def _everywhere(said: Said, knowledge: SiteKnowledge) -> Iterator[str]:
    for name, claim in knowledge.proved((said.target,)).items():
        if claim.verdict != said.status:
            note = f" ({claim.reason})" if claim.reason else ""
            yield f"the page says that {name} is {said.status}, but it is {claim.verdict}{note}"


def _verb(verdict: str) -> str:
    return "is undecided" if verdict == UNDECIDED else verdict
