"""A claim under other hypotheses: the same claim, and those that its proof cites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from proofkit import search
from proofkit.foundations.errors import CertificateError
from proofkit.kernel.certificates import Library, RegionVerdict, seal
from proofkit.kernel.terms import text
from proofkit.language.claims import Claim, Hypothesis, Statement
from proofkit.language.parameters import Values
from proofkit.language.proof import Chain, Step
from proofkit.language.results import PROVED
from proofkit.search.from_sympy import context_of, fact_of
from proofkit.search.memory import head_of, recalled


def cited(claim: Claim) -> Iterator[Claim]:
    """The claim and all that its proof rests on."""
    yield claim
    for part in claim.parts:
        for step in part.chain.all_steps():
            for other in step.by:
                yield from cited(other)


def instead(claim: Claim, old: Hypothesis, new: Sequence[Hypothesis]) -> Claim:
    """The claim, and those its proof cites, with other hypotheses in place of one; where
    that one is not assumed, its parameter may not even be known."""
    kept = [h for h in claim.hypotheses if h.statement != old.statement]
    added = new if len(kept) < len(claim.hypotheses) else ()
    parts = tuple(replace(part, chain=_chain(part.chain, old, new)) for part in claim.parts)
    return replace(claim, hypotheses=(*kept, *added), parts=parts)


def _chain(chain: Chain, old: Hypothesis, new: Sequence[Hypothesis]) -> Chain:
    def varied(step: Step) -> Step:
        given = None if step.given is None else _chain(step.given, old, new)
        return replace(step, by=tuple(instead(c, old, new) for c in step.by), given=given)

    return Chain(chain.start, tuple(map(varied, chain.steps)))


def proofs(
    claim: Claim, old: Hypothesis, new: Sequence[Hypothesis]
) -> tuple[Mapping[str, Any], ...] | None:
    """The certificates of the claim with other hypotheses in place of one, and of what it
    cites; nothing if it is not proved."""
    library = Library()
    verdicts: dict[str, RegionVerdict] = {}

    def prove(wanted: Claim) -> bool:
        if wanted.name not in verdicts:
            steps = [step for part in wanted.parts for step in part.chain.all_steps()]
            if not all(prove(other) for step in steps for other in step.by):
                return False
            varied = instead(wanted, old, new)
            found = _as_before(wanted, varied, library)
            if found is None:
                found = search.prove(varied, library, refute=False).verdict
            verdicts[wanted.name] = found
        return verdicts[wanted.name].value == PROVED

    if not prove(claim):
        return None
    return tuple(verdict.certificate for verdict in verdicts.values())


def _as_before(claim: Claim, varied: Claim, library: Library) -> RegionVerdict | None:
    """The verdict on a proof of the claim as it stands, put under the other hypotheses: most
    proofs do not use the one that is given up, or use less of it than it says."""
    for certificate in recalled(claim):
        try:
            verdict = library.replay(seal({**certificate, **head_of(varied)}))
        except (CertificateError, ValueError, TypeError):
            continue
        if verdict.value == PROVED:
            return verdict
    return None


def refuted(claim: Claim, point: Values) -> RegionVerdict | None:
    """The kernel's verdict that the claim is refuted at the point, if it is."""
    context = context_of(claim)
    content = {
        "id": claim.name,
        "parameters": {n: "integer" if k else "real" for n, k in context.parameters.items()},
        "hypotheses": [{"id": h.id, **_data(h.statement)} for h in claim.hypotheses],
        "definitions": {name: text(term) for name, term in context.definitions.items()},
        "statements": [_data(part.statement) for part in claim.parts],
        "verdict": "refuted",
        "witness": {name: str(value) for name, value in point.items()},
    }
    for part in range(len(claim.parts)):
        try:
            return Library().replay(seal({**content, "part": part}))
        except CertificateError:
            continue
    return None


def _data(statement: Statement) -> dict[str, str]:
    left, relation, right = fact_of(statement)
    return {"left": text(left), "relation": relation, "right": text(right)}
