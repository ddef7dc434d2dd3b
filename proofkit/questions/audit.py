"""Which hypotheses the proofs need: used, never used, implied by the others, or needed.

A hypothesis is *unused* when the proof found does not cite it. One that is used is

- *needed* when without it the claim fails at some parameters, and such a point is shown;
- *redundant* when the kernel proves it from the other hypotheses, or proves the claim
  without it;
- *not known* when neither is found. Nothing here is a guess: every point is decided by the
  kernel, and every implication is proved by it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from proofkit import search
from proofkit.foundations.errors import ProofkitError
from proofkit.foundations.progress import Progress
from proofkit.kernel import points
from proofkit.kernel.replay import Library
from proofkit.kernel.scope import Context, Fact
from proofkit.search.from_sympy import context_of, fact_of
from proofkit.kernel.terms import Term, variables
from proofkit.language.claims import Claim, Hypothesis, Part
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter, Values, resolve
from proofkit.language.proof import Chain, Step
from proofkit.language.results import PROVED, REFUTED, ProvedClaim, ProveReport
from proofkit.questions import pipeline

UNUSED, REDUNDANT, NEEDED, NOT_KNOWN = "unused", "redundant", "needed", "not known"
DRAWS = 400
TRIALS = 60
BITS = 512
SECONDS = 3600.0


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
    return AuditReport(tuple(lemmas))


class _Questions:
    """Asks the kernel, and remembers which hypotheses follow from which."""

    def __init__(self, report: ProveReport) -> None:
        self._library = Library(SECONDS)
        for proved in report.replayed:
            self._library.replay(proved.certificate)
        self._implied: dict[tuple[Hypothesis, ...], tuple[str, ...] | None] = {}

    def ask(self, proved: ProvedClaim) -> AuditedClaim:
        """The roles of all hypotheses of a claim."""
        together = proved.certificate.get("inhabited") or proved.witness
        if proved.verdict != PROVED or together is None:
            return AuditedClaim(proved, (), together)
        start = {name: Fraction(value) for name, value in together.items()}
        roles = tuple(
            self._role(proved.claim, h, start) if h.id in proved.uses else Role(h, UNUSED)
            for h in proved.claim.hypotheses
        )
        return AuditedClaim(proved, roles, together)

    def _role(self, claim: Claim, dropped: Hypothesis, start: Values) -> Role:
        possible, point, note = _failure(claim, dropped, start)
        if point is not None:
            return Role(dropped, NEEDED, point=_as_text(point))
        others = tuple(h for h in claim.hypotheses if h != dropped)
        if not possible:
            implied_by = self._implication(claim, dropped, others)
            if implied_by is not None:
                return Role(dropped, REDUNDANT, implied_by=implied_by)
        rest = replace(claim, id=f"{claim.id}-without-{dropped.id}", hypotheses=others)
        verdict = search.prove(rest, self._library, refute=False).verdict
        if verdict.value == REFUTED and verdict.witness is not None:
            return Role(dropped, NEEDED, point=_as_text(verdict.witness))
        return Role(dropped, REDUNDANT if verdict.value == PROVED else NOT_KNOWN, note=note)

    def _implication(
        self, claim: Claim, wanted: Hypothesis, others: tuple[Hypothesis, ...]
    ) -> tuple[str, ...] | None:
        """The hypotheses from which the kernel proves the wanted one, None if it does not."""
        key = (wanted, *others)
        if key not in self._implied:
            left, relation, right = (getattr(wanted.statement, k) for k in _SIDES)
            chain = Chain(left, (Step(relation, right, "implied"),))
            part = Part("", wanted.statement, chain)
            goal = Claim("audit", wanted.id, (part,), others, {}, claim.parameters)
            verdict = search.prove(goal, Library(SECONDS), refute=False).verdict
            cited = tuple(h.id for h in others if h.id in verdict.used.hypotheses)
            self._implied[key] = cited if verdict.value == PROVED else None
        return self._implied[key]


_SIDES = ("left", "relation", "right")


# Points that satisfy all hypotheses but one ------------------------------------------


def _failure(claim: Claim, dropped: Hypothesis, start: Values) -> tuple[bool, Values | None, str]:
    """Can the other hypotheses hold without this one? Where does the claim fail then? What
    stands in the way of deciding it?"""
    context = context_of(claim)
    facts = [fact_of(part.statement) for part in claim.parts]
    possible, note = False, ""
    for trial, point in enumerate(_violations(claim, dropped, start)):
        possible = True
        if trial == TRIALS:
            break
        for fact in facts:
            verdict = points.decide(context, fact, point, BITS)
            if verdict.value == "fails":
                return True, point, ""
            if verdict.value == "undecided" and not note:
                given = ", ".join(f"{name} = {value}" for name, value in point.items())
                note = f"at {given}: {verdict.reason}"
    return possible, None, note


def _violations(claim: Claim, dropped: Hypothesis, start: Values) -> Iterator[Values]:
    """Points that satisfy all hypotheses but violate the dropped one."""
    context = Context({p.name: p.integer for p in claim.parameters})
    broken = fact_of(dropped.statement)
    others = [fact_of(h.statement) for h in claim.hypotheses if h != dropped]
    for point in _draws(claim, broken, start):
        if _is(context, broken, point, "fails") and all(
            _is(context, fact, point, "holds") for fact in others
        ):
            yield point


def _is(context: Context, fact: Fact, point: Values, value: str) -> bool:
    return points.decide(context, fact, point, BITS).value == value


def _draws(claim: Claim, broken: Fact, start: Values) -> Iterator[Values]:
    """First one parameter of the broken hypothesis is moved at a time, then any of them."""
    moving = sorted(variables(broken[0]) | variables(broken[2]))
    parameters = _freed(claim.parameters, broken, moving)
    choices = {p.name: _choices(claim, p, start[p.name]) for p in parameters}
    source = random.Random(f"{claim.name} {broken}")
    tries = [{**start, name: value} for name in moving for value in choices[name]]
    for _ in range(DRAWS):
        tries.append(
            {
                name: source.choice(values)
                if name in moving or source.random() < _CHANGE
                else start[name]
                for name, values in choices.items()
            }
        )
    links = list({id(p.link): p.link for p in parameters if p.link}.values())
    for given in tries:
        for link in links:
            solvable = [name for name in link.solve if name not in moving] or list(link.solve)
            given.pop(source.choice(solvable), None)
        try:
            yield resolve(given, parameters)
        except ProofkitError:
            continue


_CHANGE = Fraction(1, 2)


def _freed(
    parameters: Sequence[Parameter], broken: Fact, moving: Sequence[str]
) -> tuple[Parameter, ...]:
    """The parameters without what would make it impossible to break the hypothesis."""
    untied = broken[1] == "="
    return tuple(
        replace(p, least=None, link=None if untied and _tied(p, moving) else p.link)
        for p in parameters
    )


def _tied(parameter: Parameter, moving: Sequence[str]) -> bool:
    return parameter.link is not None and bool(set(parameter.link.solve) & set(moving))


def _choices(claim: Claim, parameter: Parameter, start: Fraction) -> list[Fraction]:
    """Values around the ends of a parameter's range, on both sides, the nearest first."""
    ends = {start, Fraction(parameter.default)}
    for hypothesis in claim.hypotheses:
        left, _, right = fact_of(hypothesis.statement)
        for name, end in ((left, right), (right, left)):
            if _is_variable(name, parameter.name) and end.op == "number":
                ends.add(end.args[0])
    steps = [Fraction(k) for k in (1, 2, 3, 10)]
    if not parameter.integer:
        steps += [Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2)]
    values = {end + sign * step for end in ends for step in steps for sign in (-1, 1)} | ends
    if parameter.integer:
        values |= {Fraction(k) for k in (100, 10**4, 10**6)}
    return sorted(values, key=lambda value: (abs(value - start), value))


def _is_variable(term: Term, name: str) -> bool:
    return term.op == "variable" and term.args[0] == name


def _as_text(point: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(value) for name, value in point.items()}
