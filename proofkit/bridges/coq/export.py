"""The export: which files, in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from proofkit.bridges.coq import library, point_reader, reader, record
from proofkit.bridges.coq.document import Document, foundations, module_of
from proofkit.bridges.coq.points import PointWriter, point_claim
from proofkit.bridges.coq.writer import Found, Writer
from proofkit.foundations.errors import InputError, ProofkitError, UnknownName
from proofkit.language import registry
from proofkit.language.parameters import resolve
from proofkit.language.results import ProvedClaim, ProveReport
from proofkit.questions import pipeline

Progress = Callable[[int, int, str], None]


def documents(report: ProveReport) -> list[Document]:
    """A file for each lemma, each after those it needs. A claim that cannot be exported, or
    whose export does not say what it says, is left out with those that cite it."""
    by_lemma: dict[str, list[ProvedClaim]] = {}
    for claim in report.replayed:
        by_lemma.setdefault(claim.claim.lemma, []).append(claim)
    lemmas = {lemma.id: lemma for lemma, _ in registry.find(list(by_lemma))}
    known: Found = {}
    claims = {claim.claim.name: claim for claim in report.replayed}
    made = []
    for id in _ordered(by_lemma):
        try:
            document = Writer(lemmas[id], by_lemma[id], known).write()
            _read_back(document, claims, known)
        except ProofkitError as problem:
            reasons = dict.fromkeys((c.claim.name for c in by_lemma[id]), str(problem))
            document = Document(module_of(id), left_out=reasons)
            for key in [key for key, (_, module) in known.items() if module == document.module]:
                del known[key]
        made.append(document)
    return made


def _read_back(document: Document, claims: Mapping[str, ProvedClaim], known: Found) -> None:
    """Drop the theorems that do not say what their claims say."""
    text = document.text()
    stated = [t for t in document.theorems if not t.given]
    wanted = [(t.name, claims[t.origin or t.claim].claim, t.part) for t in stated]
    cited = {name: claim.axioms for name, claim in claims.items()}
    wrong = reader.problems(text, wanted, cited)
    small = [(t.name, claims[t.origin].claim, t.given[0]) for t in document.theorems if t.given]
    reader.compare_given(text, small)
    gone = {(t.claim, t.part) for t in document.theorems if t.name in wrong}
    while gone:
        for theorem in [t for t in document.theorems if (t.claim, t.part) in gone]:
            why = wrong.get(theorem.name, "cites a claim that is not exported")
            document.drop(theorem, why)
            known.pop((theorem.claim, theorem.part), None)
        gone = {(t.claim, t.part) for t in document.theorems if t.cites & gone}


def points(
    report: ProveReport, made: Sequence[Document], given: Mapping[str, object], strict: bool
) -> list[Document]:
    """For each lemma asked for, a file of what its claims are worth at the given values."""
    pipeline.parameter_values(given, [proved.lemma for proved in report.lemmas])
    general = {document.module: document for document in made}
    known = {(t.claim, t.part): t for document in made for t in document.theorems}
    result = []
    for proved in report.lemmas:
        lemma, claims = proved.lemma, [claim.claim for claim in proved.claims]
        names = {p.name for p in lemma.parameters}
        values = resolve({k: v for k, v in given.items() if k in names}, lemma.parameters)
        writer = PointWriter(lemma, claims, known, values, strict)
        document = writer.write()
        parts = {
            (point_claim(claim.name), k): (claim, k)
            for claim in claims
            for k, _ in enumerate(claim.parts)
        }
        wanted = [
            (t.name, *parts[t.claim, t.part], writer.verdicts[t.name]) for t in document.theorems
        ]
        point_reader.compare(general[module_of(lemma.id)].text() + document.text(), wanted, values)
        result.append(document)
    return result


def files(made: Sequence[Document]) -> dict[str, str]:
    """The text of every file of the export, the prelude first, and how to build them."""
    founded = {f"{name}.v": text for name, text in foundations(made).items()}
    return {**founded, **texts(made), **library.files(made)}


def texts(made: Sequence[Document]) -> dict[str, str]:
    """The text of each file by its name."""
    return {f"{document.module}.v": document.text() for document in made}


def recorded(source: str) -> dict[str, Any]:
    """What a record says, if it is one, and of claims that are here; judged before any work."""
    content = record.read(source)
    try:
        registry.find(content["selection"])
    except UnknownName as problem:
        raise InputError(f"not a record of what is here: {problem}") from None
    return content


def marks(content: Mapping[str, Any], progress: Progress | None = None) -> set[str]:
    """The claims that a record says Coq accepted, provided that what is exported now, with
    the same selection, is letter by letter what Coq saw then."""
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
