"""Attention on D0 and D1: the weights as heat maps, the contexts against the threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, isfinite, log, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from proofkit.attention import Attention
from proofkit.attention.dense import Matrices, Roles
from proofkit.attention.keys import Keys
from proofkit.attention.layout import exact, sizes
from proofkit.attention.logs import Measured
from proofkit.attention.mechanisms import DEFAULT
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import integer, shorten
from proofkit.probability.model import Setting, setting
from proofkit.readers.plots.axes import position as place
from proofkit.readers.plots.labels import setting as setting_label
from proofkit.readers.plots.picture import Picture
from proofkit.readers.plots.themes import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_TOKENS = 60
BOTH = DEFAULT
TEN = log(10)


@dataclass(frozen=True)
class _Panel:
    """One heat map: logarithms to base ten of the weights, and what rows and columns are called."""

    title: str
    decades: NDArray[np.float64]
    names: tuple[str, ...]
    needle: int


def attention_rows(
    given: Mapping[str, object] | None = None,
    units: Sequence[str] = BOTH,
    weights: str = "ones",
    token: int | None = None,
    theme: str = "light",
    separation: str = "",
) -> Picture:
    """How much of its attention every query gives to every key, on D0 and D1 side by side: a
    row of panels for each unit. Up to 60 tokens are shown one by one, with the needle at
    position `token`; more of them by role, with how many there are of each."""
    chosen, named = setting(given or {}, weights, units, separation), units
    where = _where(chosen, token)
    panels = [[_panel(chosen, name, side, where) for side in (0, 1)] for name in named]
    size = (8.2, 0.9 + 3.3 * len(panels)) if where is not None else (8.6, 0.9 + 2.5 * len(panels))
    tokens = f"{chosen.values['n']} tokens" + ("" if where is not None else ", by role")
    alt = f"Attention weights of {' and '.join(named)} attention on D0 and D1, {tokens}. "
    alt += " ".join(_in_words(panel) for row in panels for panel in row)
    draw = partial(_draw_maps, panels=panels, given=setting_label(chosen.data_values))
    return Picture(draw, alt, size, theme)


def _where(chosen: Setting, token: int | None) -> int | None:
    """The position of the needle, where tokens are shown one by one."""
    n = chosen.values["n"].numerator
    if n > MOST_TOKENS:
        if token is not None:
            raise InputError(f"token: above {MOST_TOKENS} tokens they are shown by role")
        return None
    chosen_token = n // 3 if token is None else integer(token, "token")
    if not 0 <= chosen_token < n:
        raise InputError(f"token: expected 0 to {n - 1}, got {shorten(str(chosen_token))}")
    return chosen_token


def _panel(chosen: Setting, unit: str, side: int, where: int | None) -> _Panel:
    data = chosen.separation.data[side]
    attention = chosen.attentions(unit, data)[0]
    name = f"{unit} on {data.name}"
    if where is not None:
        count = sum(sizes(attention.data, chosen.data_values)[0].values())
        where %= count
        matrices = Matrices(attention, chosen.data_values, where)
        rows = [_weights(matrices.attend(query), unit) for query in range(count)]
        labels = tuple(str(k + 1) for k in range(count))
        return _Panel(name, np.array(rows), labels, where)
    return _by_role(name, attention, chosen, unit)


def _by_role(name: str, attention: Attention, chosen: Setting, unit: str) -> _Panel:
    roles = Roles(attention, chosen.data_values)
    present = [role for role, count in roles.tokens.items() if count]
    seen = {role: keys for role in present if (keys := roles.keys(role)) is not None}
    rows = []
    for keys in seen.values():
        found = dict(zip(keys.roles, _weights(keys, unit), strict=True))
        rows.append([found[role] for role in present])
    labels = tuple(_counted(role, roles.tokens[role]) for role in present)
    return _Panel(name, np.array(rows), labels, present.index("needle"))


def _counted(role: str, count: int) -> str:
    return role if count == 1 else f"{role}\n×{count}" if count < 10**6 else f"{role}\n×{count:.3g}"


def _weights(keys: Keys, unit: str) -> list[float]:
    """The logarithms to base ten of the weights of a row; that of 0 is minus infinity."""
    found = [keys.f(index) for index in range(len(keys.roles))]
    if any(f.sign < 0 or not f.log_abs < inf for f in found):
        raise InputError(
            f"the {unit} weights are not all positive or zero here: choose other parameters"
        )
    return [f.log_abs / TEN for f in found]


def _in_words(panel: _Panel) -> str:
    own, least = panel.decades[panel.needle, panel.needle], panel.decades.min()
    if least == -inf:
        return f"{panel.title}: the needle gives itself {10**own:.3g}; the least weight is 0."
    shown = f"{10**own:.3g}"
    shown = "more than 0.999" if shown == "1" and own < 0 else shown
    return f"{panel.title}: the needle gives itself {shown}; the least weight is 10^{least:.3g}."


def _draw_maps(figure: Figure, theme: Theme, panels: list[list[_Panel]], given: str) -> None:
    figure.suptitle(given, fontsize=9.5)
    grid = figure.subplots(len(panels), 2, squeeze=False)
    finite = [d for row in panels for panel in row for d in panel.decades.flat if isfinite(d)]
    lowest = min(*finite, -1.0)
    for axes_row, row in zip(grid, panels, strict=True):
        for axes, panel in zip(axes_row, row, strict=True):
            shown = np.maximum(panel.decades, lowest)
            axes.imshow(shown, cmap=theme.colormap, vmin=lowest, vmax=0, aspect="auto")
            _dress(axes, theme, panel, lowest)
    bar = figure.colorbar(grid[0, 0].images[0], ax=grid.ravel().tolist(), shrink=0.85, pad=0.02)
    step = max(1, round(-lowest / 8))
    ticks = list(range(0, int(lowest) - 1, -step))
    bar.set_ticks(ticks, labels=[rf"$10^{{{k}}}$" if k else "1" for k in ticks])
    bar.set_label(r"attention weight $f$ of one key")
    bar.outline.set_visible(False)


def _dress(axes: Axes, theme: Theme, panel: _Panel, lowest: float) -> None:
    axes.set_title(panel.title)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("key")
    axes.set_ylabel("query")
    count = len(panel.names)
    single = count > 3
    shown = _some(count, panel.needle) if single else list(range(count))
    names = [panel.names[k] for k in shown]
    axes.set_xticks(shown, names)
    axes.set_yticks(shown, names)
    for label in (axes.get_xticklabels(), axes.get_yticklabels()):
        label[shown.index(panel.needle)].set(color=theme.second, fontweight="bold")
    if single:
        axes.set_xlabel(f"key ({panel.names[panel.needle]} is the needle)")
        return
    for (row, column), value in np.ndenumerate(panel.decades):
        axes.text(
            column,
            row,
            _number(value),
            ha="center",
            va="center",
            fontsize=9,
            color=_on(theme, min(value / lowest, 1.0)),
        )


def _on(theme: Theme, faintness: float) -> str:
    """Ink that shows on a cell: the weight 1 is dark on light paper, and light on dark."""
    return "#ffffff" if (faintness < 0.5) == (theme.name == "light") else "#10141a"


def _some(count: int, needle: int) -> list[int]:
    """Which tokens are labelled: about eight, the needle always, none too close to it."""
    step = max(1, round(count / 8))
    return sorted(
        {k for k in range(0, count, step) if abs(k - needle) >= (step + 1) / 2} | {needle}
    )


def _number(decades: float) -> str:
    if decades == -inf:
        return "0"
    if decades > -3:
        shown = f"{10**decades:.3g}"
        return "> 0.999" if shown == "1" and decades < 0 else shown
    whole = int(np.floor(decades))
    lead = f"{10 ** (decades - whole):.2g}"
    lead, whole = ("1", whole + 1) if lead == "10" else (lead, whole)
    return rf"${lead}\times 10^{{{whole}}}$"


# Contexts -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Bar:
    """The coordinates of one context that a neuron adds up with signs of its own."""

    label: str
    bias: float
    needle: float
    own: float
    rest: float  # each of the other columns
    others: int  # how many they are

    @property
    def raised(self) -> float:
        return self.bias + self.needle + self.own


def context_bars(
    given: Mapping[str, object] | None = None,
    units: Sequence[str] = BOTH,
    weights: str = "ones",
    theme: str = "light",
    separation: str = "",
) -> Picture:
    """The contexts of the needle's query on D0 and D1 against the threshold tau.

    A neuron adds the coordinates up, each with a sign of its own. A bar is the sum when the
    signs of bias, needle and own column are all +; the d - 3 other columns then move it by
    about one standard deviation (thick line), at most to the ends of the thin line.
    """
    chosen = setting(given or {}, weights, units, separation)
    tau = place(exact(chosen.separation.threshold, chosen.data_values))
    bars = [_bar(chosen, name, side) for name in units for side in (0, 1)]
    alt = f"Contexts against tau = {tau:.4g}, in units of the square root of log n. "
    alt += " ".join(f"{bar.label}: {bar.raised:.4g}." for bar in bars)
    draw = partial(_draw_bars, bars=bars, tau=tau, given=setting_label(chosen.data_values))
    return Picture(draw, alt, (7.6, 1.5 + 0.55 * len(bars)), theme)


def _bar(chosen: Setting, unit: str, side: int) -> _Bar:
    data = chosen.separation.data[side]
    attention = chosen.attentions(unit, data)[0]
    label = f"{unit} on {data.name}"

    def coordinate(column: str) -> float:
        found: Measured | None = attention.measure(
            ("context", "needle", column), chosen.data_values
        )
        return 0.0 if found is None else found.value

    others = chosen.values["d"].numerator - 3
    rest = coordinate("class") if others else 0.0
    raised = [coordinate(column) for column in ("bias", "needle", "own")]
    return _Bar(label, raised[0], raised[1], raised[2], rest, others)


def _draw_bars(figure: Figure, theme: Theme, bars: list[_Bar], tau: float, given: str) -> None:
    axes = figure.subplots()
    parts = (("bias", theme.undecided), ("needle", theme.second), ("own", theme.first))
    for row, bar in enumerate(bars):
        start = 0.0
        for column, colour in parts:
            width = getattr(bar, column)
            label = {"bias": "bias column", "own": "needle's identity column"}.get(column, column)
            axes.barh(
                row,
                width,
                left=start,
                height=0.55,
                color=colour,
                label=f"{label}" if not row else None,
                hatch="////" if column == "needle" else "",
                edgecolor=theme.paper,
                linewidth=0.5,
            )
            start += width
        spread, most = abs(bar.rest) * sqrt(bar.others), abs(bar.rest) * bar.others
        axes.plot([start - most, start + most], [row, row], color=theme.ink, linewidth=0.9)
        axes.plot([start - spread, start + spread], [row, row], color=theme.ink, linewidth=3.2)
    axes.axvline(tau, color=theme.ink, linestyle="--", linewidth=1.4)
    axes.annotate(
        r"$\tau$", (tau, 1), (4, 2), xycoords=("data", "axes fraction"), textcoords="offset points"
    )
    axes.set_yticks(range(len(bars)), [bar.label for bar in bars])
    axes.invert_yaxis()
    axes.set_xlabel(r"sum of context coordinates, in units of $\sqrt{\log\, n}$")
    axes.set_title(given, fontsize=9.5, pad=16)
    axes.plot([], [], color=theme.ink, linewidth=3.2, label="other columns, one standard deviation")
    figure.legend(loc="outside lower center", ncols=2)
