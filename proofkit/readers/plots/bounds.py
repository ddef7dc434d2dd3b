"""Both sides of a claim as one parameter moves, and where it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import exp, isfinite, log, nan
from typing import TYPE_CHECKING, NamedTuple

from proofkit.foundations.errors import InputError, Undefined
from proofkit.foundations.exact import rational, shorten
from proofkit.kernel import points
from proofkit.language import registry
from proofkit.language.claims import Claim, Part
from proofkit.language.parameters import Values
from proofkit.questions.threshold import Line, threshold
from proofkit.questions.threshold.axis import Axis, axis
from proofkit.readers.plots import axes as scales
from proofkit.readers.plots import labels
from proofkit.readers.plots.picture import Picture
from proofkit.readers.plots.themes import HATCHES, Theme
from proofkit.search.contexts import context_of, fact_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POINTS = 80
MOST_POINTS = 2_000
BITS = 128
UPPER_N = Fraction(10**6)


class _Height(NamedTuple):
    """Where an enclosure is drawn on either scale."""

    positive: bool
    linear: float
    decades: float


@dataclass(frozen=True)
class _Curves:
    """What is drawn of one part of a claim."""

    part: Part
    left: tuple[_Height | None, ...]
    right: tuple[_Height | None, ...]


def bounds_over(
    claim: str,
    over: str = "n",
    values: Sequence[object] | None = None,
    given: Mapping[str, object] | None = None,
    low: object = None,
    high: object = None,
    theme: str = "light",
) -> Picture:
    """Both sides of `LEMMA/CLAIM` at some values of `over`, from rigorous enclosures, and
    behind them where the claim certainly holds and where it certainly fails.

    The values are those given, or some from `low` to `high`; integers go up to 10^6 unless
    something else is asked for.
    """
    ((lemma, claims),) = registry.find((claim,))
    if len(claims) != 1:
        raise InputError(f"{shorten(claim)}: expected one claim, LEMMA/CLAIM")
    (chosen,) = claims
    wanted = None if values is None else sorted(rational(v, over) for v in values)
    if wanted is not None:
        low, high = min(wanted), max(wanted)
    elif high is None and any(p.name == over and p.integer for p in lemma.parameters):
        high = UPPER_N
    line = axis(over, given or {}, lemma.parameters, low, high)
    at = _some(line) if wanted is None else wanted
    (found,) = threshold(claim, over, given, line.low, line.high)
    curves = [_curves(chosen, part, line, at) for part in chosen.parts]
    alt = f"The two sides of {chosen.name} as {over} moves from {at[0]} to {at[-1]}. "
    alt += _in_words(found.truth, over)
    draw = partial(_draw, over=over, fixed=line.fixed, at=at, curves=curves, truth=found.truth)
    return Picture(draw, alt, (7.0, 0.9 + 3.1 * len(curves)), theme)


def _some(line: Axis) -> list[Fraction]:
    """Values to draw at: evenly spaced, by their logarithms where they span decades."""
    if line.values:
        count = len(line.values)
        wide = line.low > 0 and line.high >= scales.SPREAD * line.low
        shares = [k / (POINTS - 1) for k in range(POINTS)]
        places = [exp(log(count) * s) - 1 if wide else (count - 1) * s for s in shares]
        chosen = sorted({min(round(p), count - 1) for p in places})
        return [Fraction(line.values[k]) for k in chosen]
    step = (line.high - line.low) / (3 * POINTS)
    return [line.low + k * step for k in range(3 * POINTS + 1)]


def _curves(claim: Claim, part: Part, line: Axis, at: Sequence[Fraction]) -> _Curves:
    if len(at) > MOST_POINTS:
        raise InputError(f"values: expected at most {MOST_POINTS}, got {len(at)}")
    context, (left, _, right) = context_of(claim), fact_of(part.statement)
    sides: tuple[list[_Height | None], list[_Height | None]] = ([], [])
    for value in at:
        everything = line.point(value)
        own = {name: everything[name] for name in context.parameters}
        for term, found in zip((left, right), sides, strict=True):
            try:
                ball = points.enclose(context, term, own, BITS)
                found.append(_Height(ball.low > 0, scales.linear(ball), scales.decades(ball)))
            except Undefined:
                found.append(None)
    return _Curves(part, tuple(sides[0]), tuple(sides[1]))


def _in_words(truth: Line, over: str) -> str:
    if alone := truth.everywhere():
        return f"It {alone} throughout."
    return " ".join(f"It {s.verdict} from {over} = {s.low} to {s.high}." for s in truth.stretches)


def _draw(
    figure: Figure,
    theme: Theme,
    over: str,
    fixed: Values,
    at: Sequence[Fraction],
    curves: Sequence[_Curves],
    truth: Line,
) -> None:
    figure.suptitle(labels.setting(fixed), fontsize=9.5)
    for plot, curve in zip(
        figure.subplots(len(curves), 1, squeeze=False)[:, 0], curves, strict=True
    ):
        _shade(plot, theme, truth, at)
        _draw_sides(plot, theme, at, curve)
        scales.place_values(plot, labels.inline(over), at)
        plot.set_title(labels.statement(curve.part.statement), pad=8)
        plot.margins(x=0)
    handles, names = plot.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=4)


def _draw_sides(plot: Axes, theme: Theme, at: Sequence[Fraction], curve: _Curves) -> None:
    said = curve.part.statement
    where = [scales.position(v) for v in at]
    known = [height for height in (*curve.left, *curve.right) if height is not None]
    positive = all(height.positive for height in known)
    heights = [h.decades for h in known if isfinite(h.decades)] if positive else []
    by_decades = bool(heights) and max(heights) - min(heights) > 1
    for side, term, name, colour, dashes in (
        (curve.left, said.left, "left side", theme.first, "-"),
        (curve.right, said.right, "right side", theme.second, "--"),
    ):
        found = [nan if h is None else h.decades if by_decades else h.linear for h in side]
        label = labels.expression(term, name)
        plot.plot(where, found, dashes, color=colour, label=label)
    plot.grid(True, axis="y")
    if by_decades:
        low, high = min(heights), max(heights)
        room = (high - low) * 0.05
        plot.set_ylim(low - room, high + room)
        scales.label_decades(plot, low - room, high + room)


def _shade(plot: Axes, theme: Theme, truth: Line, at: Sequence[Fraction]) -> None:
    """The certified stretches of the axis; what lies between them changes or is undecided."""
    first, last = at[0], at[-1]
    seen: set[str] = set()
    for stretch in truth.stretches:
        low, high = max(stretch.low, first), min(stretch.high, last)
        if low > high:
            continue
        verdict = stretch.verdict
        plot.axvspan(
            scales.position(low),
            scales.position(high),
            facecolor=getattr(theme, verdict),
            edgecolor=theme.faint,
            hatch=HATCHES[verdict],
            linewidth=0,
            label=None if verdict in seen else verdict,
            zorder=0.5,
        )
        seen.add(verdict)
