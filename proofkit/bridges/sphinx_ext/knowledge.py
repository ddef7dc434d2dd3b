"""What a build knows about lemmas: verdicts of the kernel, each made in this very process.

Proofs are kept as certificate files in the folder of Sphinx's own cache, named by a digest of
the claim and its chain. They spare the search only: the kernel replays what is read back, and
a file about anything but the claim at hand is not used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from proofkit import search
from proofkit.foundations import errors
from proofkit.foundations.progress import Progress
from proofkit.kernel.terms import text
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.proof import Chain
from proofkit.language.results import CheckedLemma, CheckReport, ProvedClaim, ProveReport
from proofkit.questions import graph, pipeline
from proofkit.search.from_sympy import from_sympy

ENGINE = "proofkit itself"
"""The name under which pages remember which proofkit made them."""

Given = Mapping[str, str]


class Knowledge:
    """Verdicts by claim, with the certificates found so far in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._proved: dict[str, ProvedClaim] = {}
        self._checked: dict[tuple[Any, ...], CheckReport] = {}

    def checked(self, names: Sequence[str], given: Given) -> CheckReport:
        """Question 1 for these lemmas or claims, all if none is named."""
        values = tuple(sorted(given.items()))
        key, everything = (tuple(names), values), ((), values)
        if key not in self._checked:
            whole = self._checked.get(everything)
            self._checked[key] = _selected(whole, names) if whole else pipeline.check(names, given)
        return self._checked[key]

    def proved(
        self, names: Sequence[str], progress: Progress | None = None
    ) -> dict[str, ProvedClaim]:
        """Question 2 for these lemmas or claims, all if none is named, by claim name."""
        wanted = [claim for _, claims in registry.find(names) for claim in claims]
        missing = [claim.name for claim in wanted if claim.name not in self._proved]
        if missing:
            known = dict(self._certificates(needed(wanted)))
            report = pipeline.prove(missing, progress, known)
            for claim in report.replayed:
                self._keep(claim, known.get(claim.claim.name))
        return {claim.name: self._proved[claim.name] for claim in wanted}

    def everything_proved(self) -> list[ProvedClaim]:
        """Every proof made so far, each after those it cites."""
        return list(self._proved.values())

    def graph(self, names: Sequence[str], given: Given) -> graph.Graph:
        """What rests on what around these lemmas or claims."""
        self.proved(graph.with_users(names))
        proofs = ProveReport((), tuple(self._proved.values()))
        return graph.of(self.checked(graph.around(names, proofs), given), proofs)

    def _certificates(self, claims: Iterable[Claim]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for claim in claims:
            if claim.name in self._proved:
                yield claim.name, self._proved[claim.name].certificate
                continue
            try:
                content = json.loads(self._file(claim).read_text(encoding="utf-8"))
            except (OSError, ValueError, RecursionError):
                continue
            if isinstance(content, dict):
                yield claim.name, content

    def _keep(self, proved: ProvedClaim, known: Mapping[str, Any] | None) -> None:
        """Remember a verdict; write its certificate, whole or not at all, if it is news."""
        self._proved[proved.claim.name] = proved
        if proved.certificate == known:
            return
        target = self._file(proved.claim)
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_suffix(f".{id(proved)}.tmp")
        draft.write_text(json.dumps(proved.certificate), encoding="utf-8")
        draft.replace(target)

    def _file(self, claim: Claim) -> Path:
        return self._folder / f"{fingerprint(claim)}.json"


def _selected(report: CheckReport, names: Sequence[str]) -> CheckReport:
    """The part of a report on everything that is about these lemmas or claims."""
    wanted = {lemma.id: [c.id for c in claims] for lemma, claims in registry.find(names)}
    lemmas = []
    for checked in report.lemmas:
        claims = tuple(c for c in checked.claims if c.claim.id in wanted.get(checked.lemma.id, ()))
        if claims:
            own = {*checked.lemma.hypotheses, *(h for c in claims for h in c.claim.hypotheses)}
            hypotheses = tuple(h for h in checked.hypotheses if h.hypothesis in own)
            lemmas.append(CheckedLemma(checked.lemma, hypotheses, claims))
    spoken = {p.name for checked in lemmas for p in checked.lemma.parameters}
    values = {name: value for name, value in report.parameters.items() if name in spoken}
    return CheckReport(values, tuple(lemmas))


def needed(claims: Iterable[Claim]) -> list[Claim]:
    """The claims and all that their chains cite, in turn."""
    found: dict[str, Claim] = {}
    pending = list(claims)
    while pending:
        claim = pending.pop()
        if claim.name not in found:
            found[claim.name] = claim
            pending += [by for p in claim.parts for s in p.chain.all_steps() for by in s.by]
    return list(found.values())


@cache
def engine() -> str:
    """A digest of proofkit's own source."""
    total = hashlib.sha256()
    for path in sorted(Path(errors.__file__).parents[1].rglob("*.py")):
        total.update(path.read_bytes())
    return total.hexdigest()


def fingerprint(claim: Claim) -> str:
    """A digest of a claim and its chain; what a proof of it depends on."""
    known = _FINGERPRINTS.get(id(claim))
    if known is None or known[0] is not claim:
        known = _FINGERPRINTS[id(claim)] = claim, _fingerprint(claim)
    return known[1]


_FINGERPRINTS: dict[int, tuple[Claim, str]] = {}


def _fingerprint(claim: Claim) -> str:
    chains = [[part.label, _chain(part.chain)] for part in claim.parts]
    return _digest([search.head_of(claim), chains])


def lemma_fingerprint(lemma: Lemma) -> str:
    """A digest of all that a page can show of a lemma."""
    about = [lemma.id, lemma.title, lemma.source, lemma.provenance, lemma.section, lemma.about]
    parameters = [[p.name, p.default, p.meaning, p.integer, p.least] for p in lemma.parameters]
    reasons = [[d.symbol.name, d.reason] for d in lemma.definitions.values()]
    claims = [fingerprint(claim) for claim in needed(lemma.claims.values())]
    return _digest([about, parameters, reasons, sorted(claims), list(lemma.claims)])


def _chain(chain: Chain) -> list[Any]:
    steps = [
        [s.relation, _text(s.term), s.reason, [c.name for c in s.by], s.given and _chain(s.given)]
        for s in chain.steps
    ]
    return [_text(chain.start), *steps]


def _text(term: Any) -> str:
    return text(from_sympy(term))


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()
