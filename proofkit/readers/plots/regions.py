"""Certified maps as pictures."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from sympy import Expr

from proofkit.language.results import FAILS
from proofkit.questions.regions import Regions, Tile
from proofkit.questions.regions.curve import Crossing, constant, crossings
from proofkit.questions.regions.plane import Track
from proofkit.readers.plots import axes as scales
from proofkit.readers.plots import labels
from proofkit.readers.plots.picture import Picture
from proofkit.readers.plots.themes import HATCHES, Theme
from proofkit.readers.report.mathematics import LATEX
from proofkit.readers.report.regions import WORDS
from proofkit.readers.report.wording import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

FAR = 16
MARGIN = 0.15
"""Inches around the map, whose colours go up to its borders."""


def region_map(found: Regions, theme: str = "light") -> Picture:
    """Boxes in which the claim is proved true, proved false, or undecided; on top, the change
    of truth as `proofkit threshold` brackets it, and the exact constant where there is one."""
    brackets, exact = crossings(found), constant(found)
    names = " and ".join(track.name for track in found.plane.tracks)
    shares = {v: found.share(v) for v in WORDS}
    parts = [f"{WORDS[v]} on {percent(s)}" for v, s in shares.items() if s is not None]
    alt = f"Certified map of {found.claim.name} over {names}: {', '.join(parts) or 'unbounded'}."
    value = exact and (exact[0], exact[1].value)
    draw = partial(_draw, found=found, brackets=brackets, exact=value)
    return Picture(draw, alt, (7.0, 4.6), theme)


def _draw(
    figure: Figure,
    theme: Theme,
    found: Regions,
    brackets: tuple[Crossing, ...],
    exact: tuple[str, Expr] | None,
) -> None:
    plot = figure.subplots()
    figure.set_layout_engine("constrained", w_pad=MARGIN)
    windows = [_window(track, k, found) for k, track in enumerate(found.plane.tracks)]
    patches: list[Any] = [*_boxes(plot, theme, found, windows)]
    if brackets:
        middles = [
            (scales.position((c.below + c.above) / 2), scales.position(c.at)) for c in brackets
        ]
        plot.plot(
            *zip(*middles, strict=True),
            "o",
            color=theme.ink,
            markersize=4,
            markerfacecolor=theme.paper,
            label="change, bracketed",
            clip_on=False,  # whole also on the border of the map
            zorder=3,
        )
    if exact is not None:
        _constant(plot, theme, found, windows, exact)
    patches += _borders(plot, theme, found, windows)
    for k, (track, axis) in enumerate(zip(found.plane.tracks, "xy", strict=True)):
        scales.place_values(plot, labels.inline(track.name), windows[k], axis)
        getattr(plot, f"set_{axis}lim")(*map(scales.position, windows[k]))
    said = "; ".join(labels.statement(part.statement) for part in found.claim.parts)
    plot.set_title(said, pad=8)
    figure.suptitle(labels.setting(found.plane.fixed), fontsize=9.5)
    handles = [*patches, *plot.get_legend_handles_labels()[0]]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)


def _constant(
    plot: Axes,
    theme: Theme,
    found: Regions,
    windows: list[tuple[Fraction, Fraction]],
    exact: tuple[str, Expr],
) -> None:
    """A line at the constant, if it is in the picture."""
    name, value = exact
    side = [track.name for track in found.plane.tracks].index(name)
    number = Fraction(str(value.evalf(30)))
    if not windows[side][0] <= number <= windows[side][1]:
        return
    label = f"${labels.symbol(name)} = {LATEX.term(value)}$, all other parameters"
    draw = plot.axhline if side else plot.axvline
    draw(scales.position(number), color=theme.fourth, linestyle="--", linewidth=1.6, label=label)


def _borders(
    plot: Axes, theme: Theme, found: Regions, windows: list[tuple[Fraction, Fraction]]
) -> list[Line2D]:
    """Lines at which a hypothesis stops being met, as far as they are in the picture. They are
    drawn with doubles, as all lines are."""
    import numpy as np
    from matplotlib.lines import Line2D
    from sympy import Rational, lambdify

    names = [track.name for track in found.plane.tracks]
    halves = map(_half_step, found.plane.tracks)
    spread = [
        _spread(low + half, high - half) for (low, high), half in zip(windows, halves, strict=True)
    ]
    across, up = np.meshgrid(*spread)
    look: dict[str, Any] = {"linestyles": "dotted", "linewidths": 1.6}
    drawn = False
    for hypothesis in found.borders:
        slack = hypothesis.statement.left - hypothesis.statement.right
        symbols = {symbol.name: symbol for symbol in slack.free_symbols}
        fixed = {
            symbols[name]: Rational(value.numerator, value.denominator)
            for name, value in found.plane.fixed.items()
            if name in symbols
        }
        moving = [symbols.get(name, name) for name in names]
        values = lambdify(moving, slack.subs(fixed), "numpy")(across, up) + 0 * across
        if np.nanmin(values) < 0 < np.nanmax(values):
            plot.contour(across, up, values, levels=[0], colors=[theme.ink], **look)
            drawn = True
    label = "border of a hypothesis"
    return [Line2D([], [], color=theme.ink, linestyle=":", label=label)] if drawn else []


def _spread(low: Fraction, high: Fraction) -> Any:
    """Places along an axis, as close as a picture can show."""
    import numpy as np

    ends = scales.position(low), scales.position(high)
    return np.geomspace(*ends, 400) if scales.is_wide([low, high]) else np.linspace(*ends, 400)


def _boxes(
    plot: Axes, theme: Theme, found: Regions, windows: list[tuple[Fraction, Fraction]]
) -> list[Patch]:
    """Draw the boxes; what is returned explains their colours."""
    from matplotlib.patches import Patch, PathPatch
    from matplotlib.path import Path

    patches = []
    for verdict, word in WORDS.items():
        shapes = [_shape(found, box, windows) for box in found.boxes if box.verdict == verdict]
        if not shapes:
            continue
        outline = Path.make_compound_path(*(Path([*s, s[0]], closed=True) for s in shapes))
        look: dict[str, Any] = {
            "facecolor": getattr(theme, verdict),
            "edgecolor": theme.faint,
            "hatch": HATCHES[verdict] if verdict == FAILS else "",
            "linewidth": 0,
        }
        plot.add_patch(PathPatch(outline, antialiased=False, **look))
        patches.append(Patch(label=word, **look))
    return patches


def _shape(
    found: Regions, box: Tile, windows: list[tuple[Fraction, Fraction]]
) -> list[tuple[float, float]]:
    spans = []
    pairs = zip(found.plane.tracks, found.ends(box), windows, strict=True)
    for track, (low, high), (_, edge) in pairs:
        half = _half_step(track)
        start, stop = low - half, (edge if high is None else high + half)
        spans.append((scales.position(start), scales.position(stop)))
    (left, right), (bottom, top) = spans
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def _half_step(track: Track) -> Fraction:
    """An integer is drawn with the room around it, so that no gaps are left."""
    return Fraction(track.values[1] - track.values[0], 2) if track.integer else Fraction(0)


def _window(track: Track, side: int, found: Regions) -> tuple[Fraction, Fraction]:
    """What is shown of a track: all of it, or somewhat beyond the last end of a box."""
    low, high = track.ends(track.whole)
    half = _half_step(track)
    if high is None:
        ends = [end for box in found.boxes for end in found.ends(box)[side] if end is not None]
        high = FAR * max(*ends, Fraction(1), low)
    return low - half, high + half
