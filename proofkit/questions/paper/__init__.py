"""The steps of a LaTeX paper, asked one by one."""

from proofkit.questions.paper.paper import Answers, Selection, check_paper, read_paper
from proofkit.questions.paper.results import (
    DEFINITION,
    LACKS,
    NOT_READ,
    OPEN,
    PROVED,
    REFUTED,
    VERDICTS,
    ProofLine,
    StepAnswer,
)

__all__ = [
    "DEFINITION",
    "LACKS",
    "NOT_READ",
    "OPEN",
    "PROVED",
    "REFUTED",
    "VERDICTS",
    "Answers",
    "ProofLine",
    "Selection",
    "StepAnswer",
    "check_paper",
    "read_paper",
]
