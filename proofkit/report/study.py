"""The study as a Markdown page with tables (CSV) and pictures (SVG), the same every time."""

from __future__ import annotations

import csv as encoder
import io
from fractions import Fraction

from proofkit.probability.experiment import Row
from proofkit.probability.model import MECHANISMS
from proofkit.probability.study import AXES, BASE, MEANING, Point, Study

_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 640, 260, 46, 26, 40
_COLOURS = {"softmax": "#1f5fbf", "linear": "#c2410c"}
_SHOWN = "separates"


def files(study: Study, folder: str) -> dict[str, str]:
    """All files by path: the page beside the folder, the tables and pictures in it."""
    written = {f"{folder}.md": page(study, folder.rpartition("/")[2])}
    for axis in AXES:
        written[f"{folder}/{axis}.csv"] = csv(study, axis)
        written[f"{folder}/{axis}.svg"] = svg(study, axis)
    return written


def _row(point: Point, mechanism: str) -> Row:
    rows = (r for r in point.found.rows if (r.mechanism, r.quantity) == (mechanism, _SHOWN))
    return next(rows)


def csv(study: Study, axis: str) -> str:
    """One line a value: for each mechanism the probability to separate, exactly, as proved,
    and simulated with its interval."""
    out = io.StringIO()
    writer = encoder.writer(out, lineterminator="\n")
    fields = ("exact", "proved", "simulated", "low", "high")
    writer.writerow([axis, *(f"{name} {field}" for name in MECHANISMS for field in fields)])
    for point in study.along(axis):
        line = [point.value]
        for name in MECHANISMS:
            row = _row(point, name)
            line += [row.exact, row.proved or "", row.frequency, *row.interval]
        writer.writerow(line)
    return out.getvalue()


def page(study: Study, folder: str) -> str:
    """The page in Markdown."""
    base = ", ".join(f"{name} = {value}" for name, value in BASE.items())
    lines = [
        "# Softmax against linear attention",
        "",
        "The probability that the network separates the two data sets, F(D1) > 0 and F(D0) = 0,",
        f"as one parameter varies and the others stay at {base} and their defaults.",
        f"Lines are exact; points are simulations of {study.trials} networks each (fast method,",
        f"seeds from {study.seed + 1}) with their 99% Clopper-Pearson intervals.",
        "`proofkit study` writes this page and its files.",
    ]
    for axis in AXES:
        lines += ["", f"## {axis}: {MEANING[axis]}", "", f"![{axis}]({folder}/{axis}.svg)", ""]
        lines += [f"| {axis} | softmax, exact | simulated | linear, exact | simulated |"]
        lines += ["|--:|--:|--:|--:|--:|"]
        for point in study.along(axis):
            rows = [_row(point, name) for name in MECHANISMS]
            cells = (cell for row in rows for cell in (row.exact, row.frequency[:-2]))
            lines.append(f"| {point.value} | {' | '.join(cells)} |")
        lines += ["", f"The numbers: [{axis}.csv]({folder}/{axis}.csv)"]
    return "\n".join(lines) + "\n"


def svg(study: Study, axis: str) -> str:
    """A picture: lines for exact values, dots and bars for simulations and their intervals."""
    points = study.along(axis)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
    ]
    for level in ("0", "1/4", "1/2", "3/4", "1"):
        y = _y(level)
        parts.append(f'<path d="M{_LEFT} {y}H{_WIDTH - 10}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y}" text-anchor="end" dy="4">{level}</text>')
    for index, point in enumerate(points):
        place_x, place_y = _x(index, len(points)), _HEIGHT - _BOTTOM + 16
        parts.append(f'<text x="{place_x}" y="{place_y}" text-anchor="middle">{point.value}</text>')
    for place, name in enumerate(MECHANISMS):
        parts += _curve([_row(point, name) for point in points], _COLOURS[name])
        left = _LEFT + 4 + 90 * place
        parts.append(f'<text x="{left}" y="14" fill="{_COLOURS[name]}">{name}</text>')
    label = f"{axis}: {MEANING[axis]}"
    middle = f'x="{(_LEFT + _WIDTH) // 2}" y="{_HEIGHT - 6}" text-anchor="middle"'
    return "\n".join([*parts, f"<text {middle}>{label}</text>", "</svg>"]) + "\n"


def _curve(rows: list[Row], colour: str) -> list[str]:
    spots = [(_x(index, len(rows)), row) for index, row in enumerate(rows)]
    line = " ".join(f"{x},{_y(row.exact)}" for x, row in spots)
    parts = [f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>']
    for x, row in spots:
        top, bottom = _y(row.interval[1]), _y(row.interval[0])
        parts.append(f'<path d="M{x} {bottom}V{top}" stroke="{colour}"/>')
        parts.append(f'<circle cx="{x}" cy="{_y(row.frequency)}" r="3" fill="{colour}"/>')
    return parts


def _x(index: int, count: int) -> int:
    return _LEFT + 20 + (_WIDTH - _LEFT - 50) * index // max(count - 1, 1)


def _y(value: str) -> str:
    """A probability's height in the picture, to a tenth of a unit."""
    tenths = round((_HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * Fraction(value)) * 10)
    return f"{tenths // 10}.{tenths % 10}"
