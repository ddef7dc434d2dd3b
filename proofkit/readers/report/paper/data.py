"""The verdicts as JSON."""

from __future__ import annotations

from typing import Any

from proofkit.language.claims import SourceLine
from proofkit.questions.paper import Answers, StepAnswer
from proofkit.readers.report.json import dump


def as_json(answers: Answers) -> str:
    """For programs; all numbers of a witness are strings."""
    steps = [_step(step) for step in answers.steps]
    return dump({"steps": steps, "summary": answers.summary}, ascii=False)


def _step(step: StepAnswer) -> dict[str, Any]:
    return {
        "file": SourceLine(step.file, step.line).shown,
        "line": step.line,
        "source": step.source,
        "read": step.read,
        "given": list(step.given),
        "verdict": step.verdict,
        "why": step.outcome.why,
        "witness": dict(step.outcome.witness),
        "notes": list(step.notes),
        "parts": dict(step.parts),
        "proof": [vars(line) for line in step.outcome.lines],
    }
