"""The verdicts as text: a line for each step, with its reading, and below it its hypotheses."""

from __future__ import annotations

from collections.abc import Iterator

from proofkit.language.claims import SourceLine
from proofkit.questions.paper import DEFINITION, NOT_READ, REFUTED, Answers, StepAnswer
from proofkit.readers.report.style import Style
from proofkit.readers.report.wording import assigned

_WIDTH = 10
_TONES = {REFUTED: "bad", "lacks": "warn", DEFINITION: "faint", NOT_READ: "faint"}


def as_text(answers: Answers, style: Style) -> str:
    """What `paper` prints."""
    lines = [line for step in answers.steps for line in _step(step, style)]
    return "\n".join([*lines, *([""] if lines else []), summary(answers)])


def summary(answers: Answers) -> str:
    """How many steps have which verdict."""
    counted = [f"{count} {verdict}" for verdict, count in answers.summary.items() if count]
    return ", ".join(counted) or "no inequality is found"


def place(step: StepAnswer) -> str:
    """The file and the line of the relation."""
    return str(SourceLine(step.file, step.line))


def _step(step: StepAnswer, style: Style) -> Iterator[str]:
    verdict = style.paint(step.verdict.ljust(_WIDTH), _TONES.get(step.verdict, step.verdict))
    yield f"{place(step)}: {verdict} {step.read or step.source}"
    for line in said(step):
        yield f"    {line}"


def said(step: StepAnswer) -> Iterator[str]:
    """What is said of a step beside its verdict: hypotheses, the point, the reason, the parts."""
    if step.given:
        yield f"given {', '.join(step.given)}"
    if step.outcome.witness:
        yield f"fails at {assigned(step.outcome.witness)}"
    if step.outcome.why:
        yield step.outcome.why
    for name, latex in step.parts.items():
        yield f"{name} is {latex}, read as one unknown"
    yield from step.notes
