"""What `check`, `prove` and `verify` return: plain data that reports only render."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from proofkit.language.proof import SEARCHED, Chain

if TYPE_CHECKING:
    from proofkit.language.claims import Claim, Hypothesis, Part
    from proofkit.language.lemma import Lemma

HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"
MET, UNMET = "met", "unmet"
PROVED, REFUTED, OPEN = "proved", "refuted", "open"
AGREE, DISAGREE, UNAVAILABLE = "agree", "disagree", "unavailable"
MATRICES, ROLES = "matrices", "roles"


@dataclass(frozen=True)
class CheckedHypothesis:
    hypothesis: Hypothesis
    verdict: str  # met, unmet or undecided


@dataclass(frozen=True)
class CheckedClaim:
    """One claim at given parameters. For a claim of several parts the numbers are those of
    the part that decides: the failing or undecided one, else the one with least margin."""

    claim: Claim
    verdict: str  # holds, fails or undecided
    lhs: str
    rhs: str
    margin: str
    bits: int
    part: str
    crosscheck: Mapping[str, str]  # "mpmath" and "numpy": agree, disagree or unavailable
    reason: str = ""  # why it is undecided, when it is
    axioms: tuple[str, ...] = ()  # those that the verdict rests on
    measured: str = ""  # what NumPy's opinion is about: the matrices, or their roles


@dataclass(frozen=True)
class CheckedLemma:
    lemma: Lemma
    values: Mapping[str, Fraction]  # the parameters it was checked at; defaults are its own
    hypotheses: tuple[CheckedHypothesis, ...]
    claims: tuple[CheckedClaim, ...]


@dataclass(frozen=True)
class CheckReport:
    parameters: Mapping[str, Fraction]
    lemmas: tuple[CheckedLemma, ...]

    @property
    def summary(self) -> dict[str, int]:
        """How many claims hold, fail and are undecided; how many hypotheses are not met
        (a hypothesis that several lemmas share counts once)."""
        verdicts = [claim.verdict for lemma in self.lemmas for claim in lemma.claims]
        counts = {name: verdicts.count(name) for name in (HOLDS, FAILS, UNDECIDED)}
        unmet = {
            checked.hypothesis.id
            for lemma in self.lemmas
            for checked in lemma.hypotheses
            if checked.verdict != MET
        }
        return {**counts, "unmet": len(unmet)}

    @property
    def contradictions(self) -> tuple[CheckedClaim, ...]:
        return tuple(
            claim
            for lemma in self.lemmas
            for claim in lemma.claims
            if DISAGREE in claim.crosscheck.values()
        )


@dataclass(frozen=True)
class ProvedClaim:
    """One claim over all parameters its hypotheses allow."""

    claim: Claim
    verdict: str  # proved, refuted or open
    axioms: tuple[str, ...]
    uses: tuple[str, ...]  # hypotheses the proof cites, by id
    cites: tuple[str, ...]  # claims the proof cites, by name
    steps: tuple[Mapping[str, Any], ...]  # relation, term, reason, rule of every step
    certificate: Mapping[str, Any]
    witness: Mapping[str, str] | None = None
    reason: str = ""  # which step is not proved, when it is open

    @property
    def because(self) -> str:
        """Why it is not proved: a point where it fails, or the step that is missing."""
        if self.witness:
            return "at " + ", ".join(f"{name} = {value}" for name, value in self.witness.items())
        return self.reason or "no proof was found"

    @cached_property
    def cited(self) -> tuple[str, ...]:
        """The claims that its certificate cites, in the order of the proof."""
        return tuple(dict.fromkeys(cited_in(self.certificate.get("proofs"))))

    @property
    def told(self) -> Claim:
        """The claim with the search's reasons where its author gives none."""
        proofs = self.certificate.get("proofs", ())
        parts = zip(self.claim.parts, proofs, strict=True) if proofs else ()
        told = tuple(_told(part, [s["reason"] for s in proof["steps"]]) for part, proof in parts)
        return replace(self.claim, parts=told) if told else self.claim


def cited_in(node: Any) -> Iterator[str]:
    """The claims that a part of a certificate cites, at any depth."""
    if isinstance(node, str):  # as most nodes are
        return
    if isinstance(node, Mapping):
        if node.get("rule") == "cite":
            yield str(node["claim"])
        for inner in node.values():
            yield from cited_in(inner)
    elif isinstance(node, list | tuple):
        for inner in node:
            yield from cited_in(inner)


def _told(part: Part, reasons: list[str]) -> Part:
    if len(reasons) != len(part.chain.steps):
        return part  # a certificate may prove the same in another way
    steps = zip(part.chain.steps, reasons, strict=True)
    told = (replace(s, reason=found) if s.reason == SEARCHED else s for s, found in steps)
    return replace(part, chain=Chain(part.chain.start, tuple(told)))


@dataclass(frozen=True)
class ProvedLemma:
    lemma: Lemma
    claims: tuple[ProvedClaim, ...]


@dataclass(frozen=True)
class ProveReport:
    """`replayed` has every claim that was tried, each after those it cites; it may hold more
    than was asked for."""

    lemmas: tuple[ProvedLemma, ...]
    replayed: tuple[ProvedClaim, ...] = ()

    @property
    def claims(self) -> tuple[ProvedClaim, ...]:
        return tuple(claim for lemma in self.lemmas for claim in lemma.claims)

    @property
    def summary(self) -> dict[str, int]:
        verdicts = [claim.verdict for claim in self.claims]
        return {name: verdicts.count(name) for name in (PROVED, REFUTED, OPEN)}


@dataclass(frozen=True)
class Relations:
    """The neighbours of one claim: what its proof uses, and whose proofs use it; `because` says
    why it has none."""

    verdict: str
    hypotheses: tuple[str, ...]
    axioms: tuple[str, ...]
    uses: tuple[str, ...]
    used_by: tuple[str, ...]
    because: str = ""
    proof: ProvedClaim | None = None


@dataclass(frozen=True)
class VerifiedClaim:
    """One replayed certificate, in the words of the file."""

    name: str
    verdict: str  # proved, refuted or open; or map, of which `pieces` says how many are proved
    kinds: Mapping[str, str]  # of the parameters that occur: integer or real
    statements: tuple[str, ...]
    hypotheses: tuple[str, ...]
    definitions: tuple[str, ...]
    axioms: tuple[str, ...]
    witness: Mapping[str, str] | None = None
    pieces: Mapping[str, int] | None = None
    families: Mapping[str, str] = field(default_factory=dict)  # the kind of their entries


@dataclass(frozen=True)
class VerifyReport:
    claims: tuple[VerifiedClaim, ...]

    @property
    def summary(self) -> dict[str, int]:
        """Claims by verdict, and maps if there are any."""
        verdicts = [claim.verdict for claim in self.claims]
        maps = {"maps": verdicts.count("map")} if "map" in verdicts else {}
        return {name: verdicts.count(name) for name in (PROVED, REFUTED, OPEN)} | maps
