"""How text output looks: colour or not, Unicode or not, and how wide the page is."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from proofkit.readers.report.mathematics import PLAIN, UNICODE, Notation

_CODES = {"good": "32", "bad": "1;31", "warn": "33", "strong": "1", "faint": "2"}
_TONES = {
    "holds": "good",
    "proved": "good",
    "met": "good",
    "fails": "bad",
    "refuted": "bad",
    "undecided": "warn",
    "open": "warn",
    "unmet": "warn",
}


NARROWEST = 8
"""Least width of a column that gives way."""


@dataclass(frozen=True)
class Style:
    """The medium a text is written for."""

    color: bool = False
    unicode: bool = True
    width: int = 80

    @property
    def notation(self) -> Notation:
        """How formulas are written."""
        return UNICODE if self.unicode else PLAIN

    @property
    def dash(self) -> str:
        return "—" if self.unicode else "-"

    @property
    def bullet(self) -> str:
        return " · " if self.unicode else " - "

    def paint(self, text: str, tone: str) -> str:
        """`text` in the colour of `tone`: good, bad, warn, strong, faint or a verdict."""
        code = _CODES.get(_TONES.get(tone, tone))
        return f"\033[{code}m{text}\033[0m" if self.color and code else text

    def fit(self, text: str, width: int) -> str:
        """`text` cut to `width` columns, with an ellipsis where something is missing."""
        if len(text) <= width:
            return text
        mark = "…" if self.unicode else "..."
        return text[: max(width - len(mark), 0)].rstrip() + mark

    def title(self, text: str) -> str:
        """A heading on one line."""
        return self.paint(self.fit(text, self.width), "strong")

    def wrap(self, text: str, indent: str, first: str | None = None, tone: str = "") -> list[str]:
        """`text` in lines no wider than the page, broken between words only; `n = 2` stays
        on one line."""
        lines = textwrap.wrap(
            text.replace(" = ", "\0=\0"),
            max(self.width, 40),
            initial_indent=indent if first is None else first,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return [self.paint(line.replace("\0", " "), tone) for line in lines]

    def table(
        self,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        elastic: int,
        tones: Sequence[str | None] = (),
    ) -> list[str]:
        """Aligned columns; the `elastic` one gives way when the page is narrow, and
        `tones` says which tone each row's verdict column (the elastic one's right
        neighbour) is painted in."""
        cells = [list(map(str, row)) for row in (header, *rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
        others = sum(widths) - widths[elastic] + 2 * len(widths)
        widths[elastic] = min(widths[elastic], max(self.width - others, 2 * NARROWEST))
        while (excess := sum(widths) + 2 * len(widths) - self.width) > 0:
            widest = max(range(1, len(widths)), key=widths.__getitem__)
            if widths[widest] <= NARROWEST:
                return self._stacked(header, rows, elastic, tones)
            widths[widest] -= min(excess, widths[widest] - NARROWEST, 2)
        lines = []
        for index, row in enumerate(cells):
            shown = [self.fit(cell, width) for cell, width in zip(row, widths, strict=True)]
            padded = [cell.ljust(width) for cell, width in zip(shown, widths, strict=True)]
            if index == 0:
                padded = [self.paint(cell, "faint") for cell in padded]
            elif tones and (tone := tones[index - 1]):
                padded[elastic + 1] = self.paint(padded[elastic + 1], tone)
            padded[-1] = self.paint(shown[-1], "faint") if index == 0 else shown[-1]
            lines.append("  " + "  ".join(padded).rstrip())
        return lines

    def noted(self, table: list[str], notes: Sequence[Sequence[str]]) -> list[str]:
        """A table with what there is to say below each of its rows."""
        lines, rows = table[:1], table[1:]
        for row, said in zip(rows, notes, strict=True):
            lines += [row, *(line for note in said if note for line in self.wrap(note, " " * 6))]
        return lines

    def _stacked(
        self,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        elastic: int,
        tones: Sequence[str | None],
    ) -> list[str]:
        """The same where the page is too narrow for columns: an entry a row, and in it the first
        cell on a line and the others with their headings below."""
        entries = [self.paint("  " + self.fit(header[0], self.width - 2), "faint")]
        for index, row in enumerate(rows):
            lines = ["  " + self.fit(str(row[0]), self.width - 2)]
            for place, (name, cell) in enumerate(zip(header[1:], row[1:], strict=True), 1):
                line = self.fit(f"    {name}: {cell}", self.width) if cell else ""
                tone = tones[index] if tones and place == elastic + 1 else None
                lines += [self.paint(line, tone) if tone else line] if line else []
            entries.append("\n".join(lines))
        return entries
