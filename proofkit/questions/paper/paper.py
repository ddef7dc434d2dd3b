"""A paper, read and asked: each step is a chunk of a job, so that all processors work on it."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from typing import Any

from proofkit.foundations import cache
from proofkit.foundations.errors import UnknownName
from proofkit.foundations.exact import shorten
from proofkit.foundations.progress import Progress
from proofkit.jobs.runner import run
from proofkit.latex.document import Document
from proofkit.latex.parts import Names, written
from proofkit.latex.steps import CLAIM, DEFINED, PREMISE, UNREAD, PaperReader, PaperStep
from proofkit.questions.paper.query import Query, query_of
from proofkit.questions.paper.results import (
    DEFINITION,
    NOT_READ,
    VERDICTS,
    Outcome,
    StepAnswer,
    outcome,
)
from proofkit.questions.paper.verdict import decide

SECONDS = 5


@dataclass(frozen=True)
class Selection:
    """Which steps: of statements with these labels and of their proofs, of lines of the main
    file, and of formulas in the text or not. A `strict` reader refuses capital letters of which
    nothing says that they are numbers."""

    labels: tuple[str, ...] = ()
    lines: tuple[int, int] | None = None
    strict: bool = False


@dataclass(frozen=True)
class Answers:
    """What is answered of a paper."""

    path: str
    steps: tuple[StepAnswer, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    @property
    def summary(self) -> dict[str, int]:
        found = Counter(step.verdict for step in self.steps)
        return {verdict: found[verdict] for verdict in VERDICTS}


@dataclass(frozen=True)
class _Asked:
    """A step that is read, with its query."""

    step: PaperStep
    names: Names
    query: Query


@dataclass(frozen=True)
class _Steps:
    """A job: each chunk is the verdict on one step."""

    queries: tuple[Query, ...]
    seconds: int
    anew: bool = False

    @property
    def chunks(self) -> int:
        return len(self.queries)

    def key(self) -> Mapping[str, Any]:
        """What is asked."""
        asked = [[q.statement, [g.text for g in q.given]] for q in self.queries]
        return {"kind": "paper", "asked": asked, "seconds": self.seconds, "anew": self.anew}

    def compute(self, index: int) -> bytes:
        """One outcome."""
        with cache.off() if self.anew else nullcontext():
            return json.dumps(decide(self.queries[index], self.seconds).as_json()).encode()


def read_paper(path: str, selection: Selection = Selection()) -> tuple[Document, list[PaperStep]]:
    """The steps of a LaTeX source, those of the selection."""
    document = Document(path)
    unknown = [label for label in selection.labels if label not in document.labels]
    if unknown:
        close = difflib.get_close_matches(unknown[0], sorted(document.labels), 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise UnknownName(f"--only: there is no label {shorten(unknown[0])}{hint}")
    steps = [s for s in PaperReader(document).steps() if _is_selected(s, document, selection)]
    return document, steps


def _is_selected(step: PaperStep, document: Document, selection: Selection) -> bool:
    if selection.lines is not None:
        first, last = selection.lines
        if step.token.source is not document.main or not first <= step.line <= last:
            return False
    return not selection.labels or bool(_labels(step) & set(selection.labels))


def _labels(step: PaperStep) -> frozenset[str]:
    around = (label for scope in step.formula.scope.chain() for label in scope.labels)
    return frozenset((*step.formula.labels(), *around))


def check_paper(
    path: str,
    selection: Selection = Selection(),
    seconds: int = SECONDS,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Answers:
    """Read a paper and ask its steps.

    Args:
        path: The main LaTeX source.
        selection: Which steps.
        seconds: Time for each question to the prover.
        executor: Where to ask; without one, in this process.
        progress: Is told how many steps are done.

    Raises:
        InputError: A file cannot be read, or a comment is not understood.
    """
    document, steps = read_paper(path, selection)
    asked = [_asked(step) for step in steps if step.role == CLAIM]
    if selection.strict:
        asked = [each for each in asked if not each.step.notes]
    job = _Steps(tuple(each.query for each in asked), seconds, cache.is_off())
    outcomes: dict[PaperStep, StepAnswer] = {}
    with closing(run(job, executor=executor)) as results:
        for done, (each, result) in enumerate(zip(asked, results, strict=True), 1):
            outcomes[each.step] = _answer(each, outcome(json.loads(result)))
            if progress:
                progress(done, len(asked), f"line {each.step.line}")
    answers = tuple(outcomes.get(step) or _unasked(step) for step in steps)
    files = {source.path: source.text for source in document.files.values()}
    return Answers(path, answers, files, tuple(document.missing))


def _asked(step: PaperStep) -> _Asked:
    names = Names()
    return _Asked(step, names, query_of(step, names))


def _answer(asked: _Asked, found: Outcome) -> StepAnswer:
    step, query = asked.step, asked.query
    used = set(found.given)
    notes = [*step.notes, *_index_notes(query, found)]
    told = " ".join((query.statement, *found.given))
    parts = {k: p.text for k, p in asked.names.parts.items() if p.op == "opaque" and k in told}
    sources = {g.text: g.how for g in query.given if g.text in used}
    return _step_answer(step, query.statement, found, tuple(notes), parts, sources)


def _index_notes(query: Query, found: Outcome) -> Iterator[str]:
    """In a refutation an index is part of a name."""
    for name in sorted(query.names) if found.witness else ():
        indices = set(name.split("_")[1:]) & query.names
        if indices and name not in query.parts:
            yield f"{name} does not depend on {', '.join(sorted(indices))} here"


def _unasked(step: PaperStep) -> StepAnswer:
    """A step that nobody asks: a definition, a premise, or what is not read."""
    if step.left is None or step.right is None or step.role == UNREAD:
        return _step_answer(step, "", Outcome(NOT_READ, step.why))
    names = Names()
    said = f"{written(step.left, names)} {step.relation} {written(step.right, names)}"
    parts = {k: p.text for k, p in names.parts.items() if p.op == "opaque"}
    if step.role == CLAIM:
        return _step_answer(step, said, Outcome(NOT_READ, "; ".join(step.notes)), (), parts)
    why = {DEFINED: "", PREMISE: "a premise of what follows"}[step.role]
    return _step_answer(step, said, Outcome(DEFINITION, why), (), parts)


def _step_answer(
    step: PaperStep,
    read: str,
    found: Outcome,
    notes: Sequence[str] = (),
    parts: Mapping[str, str] | None = None,
    sources: Mapping[str, str] | None = None,
) -> StepAnswer:
    return StepAnswer(
        step.file,
        step.line,
        step.token.place,
        step.source,
        read,
        found,
        tuple(notes),
        parts or {},
        sources or {},
        not step.formula.is_display,
        _labels(step),
    )
