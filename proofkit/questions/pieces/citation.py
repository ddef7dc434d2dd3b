"""A claim that is proved for all parameters its hypotheses allow, to be cited on pieces on which
its hypotheses hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from proofkit.foundations.errors import CertificateError
from proofkit.kernel.assumptions import Fact, Theorem
from proofkit.kernel.certificates import Library
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.results import PROVED
from proofkit.language.terms import variable
from proofkit.questions.pipeline import prove_these
from proofkit.questions.problem import cited
from proofkit.search.memory import recalled
from proofkit.search.nodes import Node


class Citation:
    """The theorem of a claim, if a proof of it is known; where none was found before, none is
    searched. It is looked up when it is first asked for."""

    def __init__(self, lemma: Lemma, claim: Claim) -> None:
        self._lemma, self._claim = lemma, claim
        self._library = Library()
        self._hypotheses: dict[int, dict[str, Fact]] = {}

    @cached_property
    def certificates(self) -> tuple[Mapping[str, Any], ...]:
        """The proof, after those it cites; nothing if none is known."""
        if any(next(recalled(one), None) is None for one in cited(self._claim)):
            return ()
        report = prove_these([(self._lemma, [self._claim])])
        if report.claims[0].verdict != PROVED:
            return ()
        found = tuple(proved.certificate for proved in report.replayed)
        for certificate in found:
            self._library.replay(certificate)
        return found

    def theory(self, name: str) -> Theorem:
        """What a citation of it means."""
        if not self.certificates:
            raise CertificateError("", f"no proof of {name} is known")
        return self._library.theorem(name)

    def hypotheses(self, part: int) -> dict[str, Fact]:
        """Those that its proof rests on."""
        if part not in self._hypotheses:
            self._hypotheses[part] = self.theory(self._claim.name).instance(part, {})[1]
        return self._hypotheses[part]

    def node(self, part: int, premises: Mapping[str, Node]) -> Node:
        """A citation of one part, with a proof of each hypothesis."""
        parameters = self.theory(self._claim.name).parameters(part)
        return {
            "rule": "cite",
            "claim": self._claim.name,
            "part": part,
            "with": {name: variable(name) for name in parameters},
            "premises": dict(premises),
        }
