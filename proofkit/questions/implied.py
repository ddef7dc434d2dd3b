"""Does one hypothesis of a claim follow from the others?"""

from __future__ import annotations

from proofkit import search
from proofkit.kernel.certificates import Library, RegionVerdict
from proofkit.language.claims import Claim, Hypothesis, Part
from proofkit.language.proof import Chain, Step
from proofkit.language.results import PROVED

SECONDS = 3600.0


def implied_by(claim: Claim, wanted: Hypothesis) -> tuple[str, ...] | None:
    """The hypotheses from which the kernel proves the wanted one, None if it does not."""
    verdict = implication(claim, wanted)
    return None if verdict is None else premises(verdict)


def premises(verdict: RegionVerdict) -> tuple[str, ...]:
    """The hypotheses that a proof uses, in their order."""
    return tuple(id for id in verdict.context.hypotheses if id in verdict.used.hypotheses)


def implication(claim: Claim, wanted: Hypothesis) -> RegionVerdict | None:
    """The theorem that a hypothesis follows from the others, if it is found."""
    others = tuple(h for h in claim.hypotheses if h != wanted)
    statement = wanted.statement
    chain = Chain(statement.left, (Step(statement.relation, statement.right, "implied"),))
    part = Part("", statement, chain)
    goal = Claim("audit", wanted.id, (part,), others, {}, claim.parameters)
    verdict = search.prove(goal, Library(SECONDS), refute=False).verdict
    return verdict if verdict.value == PROVED else None
