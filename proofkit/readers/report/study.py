"""The study as a Markdown page with tables (CSV) and pictures (SVG), the same every time."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

from proofkit.attention.mechanisms import DEFAULT
from proofkit.foundations.exact import rational
from proofkit.probability.experiment import Row
from proofkit.probability.separation import Axis
from proofkit.probability.study import Study, StudyPoint
from proofkit.readers.plots import labels
from proofkit.readers.plots.chances import probability_curves, row
from proofkit.readers.report import phrases, wording
from proofkit.readers.report.markdown import table
from proofkit.readers.report.mathematics import LATEX
from proofkit.readers.report.tables import as_csv

_TITLE = "Softmax against linear attention"


def files(study: Study, folder: str) -> dict[str, str]:
    """All files by path: the page beside the folder, the tables and pictures in it."""
    written = {f"{folder}.md": page(study, folder.rpartition("/")[2])}
    for axis in study.separation.axes:
        written[f"{folder}/{axis.name}.csv"] = csv(study, axis.name)
        written[f"{folder}/{axis.name}.svg"] = svg(study, axis)
    return written


def csv(study: Study, axis: str) -> str:
    """One line a value: for each mechanism the probability to separate, exactly, as proved,
    and simulated with its interval."""
    fields = ("exact", "proved", "simulated", "low", "high")
    header = [axis, *(f"{name} {field}" for name in study.mechanisms for field in fields)]
    lines = []
    for point in study.along(axis):
        rows = [row(point, name) for name in study.mechanisms]
        cells = ([r.exact, r.proved or "", r.frequency, *r.interval] for r in rows)
        lines.append([point.value, *chain.from_iterable(cells)])
    return as_csv(header, lines)


def page(study: Study, folder: str) -> str:
    """The page in Markdown."""
    given = study.separation.base.items()
    base = ", ".join(f"${LATEX.symbol(name)} = {value}$" for name, value in given)
    lines = [
        f"# {_TITLE}" if study.mechanisms == DEFAULT else f"# {', '.join(study.mechanisms)}",
        "",
        "The probability that the network separates the two data sets, $F(D_1) > 0$ and",
        f"$F(D_0) = 0$, as one parameter varies and the others stay at {base} and their defaults.",
        "Lines join exact values, triangles are proved bounds; points are simulations of",
        f"{study.trials} networks each (fast method, seeds from {study.seed + 1}) with their 99%",
        f"Clopper-Pearson intervals. {_outside(study)}",
        "`proofkit study` writes this page and its files.",
    ]
    for axis, meaning in ((a.name, a.meaning) for a in study.separation.axes):
        symbol, said = f"${LATEX.symbol(axis)}$", phrases.markdown(phrases.typeset(meaning))
        lines += ["", f"## {symbol}: {said}", "", f"![{axis}]({folder}/{axis}.svg)", ""]
        lines += ["<details>", "<summary>The numbers</summary>", ""]
        heads = (head for name in study.mechanisms for head in (f"{name}, exact", "simulated"))
        rows = (_numbers(study, point) for point in study.along(axis))
        lines += table((symbol, *heads), rows, right=0)
        lines += ["", f"As a file: [{axis}.csv]({folder}/{axis}.csv)", "", "</details>"]
    return "\n".join(lines) + "\n"


def _numbers(study: Study, point: StudyPoint) -> list[str]:
    """A value, and for each mechanism the exact probability and the simulated one."""
    cells = [f"${labels.value(rational(point.value, point.axis))}$"]
    for found in (row(point, name) for name in study.mechanisms):
        cells += [wording.raised(found.exact), found.frequency[:-2]]
    return cells


def _outside(study: Study) -> str:
    """How many exact values lie outside their intervals, beside how many should."""
    rows = [row(point, name) for point in study.points for name in study.mechanisms]
    out = sum(not _within(found) for found in rows)
    return (
        f"Of {len(rows)} intervals {out} {'misses' if out == 1 else 'miss'} the exact value;\n"
        "one in a hundred should."
    )


def _within(row: Row) -> bool:
    low, high = map(Fraction, row.interval)
    return low <= Fraction(row.exact) <= high


def svg(study: Study, axis: Axis) -> str:
    """A picture: lines for exact values and proved bounds, points and bars for simulations."""
    title = f"{labels.inline(axis.name)}: {phrases.typeset(axis.meaning)}"
    points = study.along(axis.name)
    return probability_curves(points, mechanisms=study.mechanisms, title=title).svg().decode()
