"""What a mechanism does at the points of a grid, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofkit.questions.separating import SeparationMap
from proofkit.readers.plots import axes as scales
from proofkit.readers.plots import labels
from proofkit.readers.plots.picture import Picture
from proofkit.readers.plots.themes import Theme

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARKS = {
    "separates": "o",
    "deaf": "x",
    "hears both": "^",
    "between": "s",
    "undecided": "*",
    "meaningless": ".",
}


def separation_map(found: SeparationMap, theme: str = "light") -> Picture:
    """A mark for every point that was decided."""
    present = [v for v in MARKS if found.count(v)]
    counts = ", ".join(f"{v} at {found.count(v)} points" for v in present)
    names = " and ".join(found.over)
    alt = f"{found.question.mechanism} attention over {names}: {counts}."

    def draw(figure: Figure, colours: Theme) -> None:
        plot = figure.subplots()
        ink = (colours.first, colours.second, colours.fourth, colours.third)
        inks = dict(zip(MARKS, (*ink, colours.ink, colours.faint), strict=True))
        at = [[scales.position(v) for v in values] for values in found.values]
        for verdict in present:
            spots = [
                (at[0][column], at[1][row])
                for row, verdicts in enumerate(found.verdicts)
                for column, said in enumerate(verdicts)
                if said == verdict
            ]
            xs, ys = zip(*spots, strict=True)
            plot.scatter(xs, ys, s=16, marker=MARKS[verdict], color=inks[verdict], label=verdict)
        for name, values, side in zip(found.over, found.values, "xy", strict=True):
            scales.place_values(plot, labels.inline(name), values, side)
        plot.set_title(f"{found.question.mechanism} attention, decided at the points")
        figure.legend(loc="outside lower center", ncols=3)

    return Picture(draw, alt, (7.0, 4.6), theme)
