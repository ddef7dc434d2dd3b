"""What one step of a proof rests on: its node is checked again, with a trail of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofkit.foundations.errors import CertificateError
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Fact, Known, Trail
from proofkit.kernel.certificates import Library, read_context
from proofkit.kernel.points import precision
from proofkit.kernel.reading import stated, term
from proofkit.language.results import ProvedClaim


def hypotheses_of(proved: ProvedClaim, replayed: Sequence[ProvedClaim], step: int) -> set[str]:
    """The hypotheses that the step rests on, with the facts it uses; steps are counted from 1
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
            with precision():
                known = _after(Known(read_context(certificate), Trail(), library.theorem), proof)
                return _used(known, (start, steps[step - 1]["relation"], steps[step - 1]["term"]),
                             steps[step - 1]["because"])  # fmt: skip
        step -= len(steps)
    raise CertificateError("", "the proof has no such step")


def _after(known: Known, proof: Mapping[str, Any]) -> Known:
    """The place where the facts are known that a proof shows first, each with what it rests on."""
    for entry in proof["facts"]:
        fact = stated(known, entry)
        known = known.with_fact(entry["id"], fact, frozenset(_used(known, fact, entry["because"])))
    return known


def _used(known: Known, goal: tuple[Any, str, Any], node: Mapping[str, Any]) -> set[str]:
    """The hypotheses that a node uses at a place."""
    known.trail = Trail()
    fact: Fact = (term(known, goal[0]), goal[1], term(known, goal[2]))
    inference.check(known, fact, node)
    return known.trail.hypotheses
