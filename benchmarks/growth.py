"""Log-log plots of seconds over the size of the work."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from benchmarks.table import Row


def plots(name: str, rows: list[Row], output: Path) -> list[str]:
    """Draw one picture for each work measured at several sizes, in a folder beside the table.

    The answer lists the pictures' paths as the table refers to them.
    """
    sized = sorted((row for row in rows if row.over), key=_series)
    drawn = []
    for (work, over), group in groupby(sized, key=_series):
        measured = list(group)
        if len({row.size for row in measured}) > 1:
            place = Path(output.stem) / f"{name}-{_slug(f'{work} {over}')}.svg"
            _draw(work, over, measured, output.parent / place)
            drawn.append(place.as_posix())
    return drawn


def _series(row: Row) -> tuple[str, str]:
    return row.work, row.over


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _draw(work: str, over: str, rows: list[Row], place: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    series: dict[str, dict[float, float]] = {}
    for row in rows:
        ours = series.setdefault(row.ours, {})
        ours[row.size] = min(row.seconds, ours.get(row.size, row.seconds))
        series.setdefault(row.alternative, {})[row.size] = row.alternative_seconds
    with matplotlib.rc_context({"svg.hashsalt": "proofkit", "svg.fonttype": "none"}):
        figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
        for marker, (label, points) in zip("os^dvP*X", series.items(), strict=False):
            sizes = sorted(points)
            axes.loglog(sizes, [points[size] for size in sizes], marker=marker, label=label)
        axes.set(title=work, xlabel=over, ylabel="seconds")
        axes.grid(visible=True, which="both", alpha=0.3)
        axes.legend()
        place.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(place, metadata={"Date": None})
        pyplot.close(figure)
