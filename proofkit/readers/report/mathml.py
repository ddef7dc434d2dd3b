"""SymPy terms as MathML, which browsers show without any program or font from outside.

What the notation writes as plain text (digits, signs, brackets) is wrapped at the end, token
by token; a browser that knows no MathML, and a screen reader, get the Unicode line instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import ClassVar

from sympy import Expr, sstr

from proofkit.language.claims import Statement
from proofkit.language.words import RELATIONS, Function
from proofkit.readers.report.mathematics import (
    _GREEK,
    _NAME,
    ATOM,
    FUNCTION,
    POWER,
    PRODUCT,
    UNICODE,
    Plain,
    Written,
)

LONG = 70
"""An event of so many characters is long."""

_TOKEN = re.compile(
    r"(?P<leaf><(?P<tag>mi|mn|mo|mtext)\b[^>]*>.*?</(?P=tag)>)|(?P<mark><[^>]+>)|(?P<space>\s+)"
    r"|(?P<number>\d+)|(?P<name>[^\W\d_]+)|(?P<sign>&\w+;|.)"
)


def statement(said: Statement) -> str:
    """A statement as a `math` element."""
    otherwise = escape(UNICODE.statement(said))
    return f'<math alttext="{otherwise}"><mrow>{row(MATHML.statement(said))}</mrow></math>'


def row(written: str) -> str:
    """What stands in a `math` element, of what `MATHML` writes."""
    return "".join(_wrapped(match) for match in _TOKEN.finditer(written))


def _wrapped(match: re.Match[str]) -> str:
    kind, token = match.lastgroup, match[0]
    if match["leaf"] or kind == "mark":
        return token
    if kind == "space":
        return ""
    if token == "-":
        token = "−"
    if token in tuple("()[]"):
        return f"<mo stretchy='false'>{token}</mo>"
    tag = {"number": "mn", "name": "mi"}.get(kind or "", "mo")
    return f"<{tag}>{token}</{tag}>"


class MathML(Plain):
    """Text in which everything with a shape of its own is already an element."""

    times = "·"
    infinity = "∞"
    relations: ClassVar[dict[str, str]] = {n: escape(r.unicode) for n, r in RELATIONS.items()}

    def symbol(self, name: str) -> str:
        match = _NAME.fullmatch(name)
        if match is None:
            return f"<mi>{escape(name)}</mi>"
        head = _GREEK.get(match["head"], match["head"])
        below = ",".join(part for part in (match["digits"], *match["below"].split("_")) if part)
        letter = f"<mi>{escape(head)}</mi>"
        return (
            f"<msub>{letter}<mi mathvariant='normal'>{escape(below)}</mi></msub>"
            if below
            else letter
        )

    def group(self, text: str) -> str:
        """Brackets grow only around what is tall."""
        if "<mfrac" in text or "<msqrt" in text:
            return f"<mrow><mo>(</mo>{text}<mo>)</mo></mrow>"
        return f"<mrow>({text})</mrow>"

    def call(self, name: str, arguments: Sequence[Expr]) -> Written:
        inside = self.group(", ".join(self.term(a) for a in arguments))
        return f"<mi>{escape(name)}</mi>{inside}", ATOM

    def chance(self, event: Expr) -> str:
        return f"<mi>P</mi>{self.group(self.event(event))}"

    def words(self, text: str) -> str:
        return f"<mtext>{escape(text).replace(' ', chr(160))}</mtext>"

    def root(self, inside: Expr) -> Written:
        return f"<msqrt><mrow>{self.term(inside)}</mrow></msqrt>", ATOM

    def function(self, function: Function, arguments: Sequence[Expr]) -> Written:
        if function.bare:
            inside = self._at(arguments[0], ATOM)
            return f"<mi>{function.name}</mi><mspace width='0.2em'/>{inside}", FUNCTION
        if function.latex:
            return self.call(function.name, arguments)
        left, right = (f"<mo>{fence}</mo>" for fence in function.fences)
        return f"<mrow>{left}{', '.join(map(self.term, arguments))}{right}</mrow>", ATOM

    def power(self, base: Expr, exponent: Expr) -> Written:
        below, above = self._at(base, ATOM), self.term(exponent)
        return f"<msup><mrow>{below}</mrow><mrow>{above}</mrow></msup>", POWER

    def fraction(self, above: Sequence[Written], below: Sequence[Written]) -> Written:
        top, bottom = self.product(above)[0], self.product(below)[0]
        return f"<mfrac><mrow>{top}</mrow><mrow>{bottom}</mrow></mfrac>", PRODUCT

    def fallback(self, term: Expr) -> Written:
        return f"<mtext>{escape(sstr(term))}</mtext>", ATOM


MATHML = MathML()


class _Short(MathML):
    """MathML in which a long event is left out."""

    def chance(self, event: Expr) -> str:
        if len(UNICODE.event(event)) < LONG:
            return super().chance(event)
        return f"<mi>P</mi>{self.group('⋯')}"


SHORT = _Short()


def rows(said: Statement) -> dict[str, str]:
    """A statement for a page that makes the elements itself; and shorter, where it speaks of a
    long event."""
    full, short = MATHML.statement(said), SHORT.statement(said)
    return {"math": row(full), **({"short": row(short)} if short != full else {})}
