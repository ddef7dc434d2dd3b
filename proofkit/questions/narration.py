"""A proved claim as it is told: what each line of its chain rests on, read off the certificate.

Where the author gives no reason the proof that the search found is told in full, line by line.
Where the author cites a claim that the proof does without, it is not cited.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from proofkit.foundations.errors import CertificateError, ProofkitError
from proofkit.kernel.assumptions import Known, Trail
from proofkit.kernel.certificates import read_context
from proofkit.language.claims import Claim, Part
from proofkit.language.proof import SEARCHED, Chain, Step
from proofkit.language.results import PROVED, ProvedClaim, cited_in
from proofkit.language.terms import Term, parse
from proofkit.search.inequalities import telling
from proofkit.search.inequalities.telling import Line


def narrated(proved: ProvedClaim) -> Claim:
    """The claim with what its proof really says."""
    told, proofs = proved.told, proved.certificate.get("proofs", ())
    if proved.verdict != PROVED or not proofs:
        return told
    parts = zip(told.parts, proofs, strict=True)
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
    proof = certificate["proofs"][number]
    known = Known(read_context(certificate), Trail(), _no_theorem)
    for entry in proof["facts"]:
        fact = (_term(entry["left"]), entry["relation"], _term(entry["right"]))
        known = known.with_fact(entry["id"], fact)
    here = _term(certificate["statements"][number]["left"])
    for step, entry in zip(written.chain.steps, proof["steps"], strict=True):
        goal = (here, entry["relation"], _term(entry["term"]))
        here, lines = goal[2], list[Line]()
        if step.reason == SEARCHED:
            with suppress(ProofkitError, ArithmeticError):  # then its reason says what it can
                lines = telling.distinct(telling.lines(known, goal, entry["because"]))
        yield lines


def _term(value: Any) -> Term:
    return value if isinstance(value, Term) else parse(value)


def _no_theorem(name: str) -> Any:
    raise CertificateError("", f"{name} is not looked up here")
