"""The export: which files, in which order."""

from __future__ import annotations

from collections.abc import Sequence

from proofkit import registry
from proofkit.coq.document import Document, Theorem, Writer
from proofkit.results import ProvedClaim, ProveReport


def documents(report: ProveReport) -> list[Document]:
    """A file for each lemma, each after those it needs."""
    by_lemma: dict[str, list[ProvedClaim]] = {}
    for claim in report.replayed:
        by_lemma.setdefault(claim.claim.lemma, []).append(claim)
    lemmas = {lemma.id: lemma for lemma, _ in registry.find(list(by_lemma))}
    known: dict[tuple[str, int], Theorem] = {}
    return [Writer(lemmas[id], by_lemma[id], known).write() for id in _ordered(by_lemma)]


def _ordered(by_lemma: dict[str, list[ProvedClaim]]) -> Sequence[str]:
    """Lemmas after the lemmas they cite."""
    done: list[str] = []

    def visit(id: str) -> None:
        if id in done:
            return
        for claim in by_lemma[id]:
            for cited in claim.cites:
                other = cited.partition("/")[0]
                if other != id and other in by_lemma:
                    visit(other)
        if id not in done:
            done.append(id)

    for id in by_lemma:
        visit(id)
    return done
