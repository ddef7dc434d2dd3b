"""What one step of a proof rests on: its node is checked again, with a trail of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofkit.foundations.errors import CertificateError, Undefined
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Known, Trail
from proofkit.kernel.certificates import Library, read_context
from proofkit.kernel.points import precision
from proofkit.kernel.reading import term, with_facts
from proofkit.language.results import ProvedClaim
from proofkit.language.terms import parse
from proofkit.search.nodes import texts


def hypotheses_of(proved: ProvedClaim, replayed: Sequence[ProvedClaim], step: int) -> set[str]:
    """The hypotheses that the step rests on, with the facts it names; steps are counted from 1
    through all parts of the claim. `replayed` has what the claim cites, in order."""
    library = Library()
    for earlier in replayed:
        if earlier.claim.name == proved.claim.name:
            break
        library.replay(earlier.certificate)
    certificate = proved.certificate
    for statement, proof in zip(certificate["statements"], certificate["proofs"], strict=True):
        steps = proof["steps"]
        if step <= len(steps):
            start = steps[step - 2]["term"] if step > 1 else statement["left"]
            return _checked(certificate, library, proof["facts"], start, steps[step - 1])
        step -= len(steps)
    raise CertificateError("", "the proof has no such step")


def _checked(
    certificate: Mapping[str, Any], library: Library, facts: list[Any], start: Any, step: Any
) -> set[str]:
    named = _closure(facts, step["because"])
    for entries in ([fact for fact in facts if fact["id"] in named], facts):
        trail = Trail()
        try:
            with precision():
                known = Known(read_context(certificate), trail, library.theorem)
                known = with_facts(known, entries, inference.check)
                sides = (term(known, start), term(known, step["term"]))
                goal = (sides[0], step["relation"], sides[1])
                inference.check(known, goal, step["because"])
        except (CertificateError, Undefined):
            continue  # a fact is used at sight, without being named
        return trail.hypotheses
    raise CertificateError("", f"the step to {parse(step['term'])} is refused")


def _closure(facts: list[Any], node: Any) -> set[str]:
    """The facts that a node names, and those that their proofs name."""
    proofs = {fact["id"]: fact["because"] for fact in facts}
    found: set[str] = set()
    pending = [node]
    while pending:
        for id in texts(pending.pop()):
            if id in proofs and id not in found:
                found.add(id)
                pending.append(proofs[id])
    return found
