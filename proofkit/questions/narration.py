"""A proved claim as it is told: what each line of its chain rests on, read off the certificate.

Where the author gives no reason the proof that the search found is told in full, line by line.
Where the author cites a claim that the proof does without, it is not cited.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from proofkit.evidence import proofs, telling
from proofkit.evidence.lines import Line, distinct
from proofkit.foundations.errors import ProofkitError
from proofkit.language.claims import Claim, Part
from proofkit.language.proof import SEARCHED, Chain, Step
from proofkit.language.results import PROVED, ProvedClaim, cited_in


def narrated(proved: ProvedClaim) -> Claim:
    """The claim with what its proof really says."""
    told, written = proved.told, proved.certificate.get("proofs", ())
    if proved.verdict != PROVED or not written:
        return told
    parts = zip(told.parts, written, strict=True)
    if any(len(part.chain.steps) != len(proof["steps"]) for part, proof in parts):
        return told  # the certificate may prove the same in another way
    return replace(told, parts=tuple(_part(proved, k) for k in range(len(told.parts))))


def _part(proved: ProvedClaim, number: int) -> Part:
    written, told = proved.claim.parts[number], proved.told.parts[number]
    proof = proved.certificate["proofs"][number]
    first = frozenset(cited_in(proof["facts"]))
    found = [*_found(proved.certificate, number, written)]
    steps = []
    for step, lines, entry in zip(told.chain.steps, found, proof["steps"], strict=True):
        step = _citing(step, first.union(cited_in(entry["because"])))
        if len(lines) > 1:
            step = replace(step, reason=lines[-1].reason, found=tuple(lines[:-1]))
        steps.append(step)
    return replace(told, chain=Chain(told.chain.start, tuple(steps)))


def _citing(step: Step, names: frozenset[str]) -> Step:
    """The step without the claims that its proof does not cite."""
    given = step.given
    if given is not None:
        given = Chain(given.start, tuple(_citing(inner, names) for inner in given.steps))
    return replace(step, by=tuple(c for c in step.by if c.name in names), given=given)


def _found(certificate: Mapping[str, Any], number: int, written: Part) -> Iterator[list[Line]]:
    """For each step the lines of the proof that was found, if its author left it out."""
    *_, chain = proofs.of_certificate(certificate, number).premises
    for step, proof in zip(written.chain.steps, chain.premises, strict=True):
        lines = list[Line]()
        if step.reason == SEARCHED:
            with suppress(ProofkitError, ArithmeticError):  # then its reason says what it can
                lines = distinct(telling.told(proof))
        yield lines
