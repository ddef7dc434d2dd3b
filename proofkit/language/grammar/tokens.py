"""Tokens of a typed statement. Signs that people type are read as the plain ones: `x²` as
`x^(2)`, `λ` as `lambda`, `√` and `−` and `½`. An error shows the place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten
from proofkit.language.grammar import hints
from proofkit.language.words import SPELLED

_GREEK = dict(zip("αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΦΨΩ", hints.GREEK, strict=True))
_GREEK["µ"] = "mu"
_LETTERS = "".join(_GREEK)
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n", strict=True))
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_FRACTIONS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
_SAME = {"**": "^", "·": "*", "×": "*", "−": "-", "÷": "/", "⩽": "<=", "⩾": ">=", "≠": "!="}
_SAME |= {"∈": "in", "∧": "and", "&&": "and", "∞": "oo"}
DIFFERS = "!="
INFINITE = {"oo", "inf", "infinity"}
"""The end of an interval that has none."""

_WORD = rf"[A-Za-z{_LETTERS}][A-Za-z0-9_{_LETTERS}₀-₉]*"
_SIGNS = sorted({*SPELLED, *_SAME}, key=len, reverse=True)
_TOKEN = re.compile(
    r"(?P<number>(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?)"
    rf"|(?P<name>{_WORD})|(?P<fraction>[{''.join(_FRACTIONS)}])"
    rf"|(?P<raised>[{''.join(_RAISED)}]+)"
    rf"|(?P<meant>=<|=>|<>|<=>|->|\|\|)"
    rf"|(?P<sign>!=|{'|'.join(map(re.escape, _SIGNS))}|\.\.|[-+*/^(),\[\]|√])",
    re.ASCII,
)


@dataclass(frozen=True)
class Lexeme:
    """`kind` is number, name, sign or end; that of what is written small and high is `raised`,
    and that of an opening bar `bar`."""

    text: str
    kind: str
    place: int
    end: int


def problem(source: str, place: int, what: str) -> InputError:
    """An error that shows the place in the text."""
    before, after = source[:place], source[place:]
    shown = (f"...{before[-30:]}" if len(before) > 30 else before) + " >>> "
    shown += f"{after[:30]}..." if len(after) > 30 else after
    return InputError(f"column {place + 1}: {what}: {' '.join(shown.split())}")


def tokens(source: str) -> list[Lexeme]:
    """The tokens of a text; the last one is its end."""
    found: list[Lexeme] = []
    place = 0
    while place < len(source):
        if source[place].isspace():
            place += 1
            continue
        match = _TOKEN.match(source, place)
        kind = match.lastgroup if match is not None else ""
        text = match[0] if match is not None else source[place]
        if match is None or (kind == "meant" and text != "||"):
            raise problem(source, place, f"unexpected {text!r}{hints.SIGNS.get(text, '')}")
        end = match.end()
        if kind == "raised":
            found += _raised(source, text, place)
        elif text == "||":
            found += [Lexeme("|", "sign", k, k + 1) for k in (place, place + 1)]
        else:
            found.append(_plain(source, text, kind or "", place))
        place = end
    return [*found, Lexeme("", "end", len(source), len(source))]


def _plain(source: str, text: str, kind: str, place: int) -> Lexeme:
    end = place + len(text)
    if kind == "fraction":
        return Lexeme(_FRACTIONS[text], "number", place, end)
    if kind == "name":
        return Lexeme(_name(source, text, place), kind, place, end)
    text = _SAME.get(text, text)
    return Lexeme(text, "name" if text.isalpha() else kind, place, end)


def _raised(source: str, text: str, place: int) -> list[Lexeme]:
    """A power that is written small and high, in brackets."""
    plain = "".join(_RAISED[character] for character in text)
    if not re.fullmatch(r"-?(\d+|\d*n)([+-](\d+|\d*n))*", plain):
        raise problem(source, place, f"the power {plain} is not read; write ^( )")
    end = place + len(text)
    found = [Lexeme("^", "raised", place, end), Lexeme("(", "sign", place, end)]
    for part in re.findall(r"\d+|.", plain):
        kind = "number" if part.isdigit() else "name" if part == "n" else "sign"
        found.append(Lexeme(part, kind, place, end))
    return [*found, Lexeme(")", "sign", place, end)]


def _name(source: str, text: str, place: int) -> str:
    """A name in ASCII."""
    pieces = re.findall(rf"[{_LETTERS}]|[^{_LETTERS}]+", text)
    for k, (before, after) in enumerate(pairwise(pieces), 1):
        if before[-1] == "_" or (before in _GREEK and re.match(r"[_0-9₀-₉]", after)):
            continue
        one, two = shorten("".join(pieces[:k])), shorten("".join(pieces[k:]))
        said = f"{shorten(text)} can be {one}*{two} or one name"
        raise problem(source, place, f"{said}; write {one}*{two}, or {one}_{two} for the name")
    return plain_name(text)


def plain_name(text: str) -> str:
    """A name with its Greek letters spelled, as it is printed.

    >>> plain_name("λ_1"), plain_name("x₂")
    ('lambda_1', 'x2')
    """
    return "".join(_GREEK.get(letter, letter) for letter in text).translate(_LOWERED)
