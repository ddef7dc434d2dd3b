"""Proofs as trees: a goal at a place, the node that proves it, and the proofs it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel import reading
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, upwards
from proofkit.kernel.certificates import read_context
from proofkit.kernel.inference import RULES, check
from proofkit.kernel.reading import Node
from proofkit.language.terms import Term

REFUSALS = (CertificateError, InputError, Undefined, RecursionError)
"""How the kernel says that a node proves nothing."""


@dataclass(frozen=True)
class Proof:
    """A node of a proof that the kernel accepts, with its place and what it proves there."""

    known: Known
    goal: Fact
    node: Node

    @property
    def rule(self) -> str:
        return str(self.node["rule"])

    @property
    def upward(self) -> Fact:
        """The goal with its larger side on the right, as rules read it."""
        return upwards(self.goal)

    @cached_property
    def premises(self) -> tuple[Proof, ...]:
        """What it rests on, in the kernel's order: the rule is run with somebody who listens."""
        heard: list[Proof] = []

        def prove(place: Known, premise: Fact, because: Any) -> None:
            heard.append(Proof(place, premise, because))

        RULES[self.rule].concludes(self.known, self.upward, self.node, prove)
        return tuple(heard)

    def is_accepted(self) -> bool:
        """Does the kernel accept the node, with all beneath it, for this goal?"""
        try:
            check(self.known, self.goal, self.node)
        except REFUSALS:
            return False
        return True

    def term(self, key: str) -> Term:
        """A term that the node names."""
        return reading.term(self.known, self.node[key])

    def nodes(self) -> Iterator[Proof]:
        """This and all beneath it."""
        yield self
        for premise in self.premises:
            yield from premise.nodes()


def of_certificate(certificate: Mapping[str, Any], part: int) -> Proof:
    """The proof of one part of a claim, from its certificate."""
    said = certificate["statements"][part]
    known = Known(read_context(certificate), Trail())
    fact = reading.term(known, said["left"]), said["relation"], reading.term(known, said["right"])
    return of_part(known.context, fact, certificate["proofs"][part])


def of_part(context: Context, fact: Fact, proof: Mapping[str, Any]) -> Proof:
    """The proof of one statement of a claim: after facts, a chain from its left side on."""
    chain = {"rule": "chain", "start": fact[0], "steps": proof["steps"]}
    node = {"rule": "have", "facts": proof["facts"], "then": chain}
    return Proof(Known(context, Trail()), fact, node)
