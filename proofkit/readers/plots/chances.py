"""Pictures of probabilities of the network: exact, bounded by proof, and simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import nan
from typing import TYPE_CHECKING, Any

from proofkit.attention.mechanisms import DEFAULT
from proofkit.foundations.errors import InputError, UnknownName
from proofkit.foundations.exact import rational, shorten
from proofkit.foundations.progress import Progress
from proofkit.probability.experiment import Plan, Row, experiment
from proofkit.probability.model import MEANING
from proofkit.probability.study import StudyPoint
from proofkit.readers.plots import axes as scales
from proofkit.readers.plots import labels
from proofkit.readers.plots.picture import Picture
from proofkit.readers.plots.themes import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def probability_over(
    over: str,
    values: Sequence[object],
    given: Mapping[str, object] | None = None,
    quantity: str = "separates",
    plan: Plan | None = None,
    mechanisms: Sequence[str] = DEFAULT,
    theme: str = "light",
    progress: Progress | None = None,
    separation: str = "",
) -> Picture:
    """Run the network at some values of a parameter, and draw what is found of the named
    mechanisms."""
    plan, fixed = plan or Plan(trials=20_000), dict(given or {})
    points = []
    for done, value in enumerate(values, 1):
        own = Plan(trials=plan.trials, seed=plan.seed + done)
        found = experiment(
            {**fixed, over: value}, own, mechanisms=mechanisms, separation=separation
        )
        points.append(StudyPoint(over, str(value), found))
        if progress:
            progress(done, len(values), f"{over} = {value}")
    return probability_curves(points, quantity, mechanisms, theme)


def probability_curves(
    points: Sequence[StudyPoint],
    quantity: str = "separates",
    mechanisms: Sequence[str] = DEFAULT,
    theme: str = "light",
    title: str = "",
) -> Picture:
    """The probability of `quantity` along one parameter: exact values, the proved lower
    bounds where they say anything, and simulated points with their 99% intervals."""
    if not points:
        raise InputError("values: expected at least one")
    if quantity not in MEANING:
        raise UnknownName(f"{shorten(repr(quantity))} is not one of {', '.join(MEANING)}")
    run = points[0].found.setting.mechanisms
    for name in mechanisms:
        if name not in run:
            raise UnknownName(f"{shorten(repr(name))} is not one of {', '.join(run)}")
    rows = {name: [row(point, name, quantity) for point in points] for name in mechanisms}
    over = points[0].axis
    alt = f"P({MEANING[quantity]}) as {over} goes through {points[0].value} to {points[-1].value}. "
    alt += " ".join(
        f"{name}: {found[0].exact} at the start, {found[-1].exact} at the end."
        for name, found in rows.items()
    )
    draw = partial(_draw, points=points, rows=rows, quantity=quantity, title=title)
    return Picture(draw, alt, (7.0, 3.4), theme)


def row(point: StudyPoint, mechanism: str, quantity: str = "separates") -> Row:
    """What was found of one mechanism at a point."""
    rows = (r for r in point.found.rows if (r.mechanism, r.quantity) == (mechanism, quantity))
    return next(rows)


def _draw(
    figure: Figure,
    theme: Theme,
    points: Sequence[StudyPoint],
    rows: Mapping[str, Sequence[Row]],
    quantity: str,
    title: str,
) -> None:
    plot = figure.subplots()
    over = points[0].axis
    at = [rational(point.value, over) for point in points]
    names = points[0].found.setting.mechanisms
    for name, found in rows.items():
        _curve(plot, theme, at, found, names.index(name), name)
    scales.place_values(plot, title or labels.inline(over), at)
    plot.set_ylabel(labels.event(MEANING[quantity]))
    plot.set_ylim(-0.03, 1.03)
    plot.set_yticks([0, 0.25, 0.5, 0.75, 1])
    plot.grid(True, axis="y")
    figure.legend(loc="outside upper center", ncols=3)


_LINES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (3, 1)), (0, (6, 2, 1, 2)), (0, (1, 1)))
_MARKS = ("o", "s", "D", "^", "v", "P", "X")


def _curve(
    plot: Axes, theme: Theme, at: Sequence[Fraction], rows: Sequence[Row], place: int, name: str
) -> None:
    """One mechanism, drawn as its place says; seven differ without colour too."""
    where = [scales.position(v) for v in at]
    colour, style = theme.lines[place % 4], _LINES[place % len(_LINES)]
    exact = [_double(row.exact) for row in rows]
    plot.plot(where, exact, linestyle=style, color=colour, linewidth=1.4, label=f"{name}, exact")
    proved = [_double(row.proved) if row.proved else -1.0 for row in rows]
    useful = [p if p > 0 else nan for p in proved]
    if any(p > 0 for p in proved):
        plot.plot(where, useful, ":", color=colour, marker="v", ms=4, label=f"{name}, proved bound")
    drawn = [_double(row.frequency) for row in rows]
    ends = [[_double(row.interval[k]) for row in rows] for k in (0, 1)]
    below = [max(f - low, 0.0) for f, low in zip(drawn, ends[0], strict=True)]
    above = [max(high - f, 0.0) for f, high in zip(drawn, ends[1], strict=True)]
    plot.errorbar(
        where,
        drawn,
        yerr=[below, above],
        fmt=_MARKS[place % len(_MARKS)],
        markerfacecolor="none",
        color=colour,
        markersize=5,
        capsize=2.5,
        linewidth=1.1,
        label=f"{name}, simulated (99%)",
    )


def _double(text: str) -> float:
    return scales.position(rational(text))
