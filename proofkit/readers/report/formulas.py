"""Formulas in one line of plain text, read as far as they go and written as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple, TypeVar

from proofkit.language.words import CALLED, CONSTANTS, FUNCTIONS, RELATIONS, ROOT
from proofkit.readers.report.mathematics import LATEX, escape_latex

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<number>\d+(?:\.\d+(?:\.{3})?)?)|(?P<word>[A-Za-z]\w*(?:['-][A-Za-z]\w*)+)"
    r"|(?P<name>[A-Za-z]\w*'?)|(?P<sign>\*\*|"
    rf"{'|'.join(name for name in RELATIONS if len(name) > 1)}|.)",
    re.DOTALL,
)
_BARE = {ROOT, *(name for name, f in FUNCTIONS.items() if f.latex and not f.several)}
_FRACTION = re.compile(r"\\frac\{\d+\}\{\d+\}")
_ALONE = {"P": r"\Pr", "O": "O"}
_WHOLE = re.compile(r"\d+|10\^\{\d+\}")
_GREEK = frozenset(["beta", "delta", "sigma", "tau", "theta"])
_SYMBOL = re.compile(
    r"[b-zB-HJ-Z]'?|[A-Za-z]\d+'?|[A-Za-z]+_\w+|(?:alpha|rho|kappa|lam)\d*|[A-Za-z]\w*_"
)
_NOT_MATHEMATICS = frozenset({"a", "A", "I"})


T = TypeVar("T")


class Token(NamedTuple):
    """A space, a number, a word, a name or a sign."""

    kind: str
    text: str


class _Part(NamedTuple):
    """A term as LaTeX, and the same without the brackets around it, if it has any."""

    latex: str
    bare: str


class _NotMathematics(Exception):
    """What stands here is words."""


def tokens_of(text: str) -> list[Token]:
    return [Token(str(match.lastgroup), match[0]) for match in _TOKEN.finditer(text)]


def _number(digits: str) -> str:
    """A million and larger powers of ten are written as such."""
    zeros = len(digits) - 1
    if zeros > 5 and digits == "1" + "0" * zeros:
        return rf"10^{{{zeros}}}"
    return digits.replace("...", r"\ldots")


def _quotient(above: str, below: str) -> str:
    """A fraction; a decimal where it is one of many digits."""
    if not below.startswith("10^"):
        return rf"\tfrac{{{above}}}{{{below}}}"
    return format(Decimal(above).scaleb(-int(below[4:-1])).normalize(), "f")


def _times(factors: Sequence[_Part]) -> str:
    """A product; a dot only where two numbers would run together."""
    text = "".join(
        (r" \cdot " if part.latex[:1].isdigit() else r"\,") + part.latex for part in factors
    )
    return text.removeprefix(r"\,").removeprefix(r" \cdot ")


class Reader:
    """Reads one formula from a place on, as far as it goes."""

    def __init__(
        self, tokens: list[Token], place: int, known: frozenset[str], *, stacked: bool
    ) -> None:
        self.tokens, self.place, self.known, self.stacked = tokens, place, known, stacked
        self.worth = stacked  # in a reason a lone number is left to the words

    def formula(self) -> str | None:
        """A chain of relations, a term, or nothing; then the place has not moved."""
        start = self.place
        try:
            written = self.relation() or ""
            written = f"{written} {self.sum().latex}" if written else self.sum().latex
        except _NotMathematics:
            self.place = start
            return None
        while (rest := self.attempt(self.next_relation)) is not None:
            written += rest
        if not self.worth:
            self.place = start
            return None
        return written.strip()

    def relation(self) -> str | None:
        """A relation, and the space after it."""
        if self.ahead().text not in RELATIONS:
            return None
        if not self.worth and self.ahead().text not in ("<=", ">="):
            return None
        sign = RELATIONS[self.take().text].latex
        self.space()
        self.worth = True
        return sign

    def next_relation(self) -> str:
        self.space()
        sign = self.relation()
        if sign is None:
            raise _NotMathematics
        return f" {sign} {self.sum().latex}"

    def sum(self) -> _Part:
        """Terms with their signs; in the kernel's notation those with a plus come first."""
        minus = self.sign("-")
        first = self.product()
        terms = [("-" if minus else "+", first.latex)]
        while (more := self.attempt(self.summand)) is not None:
            terms.append(more)
        if self.stacked or minus:
            terms.sort(key=lambda term: term[0] == "-")
        if len(terms) == 1 and not minus:
            return first
        (sign, start), *rest = terms
        text = ("-" if sign == "-" else "") + start + "".join(f" {s} {t}" for s, t in rest)
        return _Part(text, text)

    def summand(self) -> tuple[str, str]:
        before = self.space()
        sign = self.take().text
        if sign not in ("+", "-") or self.space() != before:
            raise _NotMathematics
        self.worth = True
        return sign, self.product().latex

    def product(self) -> _Part:
        """Factors, with quotients as fractions where they are numbers or may be stacked."""
        left = self.power()
        if self.stacked:
            return self.stack(left)
        while (more := self.attempt(self.factor)) is not None:
            sign, right = more
            numbers = left.latex.isdigit() and _WHOLE.fullmatch(right.latex)
            if sign == "/" and numbers:
                text = _quotient(left.bare, right.bare)
            elif sign == "*":
                text = _times([left, right])
            else:
                text = left.latex + {"/": "/"}.get(sign, r" \otimes ") + right.latex
            left = _Part(text, text)
        return left

    def stack(self, first: _Part) -> _Part:
        """All factors and divisors as one fraction."""
        above: list[_Part] = [first]
        below: list[_Part] = []
        while (more := self.attempt(self.factor)) is not None:
            (below if more[0] == "/" else above).append(more[1])
        above = [part for part in above if part.latex != "1"] or above[:1]
        above, below = (
            [_Part(p.bare, p.bare) if _FRACTION.fullmatch(p.bare) else p for p in parts]
            for parts in (above, below)
        )
        top, bottom = (p[0].bare if len(p) == 1 else _times(p) for p in (above, below or above))
        text = rf"\frac{{{top}}}{{{bottom}}}" if below else _times(above)
        return _Part(text, top if not below else text)

    def factor(self) -> tuple[str, _Part]:
        self.space()
        sign = self.take().text
        if sign not in ("*", "/", "⊗"):
            raise _NotMathematics
        self.space()
        self.worth = True
        return sign, self.power()

    def power(self) -> _Part:
        base = self.atom()
        if self.ahead().text not in ("^", "**"):
            return base
        self.take()
        self.worth = True
        minus = "-" if self.sign("-") else ""
        exponent = minus + self.power().bare
        text = base.latex if exponent == "1" else f"{base.latex}^{{{exponent}}}"
        return _Part(text, text)

    def atom(self) -> _Part:
        token = self.take()
        if token.kind == "number":
            text = _number(token.text)
            return _Part(text, text)
        if token.text == "(":
            self.space()
            inside = self.sum().latex
            self.space()
            self.close()
            return _Part(rf"\left({inside}\right)" if "frac" in inside else f"({inside})", inside)
        if token.text == "<":
            return self.inner_product()
        if token.kind != "name":
            raise _NotMathematics
        return self.named(token.text)

    def inner_product(self) -> _Part:
        """`<u, 1>`, behind its first sign."""
        first = self.sum().latex
        if self.take().text != ",":
            raise _NotMathematics
        self.space()
        text = rf"\langle {first}, {self.sum().latex}\rangle"
        if self.take().text != ">":
            raise _NotMathematics
        self.worth = True
        return _Part(text, text)

    def named(self, name: str) -> _Part:
        """A symbol, a constant, or a function with its arguments."""
        behind = [token.text for token in self.tokens[self.place : self.place + 2]]
        if name in CONSTANTS and behind == ["(", ")"]:
            self.place, self.worth = self.place + 2, True
            return _Part(CONSTANTS[name].latex, CONSTANTS[name].latex)
        if self.stacked and name in CONSTANTS and name not in self.known:
            return _Part(CONSTANTS[name].latex, CONSTANTS[name].latex)
        if name in (*CALLED, "P") or (self.stacked and self.ahead().text == "("):
            return self.call(name)
        if name == "O" and self.ahead().text == "(":
            return self.call(name)
        next_sign = self.tokens[self.place + 1 : self.place + 2]
        operated = bool(next_sign) and next_sign[0].text in ("*", "^", "+", *RELATIONS)
        symbol = name in self.known or _SYMBOL.fullmatch(name) or name in _GREEK
        operated = operated or (name == "A" and self.worth)
        if not symbol and not (name in _NOT_MATHEMATICS and operated):
            raise _NotMathematics
        self.worth = True
        text = LATEX.symbol(name.rstrip("'")) + "'" * name.count("'")
        return _Part(text, text)

    def call(self, name: str) -> _Part:
        """`sqrt(x)`, `log n`, `max(x, y)`."""
        self.worth = True
        if self.ahead().text != "(":
            if self.ahead().kind != "space" or name not in _BARE:
                raise _NotMathematics
            self.space()
            inside = self.power().latex
            text = rf"\sqrt{{{inside}}}" if name == ROOT else f"{FUNCTIONS[name].latex} {inside}"
            return _Part(text, text)
        self.take()
        arguments = [self.argument()]
        while self.ahead().text == ",":
            self.take()
            arguments.append(self.argument())
        self.close()
        inside = ", ".join(arguments)
        word, left, right = rf"\operatorname{{{escape_latex(name)}}}", "(", ")"
        if name in FUNCTIONS:
            word, (left, right) = FUNCTIONS[name].latex, FUNCTIONS[name].fences
        elif name in _ALONE:
            word = _ALONE[name]
        if "frac" in inside or left == right:  # bars, which do not say if they open or close
            left, right = rf"\left{left}", rf"\right{right}"
        text = rf"\sqrt{{{inside}}}" if name == ROOT else f"{word}{left}{inside}{right}"
        return _Part(text, text)

    def argument(self) -> str:
        self.space()
        inside = self.sum().latex
        while (rest := self.attempt(self.next_relation)) is not None:
            inside += rest
        self.space()
        return inside

    def close(self) -> None:
        if self.take().text != ")":
            raise _NotMathematics

    def sign(self, wanted: str) -> bool:
        if self.ahead().text != wanted:
            return False
        self.take()
        return True

    def attempt(self, read: Callable[[], T]) -> T | None:
        """What is read here, or nothing; then the place has not moved."""
        place, worth = self.place, self.worth
        try:
            return read()
        except _NotMathematics:
            self.place, self.worth = place, worth
            return None

    def ahead(self) -> Token:
        return self.tokens[self.place] if self.place < len(self.tokens) else Token("end", "")

    def take(self) -> Token:
        token = self.ahead()
        self.place += 1
        return token

    def space(self) -> bool:
        """Skip a space, and say whether there was one."""
        spaced = self.ahead().kind == "space"
        self.place += spaced
        return spaced
