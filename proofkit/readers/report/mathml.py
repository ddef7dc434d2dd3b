r"""Formulas as MathML, which browsers show without any program.

What is read here is the LaTeX that `mathematics` and `phrases` write, so that a formula looks the
same wherever it stands. A browser that knows no MathML, and a screen reader, get the Unicode line
of a statement instead.
"""

from __future__ import annotations

import re
from html import escape, unescape

from proofkit.foundations.errors import ProofkitError
from proofkit.language.claims import Statement
from proofkit.language.words import FUNCTIONS, RELATIONS
from proofkit.readers.report import phrases
from proofkit.readers.report.mathematics import GREEK, LATEX, UNICODE, plain_of_latex
from proofkit.readers.report.naming import SHORT, Named

_TOKEN = re.compile(
    r"\\text\{(?P<text>(?:[^{}\\]|\\.|\{\})*)\}|(?P<space>\s+)|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<command>\\(?:[A-Za-z]+|.))|(?P<sign>.)",
    re.DOTALL,
)
_SHOWN = [escape(r.unicode) for r in RELATIONS.values()]
_SIGNS = {
    **{r.latex: r.unicode for r in RELATIONS.values()},
    **{r"\cdot": "·", r"\cdots": "⋯", r"\infty": "∞", r"\otimes": "⊗", r"\vert": "|", "-": "−"},
    **{r"\langle": "⟨", r"\rangle": "⟩", r"\ldots": "…"},
}
_CALLED = {f.latex: f.latex[1:] for f in FUNCTIONS.values() if f.latex} | {r"\Pr": "Pr"}
_LETTERS = {rf"\{name}": letter for name, letter in GREEK.items()}
_OPERATOR = re.compile(rf"<mo>({'|'.join(map(re.escape, ('+', '−', *_SHOWN)))})</mo>")
_OPENS = re.compile(rf"{_OPERATOR.pattern}|<mo stretchy='false'>[(\[]</mo>|<mo>,</mo>")
"""What a minus sign follows that takes nothing away."""
LONG = 90
"""A formula of so many characters of LaTeX may be broken after its signs, where a line ends."""

_BRACKETS = frozenset("()[]")
_TALL = ("<mfrac", "<msqrt")
_GAP = "<mspace width='0.17em'/>"


def statement(said: Statement) -> str:
    """A statement as a `math` element."""
    return _element(LATEX.statement(said), f" alttext='{escape(UNICODE.statement(said))}'")


def rows(said: Statement) -> dict[str, str]:
    """A statement for a page that makes the element itself; and as HTML with the event in full,
    where it speaks of a long one."""
    written = {"math": row(SHORT.statement(said))}
    if r"\Pr" in LATEX.statement(said):
        notation = Named()
        told = [f"${notation.statement(said)}$.", *notation.defined()]
        if notation.events:
            written["full"] = in_page(phrases.html(" ".join(told)))
    return written


def in_page(html: str) -> str:
    """HTML whose formulas were left to a program in the page, with each as a `math` element."""
    return phrases.INLINE.sub(lambda match: _element(unescape(match["formula"])), html)


def row(latex: str) -> str:
    """What stands in a `math` element."""
    return "".join(_Reader(latex).until(""))


def _element(latex: str, attributes: str = "") -> str:
    formula = latex.removeprefix(r"\displaystyle")
    style = attributes if formula == latex else f"{attributes} displaystyle='true'"
    if style or len(formula) < LONG:
        return f"<math{style}><mrow>{row(formula)}</mrow></math>"
    lines: list[list[str]] = [[]]
    for element in _Reader(formula).until(""):
        breaks = _OPERATOR.fullmatch(element) and bool(lines[-1])
        lines[-1].append(element.replace("<mo", "<mo form='infix'", 1) if breaks else element)
        lines += [[]] if breaks else []
    return "<wbr>".join(f"<math><mrow>{''.join(line)}</mrow></math>" for line in lines if line)


class _Reader:
    """Reads LaTeX from the left, element by element."""

    def __init__(self, latex: str) -> None:
        self.tokens = [m for m in _TOKEN.finditer(latex) if m.lastgroup != "space"]
        self.place = 0

    def ahead(self) -> str:
        return self.tokens[self.place][0] if self.place < len(self.tokens) else ""

    def take(self) -> re.Match[str]:
        if self.place == len(self.tokens):
            raise ProofkitError("a formula ends too early")
        self.place += 1
        return self.tokens[self.place - 1]

    def until(self, end: str) -> list[str]:
        """The elements before `end`, which is taken too."""
        elements: list[str] = []
        while self.ahead() != end:
            signed = self.ahead() == "-" and (not elements or _OPENS.fullmatch(elements[-1]))
            element = self.raised()
            elements.append(element.replace("<mo", "<mo form='prefix'", 1) if signed else element)
        self.place += 1
        return elements

    def raised(self) -> str:
        """An element with what stands below and above it."""
        base = self.element()
        scripts = {}
        while self.ahead() in ("_", "^", "'"):
            sign = self.take()[0]
            if sign == "'":
                scripts["^"] = "<mo>′</mo>"
            else:
                scripts[sign] = self.element()
        names = {"_": "msub", "^": "msup", "_^": "msubsup"}
        name = names.get("".join(sorted(scripts, reverse=True)))
        inside = "".join(scripts[sign] for sign in ("_", "^") if sign in scripts)
        return f"<{name}>{base}{inside}</{name}>" if name else base

    def element(self) -> str:
        token = self.take()
        kind, text = token.lastgroup, token[0]
        if kind == "text":
            said = plain_of_latex(token["text"]).replace(" ", "\N{NO-BREAK SPACE}")
            return f"<mtext>{escape(said)}</mtext>"
        if kind == "number":
            return f"<mn>{text}</mn>"
        if text == "{":
            return _together(self.until("}"))
        return self.command(text) if kind == "command" else self.sign(text)

    def command(self, name: str) -> str:
        if name == r"\left":
            return self.fenced()
        if name in (r"\frac", r"\tfrac"):
            style = " displaystyle='false'" if name == r"\tfrac" else ""
            return f"<mfrac{style}>{self.element()}{self.element()}</mfrac>"
        if name == r"\sqrt":
            return f"<msqrt>{self.element()}</msqrt>"
        if name in (r"\mathrm", r"\operatorname"):
            return self.word()
        if name in _CALLED:
            gap = "" if self.ahead() in (r"\left", "(", "[") else _GAP
            return f"<mrow><mi>{_CALLED[name]}</mi>{gap}</mrow>"
        if name in _LETTERS:
            return f"<mi>{_LETTERS[name]}</mi>"
        if name == r"\,":
            return _GAP
        if name in _SIGNS:
            return f"<mo>{escape(_SIGNS[name])}</mo>"
        raise ProofkitError(f"{name} is not a sign that formulas are written with here")

    def word(self) -> str:
        """A name of several letters stands upright by itself."""
        self.take()
        letters = ""
        while self.ahead() != "}":
            letters += self.take()[0].removeprefix("\\")
        self.take()
        upright = " mathvariant='normal'" if len(letters) == 1 else ""
        return f"<mi{upright}>{escape(letters)}</mi>"

    def fenced(self) -> str:
        """Brackets grow only around what is tall."""
        left = self.take()[0]
        inside = "".join(self.until(r"\right"))
        right = self.take()[0]
        still = "" if any(tag in inside for tag in _TALL) else " stretchy='false'"
        opening, closing = (f"<mo{still}>{mark}</mo>" for mark in (left, right))
        if left == "|":  # which opens and closes, where brackets are known to do one of them
            opening, closing = (
                each.replace("<mo", f"<mo form='{form}'")
                for each, form in ((opening, "prefix"), (closing, "postfix"))
            )
        return f"<mrow>{opening}{inside}{closing}</mrow>"

    def sign(self, text: str) -> str:
        if text.isalpha():
            return f"<mi>{text}</mi>"
        still = " stretchy='false'" if text in _BRACKETS else ""
        still = " lspace='0' rspace='0'" if text == "/" else still
        return f"<mo{still}>{escape(_SIGNS.get(text, text))}</mo>"


def _together(elements: list[str]) -> str:
    return elements[0] if len(elements) == 1 else f"<mrow>{''.join(elements)}</mrow>"
