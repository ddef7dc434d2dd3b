"""LaTeX in which long events have names, so that a line stays a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sympy import Expr

from proofkit.readers.report.mathematics import Latex

LONG = 160
"""How many characters of LaTeX an event may have to stand in a line."""


class Named(Latex):
    """The notation of one claim and its proof."""

    def __init__(self) -> None:
        self.events: dict[str, str] = {}

    def chance(self, event: Expr) -> str:
        whole = super().chance(event)
        if len(whole) < LONG:
            return whole
        said = _BREAKABLE.event(event)
        return rf"\Pr[{self.events.setdefault(said, f'E_{{{len(self.events) + 1}}}')}]"

    def defined(self) -> Iterator[tuple[str, str]]:
        """Each name and what it stands for, as formulas and words that a line may break between."""
        for said, name in self.events.items():
            broken = re.sub(r"\\text\{( or | and |[^{}]* neurons: )\}", r"$\1$", said)
            yield name, f"${broken}$".replace("$$", "")


class _Breakable(Latex):
    """LaTeX whose brackets do not keep a line from being broken."""

    def group(self, text: str) -> str:
        return f"({text})"


_BREAKABLE = _Breakable()
