"""Colours that colour-blind readers tell apart (after Okabe and Ito), on light and on dark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofkit.foundations.errors import UnknownName
from proofkit.foundations.exact import shorten


@dataclass(frozen=True)
class Theme:
    """The colours of one theme. Verdicts differ in hatching too, for print without colour."""

    name: str
    paper: str
    ink: str
    faint: str
    first: str
    second: str
    third: str
    fourth: str
    holds: str
    fails: str
    undecided: str
    colormap: str

    @property
    def lines(self) -> tuple[str, ...]:
        """Colours of curves that stand beside each other."""
        return self.first, self.second, self.third, self.fourth


LIGHT = Theme(
    name="light",
    paper="#ffffff",
    ink="#1b1f24",
    faint="#d3d7dc",
    first="#0072b2",
    second="#c44e00",
    third="#007a5a",
    fourth="#8c4a73",
    holds="#cde6f6",
    fails="#f9d2b4",
    undecided="#8d939b",
    colormap="cividis_r",
)
DARK = Theme(
    name="dark",
    paper="#14181d",
    ink="#e4e8ec",
    faint="#3a424b",
    first="#63b8ec",
    second="#f59a53",
    third="#3fc79c",
    fourth="#dc93bd",
    holds="#12405c",
    fails="#62350f",
    undecided="#7d858e",
    colormap="cividis",
)
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK)}
HATCHES = {"holds": "", "fails": "////", "undecided": "xxxx"}


def theme_called(name: str) -> Theme:
    """The theme of that name."""
    if name not in THEMES:
        raise UnknownName(f"theme {shorten(repr(name))} is not one of {', '.join(THEMES)}")
    return THEMES[name]
