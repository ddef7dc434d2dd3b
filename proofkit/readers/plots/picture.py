"""A picture, drawn on demand as SVG or PNG, byte-for-byte reproducible."""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofkit.foundations import files
from proofkit.foundations.errors import InputError, MissingProgram
from proofkit.foundations.exact import shorten
from proofkit.readers.plots.themes import Theme, theme_called

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI = 150
MAX_DPI = 1200
SUFFIXES = (".svg", ".png")


@dataclass(frozen=True)
class Picture:
    """What to draw, in which theme, and the same in words for those who cannot see it. Pictures
    of proofkit are plain data, drawn by a `partial` of one of its functions."""

    draw: Callable[[Figure, Theme], None]
    alt: str
    size: tuple[float, float] = (7.0, 4.0)
    theme: str = "light"

    def __post_init__(self) -> None:
        theme_called(self.theme)

    def in_theme(self, theme: str) -> Picture:
        """The same picture in another theme."""
        return Picture(self.draw, self.alt, self.size, theme)

    @property
    def data(self) -> bytes | None:
        """All that is drawn, where proofkit draws it and it is plain data: pictures with the same
        data look the same."""
        function = getattr(self.draw, "func", self.draw)
        if not function.__module__.startswith("proofkit."):
            return None
        try:
            return pickle.dumps(self)
        except (pickle.PicklingError, AttributeError, TypeError):
            return None

    def svg(self) -> bytes:
        """The picture as an SVG element, which a file or a page may hold; its text is drawn,
        so that no font is needed to show it."""
        whole = self._saved("svg", metadata={**_NOTHING, "Title": self.alt})
        return whole[whole.index(b"<svg") :]

    def png(self, dpi: int = DPI) -> bytes:
        """The picture as a PNG file with so many dots per inch."""
        if not 1 <= dpi <= MAX_DPI:
            raise InputError(f"dpi: expected 1 to {MAX_DPI}, got {shorten(str(dpi))}")
        return self._saved("png", dpi=dpi, metadata={"Software": None, "Description": self.alt})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture, whole or not at all; the suffix says in which format."""
        suffix = Path(path).suffix.lower()
        if suffix not in SUFFIXES:
            raise InputError(f"{shorten(str(path))}: expected a name that ends in .svg or .png")
        files.write_pieces(str(path), [self.svg() if suffix == ".svg" else self.png()])

    def _repr_svg_(self) -> str:
        return self.svg().decode()

    def _saved(self, form: str, **options: Any) -> bytes:
        with _settings(theme_called(self.theme)):
            from matplotlib.figure import Figure

            figure = Figure(figsize=self.size, layout="constrained")
            self.draw(figure, theme_called(self.theme))
            out = io.BytesIO()
            figure.savefig(out, format=form, **options)
        return out.getvalue()


_NOTHING = dict.fromkeys(("Date", "Creator", "Format", "Type"))
"""Nothing about when and by what a picture was made: it would differ the next time."""


def require_matplotlib() -> None:
    """One line instead of a traceback where the extra is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingProgram("pictures need matplotlib: pip install matplotlib") from None


def _settings(theme: Theme) -> AbstractContextManager[None]:
    """matplotlib's own defaults, whatever its user has changed, and the theme on top."""
    require_matplotlib()
    import matplotlib

    whole: Mapping[Any, Any] = matplotlib.rcParamsDefault
    defaults = {k: v for k, v in whole.items() if not k.startswith("backend")}
    ours: dict[Any, Any] = {
        "svg.hashsalt": "proofkit",
        "svg.fonttype": "path",
        "font.family": ["DejaVu Sans"],
        "mathtext.fontset": "dejavusans",
        "font.size": 10.0,
        "axes.titlesize": 10.5,
        "axes.labelsize": 10.5,
        "legend.fontsize": 9.0,
        "legend.frameon": False,
        "hatch.linewidth": 0.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": False,
        "grid.color": theme.faint,
        "grid.linewidth": 0.6,
        "lines.linewidth": 1.8,
        "figure.facecolor": theme.paper,
        "savefig.facecolor": theme.paper,
        "axes.facecolor": theme.paper,
        **dict.fromkeys(_INKED, theme.ink),
    }
    return matplotlib.rc_context({**defaults, **ours})


_INKED = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
