"""Associative recall as pictures: shares of right answers, and the two lemmas beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from proofkit.probability.recall.experiment import Recall, RecallPoint, Share, Told
from proofkit.readers.plots.picture import Picture
from proofkit.readers.plots.themes import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (1, 1)))
MARKS = ("o", "s", "D", "^", "v", "P", "X", "<", ">", "*", "h")


def recall_curves(points: Sequence[RecallPoint]) -> Picture:
    """The share of keys whose value is read back right, against the number of pairs."""
    names = list(points[0].right)
    columns = points[0].cell.columns
    last = points[-1]
    alt = f"Share of values read back right with d = {columns}, at {last.cell.pairs} pairs: "
    alt += ", ".join(f"{name} {last.right[name].value:.3f}" for name in names) + "."

    def draw(figure: Figure, colours: Theme) -> None:
        plot = figure.subplots()
        for place, name in enumerate(names):
            look = {"linestyle": LINES[place // 4], "marker": MARKS[place]}
            at, shares = [p.cell.pairs for p in points], [p.right[name] for p in points]
            _bars(plot, at, shares, colours.lines[place % 4], look)
            plot.lines[-1].set_label(name)
        plot.set_xscale("log", base=2)
        plot.axvline(columns, color=colours.faint, linewidth=3, zorder=0)
        plot.set_xlabel(f"pairs N (the grey line is N = d = {columns})")
        plot.set_ylabel("share read back right (99%)")
        plot.set_ylim(-0.03, 1.03)
        figure.legend(handles=_labelled(plot), loc="outside lower center", ncols=4)

    return Picture(draw, alt, (7.4, 4.4))


def margin_curve(points: Sequence[RecallPoint]) -> Picture:
    """The weight of the right key under sharp softmax, and what the margin promises."""
    columns = points[0].cell.columns
    alt = f"Weight of the right key, d = {columns}: " + ", ".join(
        f"{p.weight:.3f} (at least {p.bound:.3f}) at {p.cell.pairs}" for p in points
    )

    def draw(figure: Figure, colours: Theme) -> None:
        plot = figure.subplots()
        at = [point.cell.pairs for point in points]
        plot.plot(at, [p.weight for p in points], "o-", color=colours.first, label="measured mean")
        bound = [p.bound for p in points]
        plot.plot(at, bound, "v:", color=colours.first, label="promised by the margins, mean")
        plot.set_xscale("log", base=2)
        plot.set_xlabel("pairs N")
        plot.set_ylabel("weight of the right key")
        plot.set_ylim(0, 1.03)
        plot.legend()

    return Picture(draw, alt + ".", (6.4, 3.4))


def rank_curves(found: Recall, columns: Sequence[int]) -> Picture:
    """The squared error of the best linear read-out of orthonormal values, and N less the rank."""
    alt = "Squared error of the best linear read-out, measured and as N - rank: " + "; ".join(
        f"d = {d}: {p.error:.4g} and {p.cell.pairs - p.rank} at {p.cell.pairs} pairs"
        for d in columns
        for p in found.along(d)[-1:]
    )

    def draw(figure: Figure, colours: Theme) -> None:
        plot = figure.subplots()
        for place, d in enumerate(columns):
            points = found.along(d)
            at, colour = [p.cell.pairs for p in points], colours.lines[place % 4]
            plot.plot(at, [p.error for p in points], "o", color=colour, label=f"measured, d = {d}")
            proved = [p.cell.pairs - p.rank for p in points]
            plot.plot(at, proved, ":", color=colour, label=f"N - rank, d = {d}")
        plot.set_xlabel("pairs N")
        plot.set_ylabel("squared error")
        plot.legend()

    return Picture(draw, alt + ".", (6.4, 3.6))


def told_curves(told: Sequence[Told]) -> Picture:
    """How often a ridge read-out tells noisy D0 and D1 apart, against the number of tokens."""
    levels = list(dict.fromkeys(one.noise for one in told))
    alt = "Share of noisy samples told right by a ridge read-out. " + " ".join(
        f"n = {one.tokens}, noise {one.noise}: "
        + ", ".join(f"{name} {share.value:.3f}" for name, share in one.right.items())
        + "."
        for one in told
    )

    def draw(figure: Figure, colours: Theme) -> None:
        plots = figure.subplots(1, len(levels), sharey=True, squeeze=False)[0]
        for plot, noise in zip(plots, levels, strict=True):
            chosen = [one for one in told if one.noise == noise]
            at = [one.tokens for one in chosen]
            for name, colour, mark in (
                ("softmax", colours.first, "o"),
                ("linear", colours.second, "s"),
            ):
                shares = [one.right[name] for one in chosen]
                _bars(plot, at, shares, colour, {"linestyle": "-", "marker": mark})
                plot.lines[-1].set_label(name)
            plot.set_xscale("log", base=2)
            plot.set_title(f"noise {noise}")
            plot.set_xlabel("tokens n")
        plots[0].set_ylabel("share told right (99%)")
        plots[0].legend(handles=_labelled(plots[0]))

    return Picture(draw, alt, (8.0, 3.2))


def _bars(
    plot: Axes, at: Sequence[int], shares: Sequence[Share], colour: str, look: dict[str, Any]
) -> None:
    values = [share.value for share in shares]
    low = [share.value - share.low for share in shares]
    high = [share.high - share.value for share in shares]
    plot.errorbar(at, values, yerr=[low, high], fmt="none", color=colour, capsize=2, linewidth=1)
    plot.plot(at, values, color=colour, linewidth=1.3, markersize=5, **look)


def _labelled(plot: Axes) -> list[Any]:
    return [line for line in plot.lines if not str(line.get_label()).startswith("_")]
