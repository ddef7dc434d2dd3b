"""The verdicts as annotations of source lines, for editors and for reviews of changes."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.language.claims import SourceLine
from proofkit.questions.paper import LACKS, OPEN, REFUTED, Answers
from proofkit.readers.report.annotations import Kind, Remark, sarif_log, workflow_commands
from proofkit.readers.report.paper.text import said, summary

KINDS = {
    REFUTED: Kind("error", "A step that fails at a point where all its hypotheses hold"),
    LACKS: Kind("warning", "A step that needs a hypothesis that is said nowhere"),
    OPEN: Kind("note", "A step that is neither proved nor refuted"),
}


def github(answers: Answers) -> str:
    """Workflow commands that put each remark on its line of a pull request."""
    return workflow_commands(_remarks(answers), KINDS, summary(answers))


def sarif(answers: Answers) -> str:
    """The same as SARIF 2.1.0, the format that code scanning reads."""
    return sarif_log(_remarks(answers), KINDS)


def _remarks(answers: Answers) -> Iterator[Remark]:
    for step in answers.steps:
        if step.verdict in KINDS:
            message = "; ".join([step.read, *said(step)])
            yield Remark(step.verdict, "step", message, SourceLine(step.file, step.line))
