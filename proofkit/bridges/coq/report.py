"""The output of `export coq`: which theorems were written, and which Coq accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofkit.bridges.coq.checker import LIBRARY, Answer
from proofkit.bridges.coq.document import Document
from proofkit.readers.report import wording


def written(documents: Sequence[Document], left_out: Mapping[str, str]) -> str:
    """The files, with how many theorems each has."""
    lines = [
        f"{document.module}.v  {wording.count(len(document.theorems), 'theorem')}"
        for document in documents
    ]
    total = sum(len(document.theorems) for document in documents)
    return "\n".join(
        [*lines, *_left_out(left_out), "", f"{wording.count(total, 'theorem')} written"]
    )


def checked(answers: Sequence[Answer], left_out: Mapping[str, str]) -> str:
    """Every theorem: accepted or not, the time it took; then the axioms they rest on."""
    lines = []
    for answer in answers:
        word = "accepted" if answer.accepted else "not accepted"
        seconds = f"{answer.milliseconds // 1000}.{answer.milliseconds % 1000:03d} s"
        lines.append(f"{answer.theorem}  {word}  {seconds}")
        if answer.message:
            lines.append(f"    {answer.message}")
    found = sorted({axiom for answer in answers for axiom in answer.axioms})
    axioms = [axiom for axiom in found if axiom in LIBRARY]
    if len(axioms) < len(found):
        axioms.append(f"{len(found) - len(axioms)} axioms of primitive floats and integers")
    good = sum(answer.accepted for answer in answers)
    return "\n".join(
        [
            *lines,
            *_left_out(left_out),
            "",
            *([f"axioms: {', '.join(axioms) or 'nothing'}"] if answers else []),
            f"{wording.count(len(answers), 'theorem')}: {good} accepted by Coq, "
            f"{len(answers) - good} not",
        ]
    )


def _left_out(left_out: Mapping[str, str]) -> list[str]:
    return [f"{claim}  not exported: {why}" for claim, why in left_out.items()]
