"""Numbers on axes: positions of exact numbers, and scales that show them fairly.

Positions are doubles, for drawing only. A quantity that spans decades, be it `n^1681`, is
placed by its logarithm, which comes from a rigorous enclosure.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, inf, isfinite, log10, nan
from typing import TYPE_CHECKING

from flint import arb

from proofkit.foundations.errors import Undefined
from proofkit.kernel.interval import Interval
from proofkit.kernel.points import precision

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SPREAD = 40
"""From this ratio of largest to smallest on, an axis is logarithmic."""

FEW_DECADES = 1000
"""Up to this ratio a logarithmic axis has room for numbers between the powers of ten."""

MOST_TICKS = 9


def position(number: Fraction) -> float:
    """The nearest double."""
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return inf if number > 0 else -inf


def is_wide(numbers: Sequence[Fraction]) -> bool:
    """Do positive numbers span so much that only a logarithmic axis shows them?"""
    return min(numbers) > 0 and max(numbers) >= SPREAD * min(numbers)


def place_values(axes: Axes, name: str, numbers: Sequence[Fraction], side: str = "x") -> None:
    """The axis of a parameter: logarithmic where its values span decades. Where these are few,
    1, 2 and 5 are marked in each; nothing is written between them, where it would collide."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    if is_wide(numbers):
        getattr(axes, f"set_{side}scale")("log")
        marks = getattr(axes, f"{side}axis")
        marks.set_minor_formatter(NullFormatter())
        if max(numbers) < FEW_DECADES * min(numbers):
            marks.set_major_locator(LogLocator(subs=(1, 2, 5)))
            marks.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.6g}"))
    getattr(axes, f"set_{side}label")(name)


def linear(ball: Interval) -> float:
    """The middle of an enclosure; not a number where it is unbounded."""
    if not (ball.low.is_finite() and ball.high.is_finite()):
        return nan
    middle = float(((ball.low + ball.high) / 2).mid())
    return middle if isfinite(middle) else nan


def decades(ball: Interval) -> float:
    """The logarithm to base ten of the middle of an enclosure of a positive number."""
    if not ball.low > 0:
        return nan
    try:
        with precision(64):
            inverse = 1 / arb(10).log()
            return linear(ball.log() * Interval(inverse.lower(), inverse.upper()))
    except Undefined:
        return nan


def label_decades(axes: Axes, lowest: float, highest: float) -> None:
    """Mark a vertical axis that carries logarithms to base ten with powers of ten, and the
    digits 2 to 9 between them where there is room."""
    axes.set_yticks(*_ticks(lowest, highest))
    if highest - lowest <= MOST_TICKS:
        low, high = floor(lowest), ceil(highest)
        between = [k + log10(digit) for k in range(low, high + 1) for digit in range(2, 10)]
        axes.set_yticks([y for y in between if lowest <= y <= highest], minor=True)


def _ticks(lowest: float, highest: float) -> tuple[list[int], list[str]]:
    step = max(1, ceil((highest - lowest) / MOST_TICKS))
    first = ceil(lowest / step) * step
    ticks = list(range(first, floor(highest) + 1, step))
    return ticks, [rf"$10^{{{k}}}$" if k else "$1$" for k in ticks]
