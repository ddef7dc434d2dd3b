"""What `sweep` prints when it is done: how many points, where a claim fails first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from proofkit.questions.sweep import Result, SweptLemma
from proofkit.questions.sweep.cells import FAILS, HOLDS, NOWHERE, UNDECIDED, Codes
from proofkit.readers.report import wording
from proofkit.readers.report.style import Style
from proofkit.readers.report.text import heading

BLOCK = 1 << 20


def text(result: Result, style: Style) -> str:
    """Counts for every claim, and the share that the filter settled."""
    sweep = result.sweep
    lines = style.wrap(_heading(result), "  ", first="")
    for part in sweep.parts:
        lines += ["", *_lemma(part, result, style)]
    lines += ["", *style.wrap(summary(result), "  ", first="")]
    return "\n".join(lines)


def _heading(result: Result) -> str:
    points = result.sweep.points
    fixed = wording.assigned(result.sweep.given)
    names = ", ".join(points.names)
    return f"{wording.count(len(points), 'point')} over {names}" + (f" at {fixed}" if fixed else "")


def _lemma(part: SweptLemma, result: Result, style: Style) -> list[str]:
    claims, met, asked = result.of(part)
    lines = heading(part.lemma, style)
    absent = int(_tally(claims[0])[NOWHERE])
    if absent:
        text = f"{absent} of the points do not exist: the parameters are not admissible there"
        lines += style.wrap(text, "      ", first="  ! ", tone="warn")
    rows, tones, notes = [], [], []
    for claim, row, kernel in zip(part.claims, claims, asked, strict=True):
        counts = _tally(row)
        cells = [str(int(counts[code])) for code in (HOLDS, FAILS, UNDECIDED)]
        share = _percent(int(counts[:3].sum()), int(kernel))
        rows.append((claim.id, *cells, share))
        tones.append("fails" if counts[FAILS] else "undecided" if counts[UNDECIDED] else "holds")
        own = [r for h, r in zip(part.hypotheses, met, strict=True) if h in claim.hypotheses]
        notes.append([_first(part, result, row), *_meant(row, own)])
    header = ("claim", "holds", "fails", "undecided", "by filter")
    lines += style.noted(style.table(header, rows, 0, tones), notes)
    for hypothesis, row in zip(part.hypotheses, met, strict=True):
        unmet = int(_tally(row)[FAILS])
        if unmet:
            where = wording.count(unmet, "point")
            text = f"unmet at {where}: {style.notation.statement(hypothesis.statement)}"
            lines += style.wrap(text, "      ", first="  ! ", tone="unmet")
    return lines


def _meant(row: Codes, met: Sequence[Codes]) -> Iterator[str]:
    """How many of the cells that fail are where the lemma says something, if not all are."""
    failing = unmet = 0
    for start in range(0, len(row), BLOCK):
        here = slice(start, start + BLOCK)
        outside = np.zeros(len(row[here]), dtype=bool)
        for hypothesis in met:
            outside |= hypothesis[here] != HOLDS
        failing += int(np.count_nonzero((row[here] == FAILS) & ~outside))
        unmet += int(np.count_nonzero((row[here] == FAILS) & outside))
    if unmet:
        yield f"fails at {failing or 'none'} of the points where every hypothesis is met"


def _percent(cells: int, kernel: int) -> str:
    """Cut off, not rounded: 100 % is said only of all."""
    if not cells:
        return "-"
    share = Fraction(100 * (cells - kernel), cells)
    return (
        f"{share} %" if share.denominator == 1 else f"{int(share)}.{int(share * 100) % 100:02d} %"
    )


def _first(part: SweptLemma, result: Result, row: Codes) -> str:
    """The first point where the claim fails, or else is undecided."""
    for code, word in ((FAILS, "fails"), (UNDECIDED, "is undecided")):
        for start in range(0, len(row), BLOCK):
            found = row[start : start + BLOCK] == code
            if found.any():
                return f"first {word} at {_point(result, start + int(found.argmax()))}"
    return ""


def _tally(row: Codes) -> NDArray[np.int64]:
    """How many cells there are of each code; a block at a time, since counting widens them."""
    found = np.zeros(4, dtype=np.int64)
    for start in range(0, len(row), BLOCK):
        found += np.bincount(row[start : start + BLOCK], minlength=4)
    return found


def _point(result: Result, index: int) -> str:
    values = result.sweep.points.at(np.array([index], dtype=np.int64))
    return wording.assigned({name: column.exact(0) for name, column in values.items()})


def counts(result: Result) -> Mapping[str, int]:
    """How many cells of the claims there are of each kind."""
    total = np.zeros(4, dtype=np.int64)
    for part in result.sweep.parts:
        for row in result.of(part)[0]:
            total += _tally(row)
    return {
        "undecided": int(total[UNDECIDED]),
        "holds": int(total[HOLDS]),
        "fails": int(total[FAILS]),
        "nowhere": int(total[NOWHERE]),
    }


def summary(result: Result) -> str:
    """One sentence about all cells."""
    found = counts(result)
    claims = sum(len(part.claims) for part in result.sweep.parts)
    cells = sum(found.values()) - found["nowhere"]
    asked = sum(int(result.of(part)[2].sum()) for part in result.sweep.parts)
    absent = f", {found['nowhere']} without a point" if found["nowhere"] else ""
    return (
        f"{wording.count(claims, 'claim')}, {wording.count(cells, 'cell')}: "
        f"{wording.verdicts(found)}{absent}; the filter settled "
        f"{_percent(cells, asked)}"
    )
