"""Where a mechanism separates, as text, JSON and CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofkit.probability.comparison import VERDICTS
from proofkit.probability.model import MEANING
from proofkit.questions.separating import Found, Question, SeparationMap
from proofkit.readers.report.json import dump
from proofkit.readers.report.style import Style
from proofkit.readers.report.tables import as_csv
from proofkit.readers.report.threshold import exact
from proofkit.readers.report.wording import assigned

_WORDS = {"yes": "true", "no": "false", "undecided": "undecided", "meaningless": "no such data"}
_TONES = {"yes": "holds", "no": "fails", "undecided": "undecided"}


def text(answers: Sequence[Found], style: Style) -> str:
    """What `threshold --mechanism` prints."""
    return "\n\n".join(_told(found, style) for found in answers)


def _told(found: Found, style: Style) -> str:
    lines = _heading(found.question, style)
    over = found.over
    for stretch in found.stretches:
        word = style.paint(_WORDS[stretch.answer].ljust(12), _TONES.get(stretch.answer, ""))
        ends = exact(stretch.first)
        if stretch.last != stretch.first:
            ends = f"from {ends} to {exact(stretch.last)}"
        lines.append(f"  {word}  {over} {ends}")
    if found.complete:
        lines.append(f"  Every one of the {found.looked} values was decided exactly.")
    else:
        said = (
            f"Decided exactly at {found.looked} values, and closely about every change that they "
            "show; what lies between the values of a stretch is not certified."
        )
        lines += style.wrap(said, "  ")
    return "\n".join(lines)


def _heading(question: Question, style: Style) -> list[str]:
    said = f"P({MEANING['separates']}) >= {question.goal}"
    lines = [style.paint(question.mechanism, "strong") + f" attention: {said}"]
    given = assigned(question.given)
    return [*lines, *(style.wrap(given, "  ", first="  at ") if given else [])]


def json(answers: Sequence[Found]) -> str:
    """What `threshold --mechanism --format json` prints."""
    return dump({"mechanisms": {f.question.mechanism: _data(f) for f in answers}})


def _data(found: Found) -> dict[str, Any]:
    return {
        "given": {name: str(value) for name, value in found.question.given.items()},
        "over": found.over,
        "goal": found.question.goal,
        "complete": found.complete,
        "decided": str(found.looked),
        "stretches": [
            {"from": s.first, "to": s.last, "separates": s.answer} for s in found.stretches
        ],
        "changes": [
            {"below": c.below, "above": c.above, "separates": c.answers} for c in found.changes
        ],
    }


# Maps ---------------------------------------------------------------------------------------


def map_text(found: SeparationMap, style: Style) -> str:
    """What `regions --mechanism` prints: how many points of the grid have which verdict."""
    lines = _heading(found.question, style)
    for name, values in zip(found.over, found.values, strict=True):
        ends = f"{exact(values[0])} to {exact(values[-1])}"
        lines.append(f"  {name} at {len(values)} values from {ends}")
    lines.append("")
    total = len(found.values[0]) * len(found.values[1])
    for verdict in _all(found):
        meaning = VERDICTS.get(verdict, "no such data" if verdict == "meaningless" else "")
        lines.append(
            f"  {verdict:<12} {found.count(verdict):>6} of {total} points  {meaning}".rstrip()
        )
    lines.append("  Decided exactly at these points; nothing is said of what lies between.")
    return "\n".join(lines)


def _all(found: SeparationMap) -> list[str]:
    present = {verdict for row in found.verdicts for verdict in row}
    return [v for v in (*VERDICTS, "undecided", "meaningless") if v in present]


def map_rows(found: SeparationMap) -> list[list[str]]:
    """One row a point: both values and the verdict."""
    return [
        [str(x), str(y), verdict]
        for y, row in zip(found.values[1], found.verdicts, strict=True)
        for x, verdict in zip(found.values[0], row, strict=True)
    ]


def map_csv(found: SeparationMap) -> str:
    """One line a point."""
    return as_csv([*found.over, "verdict"], map_rows(found))


def map_json(found: SeparationMap) -> str:
    """What `regions --mechanism --format json` prints."""
    return dump(
        {
            "mechanism": found.question.mechanism,
            "given": {name: str(value) for name, value in found.question.given.items()},
            "over": found.over,
            "goal": found.question.goal,
            "counts": {verdict: str(found.count(verdict)) for verdict in _all(found)},
            "points": map_rows(found),
        }
    )
