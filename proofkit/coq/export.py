"""The export: which files, in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofkit import pipeline, registry
from proofkit.coq import prelude, reader, record
from proofkit.coq.document import Document, Theorem, Writer
from proofkit.results import ProvedClaim, ProveReport

Progress = Callable[[int, int, str], None]


def documents(report: ProveReport) -> list[Document]:
    """A file for each lemma, each after those it needs."""
    by_lemma: dict[str, list[ProvedClaim]] = {}
    for claim in report.replayed:
        by_lemma.setdefault(claim.claim.lemma, []).append(claim)
    lemmas = {lemma.id: lemma for lemma, _ in registry.find(list(by_lemma))}
    known: dict[tuple[str, int], Theorem] = {}
    claims = {claim.claim.name: claim.claim for claim in report.replayed}
    made = [Writer(lemmas[id], by_lemma[id], known).write() for id in _ordered(by_lemma)]
    for document in made:
        wanted = [(t.name, claims[t.claim], t.part) for t in document.theorems]
        reader.compare(document.text(), wanted)
    return made


def files(made: Sequence[Document]) -> dict[str, str]:
    """The text of every file of the export, the prelude first."""
    texts = {f"{prelude.NAME}.v": prelude.TEXT}
    return {**texts, **{f"{document.module}.v": document.text() for document in made}}


def marks(source: str, progress: Progress | None = None) -> set[str]:
    """The claims that a record says Coq accepted, provided that what is exported now, with
    the same selection, is letter by letter what Coq saw then."""
    content = record.read(source)
    made = documents(pipeline.prove(content["selection"], progress))
    counts = {claim.name: len(claim.parts) for _, claims in registry.find(()) for claim in claims}
    return record.accepted(content, files(made), counts)


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
