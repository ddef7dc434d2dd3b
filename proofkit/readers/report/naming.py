"""LaTeX in which long events, and long sums in exponents, have names, so that a line stays a line
and can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofkit.language.terms import Term
from proofkit.language.words import Function
from proofkit.readers.report.mathematics import Latex
from proofkit.readers.report.sigmas import ATOM, Written

LONG = 160
"""How many characters of LaTeX an event may have to stand in a line."""

DEEP = 70
"""How many characters of LaTeX a sum may have to stand in an exponent."""


SMALL = 40
"""A bracket with fewer is never broken."""


class Named(Latex):
    """The notation of one claim and its proof."""

    def __init__(self) -> None:
        self.events: dict[str, str] = {}
        self.sums: dict[str, str] = {}
        self.raised = False

    def chance(self, event: Term) -> str:
        whole = super().chance(event)
        if len(whole) < LONG:
            return whole
        parts = event.args if event.op == "both" else (event,)
        said = r"\text{; and }".join(map(_BREAKABLE.event, parts))
        return rf"\Pr[{self.events.setdefault(said, f'E_{{{len(self.events) + 1}}}')}]"

    def function(self, function: Function, arguments: Sequence[Term]) -> Written:
        if function.name != "exp":
            return super().function(function, arguments)
        before, self.raised = self.raised, True
        written = super().function(function, arguments)
        self.raised = before
        return written

    def _write(self, term: Term) -> Written:
        written = super()._write(term)
        if not self.raised or term.op != "sum" or len(written[0]) < DEEP:
            return written
        return self.sums.setdefault(written[0], f"Q_{{{len(self.sums) + 1}}}"), ATOM

    def where(self) -> Iterator[str]:
        """What the names of sums stand for, as running text."""
        for said, name in self.sums.items():
            yield f"Here ${name} = {said}$."

    def events_told(self) -> Iterator[str]:
        """What the names of events stand for, as running text that a line may break in."""
        for said, name in self.events.items():
            broken = re.sub(r"\\text\{( or | and |; and |[^{}]* neurons: )\}", r"$\1$", said)
            yield f"Here ${name}$ is the event: {f'${broken}$'.replace('$$', '')}."

    def defined(self) -> Iterator[str]:
        """What all names stand for."""
        yield from self.where()
        yield from self.events_told()


class _Breakable(Latex):
    """LaTeX whose brackets do not keep a line from being broken."""

    def group(self, text: str) -> str:
        return f"({{{text}}})" if len(text) < SMALL else f"({text})"


_BREAKABLE = _Breakable()


class _Short(Latex):
    """LaTeX in which a long event is left out."""

    def chance(self, event: Term) -> str:
        whole = super().chance(event)
        return whole if len(whole) < LONG else r"\Pr\left[\,\cdots\right]"


SHORT = _Short()
