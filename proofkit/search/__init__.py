"""Untrusted: finds the certificate of a claim, and hands it to the kernel.

Nothing here decides anything. A step is tried with each rule in turn, with few or many
hypotheses; what the kernel accepts is then stripped of the hypotheses it can do without, so
that a certificate cites what its proof really uses. When a step is not found the claim is
open, unless sampling finds a point that refutes it.

Rooms it imports: foundations, language, kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from proofkit.foundations.errors import CertificateError
from proofkit.foundations.seals import seal
from proofkit.kernel.assumptions import Fact
from proofkit.language.claims import Claim
from proofkit.language.proof import SEARCHED, Chain
from proofkit.language.statement_cache import CachedClaim
from proofkit.language.terms import variables
from proofkit.search import memory
from proofkit.search.contexts import context_of, fact_of
from proofkit.search.header import header
from proofkit.search.nodes import point_text

if TYPE_CHECKING:
    from proofkit.kernel.certificates import Library, RegionVerdict


@dataclass(frozen=True)
class Found:
    """What the search came back with: the kernel's verdict, and why if it is open."""

    verdict: RegionVerdict
    reason: str = ""


class Earlier(NamedTuple):
    """A certificate that was found earlier, and why it leaves its claim open if it does."""

    certificate: Mapping[str, Any]
    reason: str = ""


def prove(
    claim: Claim,
    library: Library,
    *,
    refute: bool = True,
    points: Iterable[Mapping[str, Fraction]] = (),
) -> Found:
    """What the kernel says of a proof or counterexample found before, else of one found now.
    Steps are tried at the points, and at some drawn, before they are sought for long."""
    for certificate in memory.recalled(claim):
        found = again(claim, library, Earlier(certificate))
        if found is not None:
            return found
        memory.refused()
    found = find(claim.as_written, library, refute=refute, points=points)
    if found.verdict.value != "open":
        memory.keep(claim, found.verdict.certificate)
    return found


def find(
    claim: Claim,
    library: Library,
    *,
    refute: bool = True,
    points: Iterable[Mapping[str, Fraction]] = (),
) -> Found:
    """Search a proof, else (if asked to `refute`) a counterexample; the kernel decides."""
    # Slow to import, and what replays a proof that was found before does without.
    from proofkit.search import gaps
    from proofkit.search.chains import proof, written
    from proofkit.search.samples import Trials, inside, refutation, samples
    from proofkit.search.steps import StepNotProved

    context = context_of(claim)
    facts = [fact_of(part.statement) for part in claim.parts]
    head = header(claim.name, context, facts)
    trials = Trials(claim, context, points)
    bare = refute and all(_has_no_proof(part.chain) for part in claim.parts)
    if bare and (found := gaps.refuted(context, facts, gaps.FEW)) is not None:
        return Found(library.replay(seal({**head, **_refuting(*found)})))
    reason, missing = "", None
    try:
        proofs = [
            written(proof(context, fact, part, library, trials))
            for fact, part in zip(facts, claim.parts, strict=True)
        ]
        point = next((p for p in samples(claim) if inside(context, p)), None)
        if point is None:
            reason = "no parameters are found that satisfy all hypotheses"
        else:
            proved = {"verdict": "proved", "proofs": proofs, "inhabited": point_text(point)}
            return Found(library.replay(seal({**head, **proved})))
    except CertificateError as problem:
        reason = str(problem)
        missing = problem if isinstance(problem, StepNotProved) else None
    step = None if missing is None else missing.goal
    refuted = refutation(claim, context, facts, step) if refute else None
    if refute and (refuted is None or refuted[0] == len(facts)):
        refuted = gaps.refuted(context, facts) or refuted
    if refuted is not None and refuted[0] < len(facts):
        return Found(library.replay(seal({**head, **_refuting(*refuted)})))
    if refuted is not None and step is not None:
        reason += _false_at(refuted[1], step)
    return Found(library.replay(seal({**head, "verdict": "open"})), reason)


def _has_no_proof(chain: Chain) -> bool:
    """Is it one step to which its author gives nothing?"""
    (step, *others) = chain.steps
    return not others and not step.by and step.given is None


def _refuting(part: int, point: Mapping[str, Fraction]) -> dict[str, Any]:
    """What a certificate says of a part that fails at a point."""
    return {"verdict": "refuted", "witness": point_text(point), "part": part}


def _false_at(point: Mapping[str, Fraction], step: Fact) -> str:
    """Where a step fails, if it does: then no search will ever find it."""
    names = variables(step[0]) | variables(step[2])
    shown = [f"{name} = {value}" for name, value in point.items() if name in names]
    return f"; it is false at {', '.join(shown)}" if shown else "; it is false"


def again(claim: Claim, library: Library, earlier: Earlier) -> Found | None:
    """The kernel's verdict on a certificate found earlier, if it is about this very claim,
    settles it, and proves it as its author does (a step to which the author gives no reason
    comes with the one that was found), or if a search left it open and said why; None when the
    claim must be searched anew."""
    certificate, reason = earlier
    if not isinstance(claim, CachedClaim) or certificate.get("digest") != claim.certificate:
        claim = claim.as_written  # of what is kept, this was found when it was
        searched = certificate.get("verdict") == "open" and bool(reason)
        if not _about(claim, certificate) or not (searched or _settles(claim, certificate)):
            return None
    try:
        return Found(library.replay(certificate), reason)
    except CertificateError:
        return None


def _about(claim: Claim, certificate: Mapping[str, Any]) -> bool:
    """Does the certificate speak of this very claim?"""
    return all(certificate.get(key) == value for key, value in memory.head_of(claim).items())


def _settles(claim: Claim, certificate: Mapping[str, Any]) -> bool:
    """Is this a counterexample, or a proof whose steps are those of the author's chains?"""
    if certificate.get("verdict") != "proved":
        return certificate.get("verdict") == "refuted"
    try:
        steps = [
            [(step["relation"], step["term"], step["reason"]) for step in proof["steps"]]
            for proof in certificate["proofs"]
        ]
    except (KeyError, TypeError):
        return False
    written = memory.steps_of(claim)
    if [*map(len, steps)] != [*map(len, written)]:
        return False
    pairs = zip(chain.from_iterable(steps), chain.from_iterable(written), strict=True)
    return all(
        step == (*wanted[:2], step[2] if wanted[2] == SEARCHED else wanted[2])
        for step, wanted in pairs
    )
