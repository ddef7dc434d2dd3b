"""What a build knows about lemmas: verdicts of the kernel, each made in this very process.

Proofs found in one build spare the next the search, as they do everywhere; the kernel replays
them in each.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from proofkit.foundations import errors
from proofkit.foundations.progress import Progress
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.results import CheckedLemma, CheckReport, ProvedClaim, ProveReport
from proofkit.questions import graph, pipeline
from proofkit.search import Earlier, memory
from proofkit.search.contexts import fact_of

ENGINE = "proofkit itself"
"""The name under which pages remember which proofkit made them."""

Given = Mapping[str, str]


class SiteKnowledge:
    """Verdicts by claim."""

    def __init__(self) -> None:
        self._proved: dict[str, ProvedClaim] = {}
        self._everything = False
        self._checked: dict[tuple[Any, ...], CheckReport] = {}
        self._found: dict[str, tuple[Lemma, list[Claim]]] = {}

    def find(self, names: Sequence[str]) -> registry.Selected:
        """What `registry.find` finds: pages name the same lemmas again and again, and within a
        build no collection comes or goes, so that each lemma is looked up once."""
        if not names:
            return registry.find(())
        chosen: dict[str, tuple[Lemma, list[Claim]]] = {}
        for lemma, claims in map(self._named, names):
            _, before = chosen.setdefault(lemma.id, (lemma, []))
            before += [claim for claim in claims if claim not in before]
        return list(chosen.values())

    def _named(self, name: str) -> tuple[Lemma, list[Claim]]:
        id, _, claim = name.partition("/")
        if id not in self._found:
            try:
                (self._found[id],) = registry.find((id,))
            except errors.ProofkitError:  # perhaps of another of its claims
                return registry.find((name,))[0]
        lemma, claims = self._found[id]
        chosen = [c for c in claims if not claim or c.id == claim]
        return (lemma, chosen) if chosen or not claim else registry.find((name,))[0]

    def checked(self, names: Sequence[str], given: Given) -> CheckReport:
        """Question 1 for these lemmas or claims, all if none is named."""
        values = tuple(sorted(given.items()))
        key, everything = (tuple(names), values), ((), values)
        if key not in self._checked:
            whole = self._checked.get(everything)
            chosen = self.find(names)
            self._checked[key] = (
                _selected(whole, chosen) if whole else pipeline.check_these(chosen, given)
            )
        return self._checked[key]

    def proved(
        self, names: Sequence[str], progress: Progress | None = None
    ) -> dict[str, ProvedClaim]:
        """Question 2 for these lemmas or claims, all if none is named, by claim name."""
        wanted = [claim for _, claims in self.find(names) for claim in claims]
        missing = [claim.name for claim in wanted if claim.name not in self._proved]
        if missing:
            known = {k: Earlier(v.certificate, v.reason) for k, v in self._proved.items()}
            report = pipeline.prove(missing, progress, known)
            self._proved.update({proved.claim.name: proved for proved in report.replayed})
        self._everything = self._everything or not names
        return {claim.name: self._proved[claim.name] for claim in wanted}

    def everything_proved(self) -> list[ProvedClaim]:
        """Every proof made so far, each after those it cites."""
        return list(self._proved.values())

    def graph(self, names: Sequence[str], given: Given) -> graph.Graph:
        """What rests on what around these lemmas or claims; where every claim has been proved,
        nobody has to look for those that may cite them."""
        if not self._everything:
            self.proved(graph.with_users(names))
        proofs = ProveReport((), tuple(self._proved.values()))
        return graph.of(self.checked(graph.around(names, proofs), given), proofs)


def _selected(report: CheckReport, selected: registry.Selected) -> CheckReport:
    """The part of a report on everything that is about these lemmas or claims."""
    wanted = {lemma.id: [c.id for c in claims] for lemma, claims in selected}
    lemmas = []
    for checked in report.lemmas:
        claims = tuple(c for c in checked.claims if c.claim.id in wanted.get(checked.lemma.id, ()))
        if claims:
            own = {*checked.lemma.hypotheses, *(h for c in claims for h in c.claim.hypotheses)}
            hypotheses = tuple(h for h in checked.hypotheses if h.hypothesis in own)
            lemmas.append(CheckedLemma(checked.lemma, checked.values, hypotheses, claims))
    spoken = {p.name for checked in lemmas for p in checked.lemma.parameters}
    values = {name: value for name, value in report.parameters.items() if name in spoken}
    return CheckReport(values, tuple(lemmas))


BESIDE = ("matplotlib", "numpy", "python-flint", "sympy")
"""What else writes and draws: a page made with another version is made again."""


@cache
def engine() -> str:
    """A digest of proofkit's own source, and of the versions beside it."""
    total = hashlib.sha256(repr([sys.version, *map(_version, BESIDE)]).encode())
    for path in sorted(Path(errors.__file__).parents[1].rglob("*.py")):
        total.update(path.read_bytes())
    return total.hexdigest()


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def lemma_fingerprint(lemma: Lemma) -> str:
    """A digest of all that a page can show of a lemma."""
    about = [lemma.id, lemma.title, lemma.source, lemma.provenance, lemma.section, lemma.about]
    parameters = [[p.name, p.default, p.meaning, p.integer, p.least] for p in lemma.parameters]
    reasons = [[d.symbol.name, d.reason] for d in lemma.definitions.values()]
    stated = [[h.id, *map(str, fact_of(h.statement))] for h in lemma.hypotheses]
    claims = [[claim.id, claim.provenance, memory.key(claim)] for claim in lemma.claims.values()]
    return digest([about, parameters, stated, reasons, claims])


def digest(content: Any) -> str:
    """A digest of plain data."""
    return hashlib.sha256(json.dumps(content, default=str).encode()).hexdigest()
