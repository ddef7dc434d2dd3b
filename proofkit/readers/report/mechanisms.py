"""The comparison of mechanisms as text, Markdown and JSON."""

from __future__ import annotations

from typing import Any

from proofkit.probability.comparison import VERDICTS, Comparison, Row
from proofkit.readers.report import markdown as marks
from proofkit.readers.report import wording
from proofkit.readers.report.json import dump, fields
from proofkit.readers.report.probability import NONE, heading, parameters, whole_table
from proofkit.readers.report.style import Style

HEADER = ("mechanism", "rho on D1", "its weight", "P(separates)", "verdict", "cost")
_TONES = {"separates": "good", "deaf": "bad", "hears both": "bad"}


def text(found: Comparison, style: Style) -> str:
    """What `mechanisms` prints."""
    rows = [_cells(row) for row in found.rows]
    lines = [*heading(found.setting, style), "", *whole_table(HEADER, rows, style), ""]
    lines += ["Half of the needle's weight:"]
    for row in found.rows:
        lines += style.wrap(_half(row), "      ", first=f"  {row.chosen.name}: ")
    lines += [""]
    for name, meaning in VERDICTS.items():
        lines += style.wrap(
            meaning, "      ", first=f"  {style.paint(name, _TONES.get(name, ''))}: "
        )
    lines += style.wrap(_LEGEND, "", first="")
    return "\n".join(lines)


_LEGEND = (
    "rho: how many times the weight of any other key the needle gets from its own query, and "
    "(second number, where it differs) from other queries. Its weight: what the needle of D1 "
    "gives itself. Costs are for n tokens in d columns."
)


def markdown(found: Comparison) -> str:
    """What `mechanisms --format markdown` prints."""
    given = wording.assigned(parameters(found.setting))
    rows = []
    for row in found.rows:
        name, *cells, cost = _cells(row)
        rows.append((marks.code(name), *cells, marks.code(cost), marks.escape(_half(row))))
    lines = ["# Mechanisms", "", f"At {marks.code(given)}", ""]
    lines += [*marks.table((*HEADER, "half of its weight"), rows), "", _LEGEND, ""]
    lines += [f"- {name}: {marks.code(meaning)}" for name, meaning in VERDICTS.items()]
    return "\n".join(lines)


def json(found: Comparison) -> str:
    """What `mechanisms --format json` prints."""
    return dump(
        {
            "parameters": parameters(found.setting),
            "mechanisms": {row.chosen.name: _data(row) for row in found.rows},
        }
    )


def _data(row: Row) -> dict[str, Any]:
    mechanism = row.chosen.mechanism
    half = mechanism.half
    return {
        **fields(mechanism, "title", "about", "provenance", "source", "cost"),
        "rho": row.rho,
        "weight": row.weight or None,
        "half": {"condition": half.words if half else None, "bound": row.half or None},
        **fields(row, "exact", "verdict"),
    }


def _cells(row: Row) -> tuple[str, ...]:
    rho = [value or NONE for value in row.rho["D1"].values()]
    return (
        row.chosen.name,
        ", ".join(dict.fromkeys(rho)),
        row.weight or NONE,
        row.exact.get("separates", NONE),
        row.verdict,
        row.chosen.mechanism.cost,
    )


def _half(row: Row) -> str:
    half = row.chosen.mechanism.half
    if half is None:
        return "nothing is known in general"
    return f"{half.words}; here {row.half}" if row.half else half.words
