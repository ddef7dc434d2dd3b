"""Tokens of TeX, each with its place in the source."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from proofkit.foundations.errors import InputError, LimitExceeded, ProofkitError
from proofkit.foundations.exact import shorten
from proofkit.foundations.files import read_bytes

MAX_FILE = 4_000_000
"""Largest source file, in bytes."""

MAX_ARGUMENT = 30_000
"""Most tokens of an argument or of a display."""

UNCLOSED = "a brace is not closed"
COMMAND, CHARACTER, SPACE, PARAGRAPH, DIRECTIVE = (
    "command",
    "character",
    "space",
    "paragraph",
    "directive",
)
OPEN, CLOSE = "{", "}"
BLANK = frozenset({SPACE, PARAGRAPH, DIRECTIVE})


def word_set(words: str) -> frozenset[str]:
    """The words of a line, as a set."""
    return frozenset(words.split())


SKIPPED = word_set(
    "verbatim Verbatim lstlisting minted comment tikzpicture filecontents asy lean algorithm "
    "algorithmic pgfpicture alltt luacode pycode"
)
"""Environments in which nothing is read."""

_UNICODE = {
    **{"≤": "leq", "≥": "geq", "≠": "neq", "·": "cdot", "×": "times", "∞": "infty", "∈": "in"},
    **{"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "η": "eta"},
    **{"λ": "lambda", "μ": "mu", "σ": "sigma", "τ": "tau", "π": "pi", "θ": "theta", "ρ": "rho"},
}
_LETTERS = {False: "[A-Za-z]", True: "[A-Za-z@]"}
_TOKEN = {
    at: re.compile(
        rf"\\(?P<word>{letters}+)(?:[ \t]*\n(?![ \t]*\n)[ \t]*|[ \t]*)"
        r"|\\(?P<symbol>.)"
        r"|%(?P<comment>[^\n]*)(?:\n[ \t]*)?"
        r"|(?P<blank>\s+)"
        r"|(?P<dollars>\$\$?)"
        r"|(?P<special>[{}&^_\#~])"
        r"|(?P<character>.)",
        re.DOTALL,
    )
    for at, letters in _LETTERS.items()
}
_BEGINS = re.compile(r"\{\s*(\w+)\*?\s*\}")
_SAYS = re.compile(r"%*\s*proofkit:\s*(.*)")
_CONDITION = re.compile(r"\\(if(?!f(?![A-Za-z]))[A-Za-z@]*|fi)(?![A-Za-z@])")


class SourceFile:
    """The text of a file, with the lines that its places are in."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def line(self, place: int) -> int:
        """The line of a place, counted from 1."""
        return bisect_right(self._starts, place)


def open_source(path: str) -> SourceFile:
    """A source file, in UTF-8 or Latin-1."""
    data = read_bytes(path, MAX_FILE)
    if b"\0" in data:
        raise InputError(f"{shorten(path)}: expected a LaTeX source, found a binary file")
    try:
        return SourceFile(path, data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        return SourceFile(path, data.decode("latin-1").replace("\r\n", "\n"))


class Token:
    """`kind` is a constant above or the special character itself."""

    __slots__ = ("kind", "place", "source", "text")

    def __init__(self, kind: str, text: str, source: SourceFile, place: int) -> None:
        self.kind, self.text, self.source, self.place = kind, text, source, place

    def __repr__(self) -> str:
        return "\\" + self.text if self.kind == COMMAND else self.text

    @property
    def line(self) -> int:
        return self.source.line(self.place)

    def is_command(self, *names: str) -> bool:
        return self.kind == COMMAND and self.text in names

    def is_character(self, characters: str) -> bool:
        return self.kind == CHARACTER and self.text in characters

    def moved(self, where: Token) -> Token:
        """The same token at the place of another: a macro's body is at its call."""
        return Token(self.kind, self.text, where.source, where.place)


class NotRead(ProofkitError):
    """Something that the grammar does not know; `reason` says what, `token` where."""

    def __init__(self, reason: str, token: Token | None = None) -> None:
        super().__init__(reason)
        self.reason, self.token = reason, token


def tokenize(source: SourceFile, style: bool = False) -> list[Token]:
    """The tokens of a source; in a `style` file, @ is a letter.

    >>> tokenize(SourceFile("a.tex", r"x \\leq 2 % no"))
    [x,  , \\leq, 2,  ]
    """
    text, place, found = source.text, 0, list[Token]()
    pattern = _TOKEN[style]
    while (match := pattern.match(text, place)) is not None:
        start, place, kind = place, match.end(), match.lastgroup
        value = match[kind or 0]
        if kind == "character":
            found.append(_character(value, source, start))
        elif kind == "blank":
            paragraph = value.count("\n") > 1
            found.append(Token(PARAGRAPH if paragraph else SPACE, " ", source, start))
        elif kind in ("word", "symbol"):
            if value == "endinput":
                break
            skip = _end_of_skipped(value, text, place)
            if skip is None:
                found.append(Token(COMMAND, value, source, start))
            else:
                place = skip
        elif kind == "comment":
            if (said := _SAYS.fullmatch(value)) is not None:
                found.append(Token(DIRECTIVE, said[1].strip(), source, start))
            if text.startswith("\n", place):
                found.append(Token(PARAGRAPH, " ", source, place))
        else:
            found.append(Token(value, value, source, start))
    return found


def _character(value: str, source: SourceFile, start: int) -> Token:
    if value in _UNICODE:
        return Token(COMMAND, _UNICODE[value], source, start)
    return Token(CHARACTER, "-" if value == "−" else value, source, start)


def _end_of_skipped(command: str, text: str, place: int) -> int | None:
    """Where something ends that is not read, if the command begins such a thing."""
    if command == "begin":
        named = _BEGINS.match(text, place)
        if named is None or named[1] not in SKIPPED:
            return None
        end = text.find("\\end{" + named[1], place)
        return len(text) if end < 0 else text.find("}", end) + 1 or len(text)
    if command in ("verb", "lstinline") and place < len(text):
        place += text[place] == "*"
        end = text.find(text[place : place + 1], place + 1)
        return len(text) if end < 0 else end + 1
    if command == "iffalse":
        depth = 1
        for match in _CONDITION.finditer(text, place):
            depth += -1 if match[1] == "fi" else 1
            if not depth:
                return match.end()
        return len(text)
    return None


def skip_blank(tokens: Sequence[Token], place: int) -> int:
    """The place of the next token that is no space."""
    while place < len(tokens) and tokens[place].kind in BLANK:
        place += 1
    return place


def argument(tokens: Sequence[Token], place: int) -> tuple[list[Token], int]:
    """The argument that TeX would take there, and the place after it."""
    place = skip_blank(tokens, place)
    if place >= len(tokens):
        raise NotRead("an argument is missing", tokens[-1] if tokens else None)
    if tokens[place].kind != OPEN:
        return [tokens[place]], place + 1
    depth = 0
    for end in range(place, min(len(tokens), place + MAX_ARGUMENT)):
        depth += (tokens[end].kind == OPEN) - (tokens[end].kind == CLOSE)
        if not depth:
            return list(tokens[place + 1 : end]), end + 1
    raise NotRead(UNCLOSED, tokens[place])


def optional(tokens: Sequence[Token], place: int) -> tuple[list[Token] | None, int]:
    """The argument in square brackets there, if there is one."""
    start = skip_blank(tokens, place)
    if start >= len(tokens) or not tokens[start].is_character("["):
        return None, place
    braces = brackets = 0
    for end in range(start, min(len(tokens), start + MAX_ARGUMENT)):
        token = tokens[end]
        braces += (token.kind == OPEN) - (token.kind == CLOSE)
        if braces == 0 and token.kind == CHARACTER:
            brackets += (token.text == "[") - (token.text == "]")
            if not brackets:
                return list(tokens[start + 1 : end]), end + 1
    return None, place


def plain(tokens: Sequence[Token]) -> str:
    """The tokens as text, without spaces around it."""
    return spelled(tokens).strip()


def spelled(tokens: Sequence[Token]) -> str:
    """The tokens as text."""
    return "".join(_spelled(tokens))


def _spelled(tokens: Sequence[Token]) -> Iterator[str]:
    for token, after in zip_longest(tokens, tokens[1:]):
        yield repr(token)
        word = token.kind == COMMAND and token.text[-1:].isalpha()
        if word and after is not None and after.kind == CHARACTER and after.text.isalpha():
            yield " "


def limit_total(size: int, limit: int) -> None:
    """Refuse a source that with all its parts is too large."""
    if size > limit:
        raise LimitExceeded(f"the sources are together larger than the limit of {limit} bytes")
