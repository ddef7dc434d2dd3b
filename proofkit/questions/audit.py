"""Which hypotheses the proofs need: used, never used, implied by the others, or needed.

A hypothesis is *unused* when the proof found does not cite it. One that is used is

- *needed* when without it the claim fails at some parameters, and such a point is shown;
- *redundant* when the kernel proves it from the other hypotheses, or proves the claim
  without it;
- *not known* when neither is found. Nothing here is a guess: every point is decided by the
  kernel, and every implication is proved by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofkit import search
from proofkit.foundations.progress import Progress
from proofkit.kernel.certificates import Library, RegionVerdict
from proofkit.language.claims import Hypothesis
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Values
from proofkit.language.results import PROVED, REFUTED, ProvedClaim, ProveReport
from proofkit.questions import pipeline
from proofkit.questions.problem import SECONDS, Problem, premises, refuted
from proofkit.search.nodes import point_text

UNUSED, REDUNDANT, NEEDED, NOT_KNOWN = "unused", "redundant", "needed", "not known"
STEP = Fraction(1, 10**10)


@dataclass(frozen=True)
class Role:
    """What one hypothesis does for one claim. `point` is where the claim fails without it;
    `implied_by` are hypotheses it follows from, and empty when the claim is proved without
    it instead; `note` says what stands in the way of an answer."""

    hypothesis: Hypothesis
    role: str
    implied_by: tuple[str, ...] = ()
    point: Mapping[str, str] | None = None
    note: str = ""
    certificates: tuple[Mapping[str, Any], ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class AuditedClaim:
    """A claim, the roles of its hypotheses when it is proved, and a point that satisfies
    them all, None when none was found."""

    proved: ProvedClaim
    roles: tuple[Role, ...]
    together: Mapping[str, str] | None

    def having(self, role: str) -> tuple[Role, ...]:
        return tuple(r for r in self.roles if r.role == role)


@dataclass(frozen=True)
class AuditedLemma:
    lemma: Lemma
    claims: tuple[AuditedClaim, ...]

    def users(self, hypothesis: Hypothesis) -> tuple[str, ...]:
        """The audited claims whose proofs cite a hypothesis."""
        return tuple(c.proved.claim.id for c in self.claims if hypothesis.id in c.proved.uses)

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The lemma's hypotheses, then those that single claims add."""
        own = [h for c in self.claims for h in c.proved.claim.hypotheses]
        return tuple(dict.fromkeys([*self.lemma.hypotheses, *own]))

    @property
    def unused(self) -> tuple[Hypothesis, ...]:
        """Hypotheses that no audited proof cites."""
        return tuple(h for h in self.hypotheses if not self.users(h))


@dataclass(frozen=True)
class AuditReport:
    lemmas: tuple[AuditedLemma, ...]
    proofs: tuple[Mapping[str, Any], ...] = field(default=(), compare=False, repr=False)

    @property
    def certificates(self) -> list[Mapping[str, Any]]:
        """The claims, after what they cite; then, for each hypothesis, why it is needed or not."""
        roles = (r for lemma in self.lemmas for claim in lemma.claims for r in claim.roles)
        found = [*self.proofs, *(proof for role in roles for proof in role.certificates)]
        return list({proof["id"]: proof for proof in found}.values())

    @property
    def summary(self) -> dict[str, int]:
        """Claims by verdict; hypotheses that no proof of their lemma cites; then how many
        uses of a hypothesis are redundant, needed and not known."""
        claims = [claim for lemma in self.lemmas for claim in lemma.claims]
        verdicts = [claim.proved.verdict for claim in claims]
        roles = [role.role for claim in claims for role in claim.roles]
        return {
            **{name: verdicts.count(name) for name in (PROVED, REFUTED, "open")},
            "unused": sum(len(lemma.unused) for lemma in self.lemmas),
            **{name: roles.count(name) for name in (REDUNDANT, NEEDED, NOT_KNOWN)},
        }


def audit(selection: Sequence[str], progress: Progress | None = None) -> AuditReport:
    """Prove the selected claims, then question every hypothesis their proofs use."""
    report = pipeline.prove(selection)
    questions = _Questions(report)
    done, total = 0, len(report.claims)
    lemmas = []
    for lemma in report.lemmas:
        claims = []
        for proved in lemma.claims:
            claims.append(questions.ask(proved))
            done += 1
            if progress:
                progress(done, total, proved.claim.name)
        lemmas.append(AuditedLemma(lemma.lemma, tuple(claims)))
    return AuditReport(tuple(lemmas), tuple(p.certificate for p in report.replayed))


class _Questions:
    """Asks the kernel, and remembers which hypotheses follow from which."""

    def __init__(self, report: ProveReport) -> None:
        self._library = Library(SECONDS)
        for proved in report.replayed:
            self._library.replay(proved.certificate)
        self._implied: dict[tuple[Hypothesis, ...], RegionVerdict | None] = {}

    def ask(self, proved: ProvedClaim) -> AuditedClaim:
        """The roles of all hypotheses of a claim."""
        together = proved.certificate.get("inhabited") or proved.witness
        if proved.verdict != PROVED or together is None:
            return AuditedClaim(proved, (), together)
        start = {name: Fraction(value) for name, value in together.items()}
        roles = tuple(
            self._role(Problem(proved.claim, h), start) if h.id in proved.uses else Role(h, UNUSED)
            for h in proved.claim.hypotheses
        )
        return AuditedClaim(proved, roles, together)

    def _role(self, problem: Problem, start: Values) -> Role:
        dropped = problem.stated
        looked = problem.failures.anywhere(start)
        if looked.point is not None:
            return _needed(problem, looked.point)
        if not looked.possible:
            follows = self._implication(problem)
            if follows is not None:
                proof = problem.named(follows)
                return Role(dropped, REDUNDANT, implied_by=premises(follows), certificates=proof)
        verdict = search.prove(problem.without(), self._library, refute=False).verdict
        if verdict.value == REFUTED and verdict.witness is not None:
            return _needed(problem, dict(verdict.witness))
        if verdict.value == PROVED:
            return Role(dropped, REDUNDANT, certificates=(verdict.certificate,))
        point = _beyond(problem)
        if point is not None:
            return _needed(problem, point)
        return Role(dropped, NOT_KNOWN, note=looked.note)

    def _implication(self, problem: Problem) -> RegionVerdict | None:
        """The theorem that the hypothesis follows from the others; claims that share them all
        share it."""
        key = (problem.stated, *problem.others)
        if key not in self._implied:
            self._implied[key] = problem.implication()
        return self._implied[key]


def _needed(problem: Problem, point: Values) -> Role:
    """Without the hypothesis the claim fails at this point, as the kernel confirms."""
    verdict = refuted(problem.without(), point)
    if verdict is None:
        return Role(problem.stated, NOT_KNOWN, note="the kernel does not confirm the point found")
    shown = point_text(point)
    return Role(problem.stated, NEEDED, point=shown, certificates=(verdict.certificate,))


def _beyond(problem: Problem) -> Values | None:
    """A point where the claim fails beyond the number that bounds a parameter."""
    end = problem.end
    values = () if end is None else end.beyond(STEP)
    found = (problem.failures.at(end.over, value) for value in values if end is not None)
    return next((point for point in found if point is not None), None)
