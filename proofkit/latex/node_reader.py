"""Tokens into nodes. Braces that are only for TeX are gone, and what is not known is a node that
says so, so that the rest of the display can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofkit.latex import words
from proofkit.latex.nodes import Node, Nodes, paired, source
from proofkit.latex.tokens import (
    BLANK,
    CHARACTER,
    COMMAND,
    NotRead,
    Token,
    argument,
    optional,
    plain,
    skip_blank,
    spelled,
)

MAX_DEPTH = 25
"""Braces within each other."""


def read(tokens: Sequence[Token]) -> Nodes:
    """The nodes of a formula whose macros are expanded."""
    return _Reader(tokens, 0).nodes()


class _Reader:
    """One pass over the tokens of a formula or of a group."""

    def __init__(self, tokens: Sequence[Token], depth: int) -> None:
        self.tokens, self.place, self.depth = tokens, 0, depth
        self.found: list[Node] = []
        self.spaced = True
        if depth > MAX_DEPTH:
            raise NotRead("braces nested too deep", tokens[0] if tokens else None)

    def nodes(self) -> Nodes:
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            try:
                self._step(token)
            except NotRead as problem:
                self.add("bad", token, problem=problem, source=f"{token!r} ")
                self.place += 1
        return paired(self.found)

    def inside(self, tokens: Sequence[Token]) -> Nodes:
        """The nodes of a group or of an argument."""
        return _Reader(tokens, self.depth + 1).nodes()

    def argument(self) -> Nodes:
        """The nodes of the argument that follows."""
        return self.inside(self.raw_argument())

    def raw_argument(self) -> list[Token]:
        found, self.place = argument(self.tokens, self.place)
        return found

    def add(
        self,
        kind: str,
        token: Token,
        text: str = "",
        *inner: Nodes,
        source: str = "",
        problem: NotRead | None = None,
    ) -> None:
        glued = not self.spaced
        self.spaced = False
        self.found.append(Node(kind, token, text, inner, source or text, glued, problem))

    def ahead(self, offset: int) -> Token | None:
        place = self.place + offset
        return self.tokens[place] if place < len(self.tokens) else None

    def _step(self, token: Token) -> None:
        if token.kind in BLANK or token.kind == "~":
            self.spaced, self.place = True, self.place + 1
        elif token.kind == "{":
            self._group(token)
        elif token.kind in ("^", "_"):
            self.place += 1
            inner = self.argument()
            kind = "sup" if token.kind == "^" else "sub"
            self.add(kind, token, "", inner, source=f"{token.kind}{{{source(inner)}}}")
        elif token.kind == CHARACTER:
            _character(self, token)
        elif token.kind == COMMAND:
            self._command(token)
        elif token.kind == "&":
            self.place += 1
            self.add("amp", token)
            self.spaced = True
        else:
            raise NotRead(f"{token.text!r} inside a formula", token)

    def _group(self, token: Token) -> None:
        """Braces are seen in print nowhere: what is in them is read as if they were not there,
        unless a script follows, which is printed beside the last thing in them only."""
        inner = self.argument()
        after = self.ahead(0)
        scripted = after is not None and (after.kind in "^_" or after.is_character("'"))
        if scripted and len(inner) != 1:
            raise_later = NotRead("a script after braces: of what?", token)
            self.add("bad", token, problem=raise_later, source=f"{{{source(inner)}}}")
            return
        for k, node in enumerate(inner):
            self.spaced = k == 0 and self.spaced
            self.found.append(node)

    def _command(self, token: Token) -> None:
        name = token.text
        kind = words.KINDS.get(name)
        if kind is not None:
            self.place += 1
            value, written = words.value(name, kind)
            self.add(kind, token, value, source=written)
            self.spaced = self.spaced or kind in ("row", "space")
            if kind == "row":
                _row_end(self)
            return
        if name in words.THIN:
            self.spaced, self.place = True, self.place + 1
            return
        handler = _HANDLERS.get(name)
        if handler is None:
            raise NotRead(f"\\{name} is not known", token)
        start = self.place
        self.place += 1
        try:
            handler(self, token)
        except NotRead:
            self.place = max(start, self.place - 1)
            raise


def _character(reader: _Reader, token: Token) -> None:
    text = token.text
    after = reader.ahead(1)
    if text.isdigit() or (text == "." and after is not None and _digit(after)):
        _number(reader, token)
        return
    reader.place += 1
    if text.isascii() and text.isalpha():
        reader.add("letter", token, text)
    elif text == ":" and after is not None and after.is_character("="):
        reader.place += 1
        reader.add("relation", token, ":=")
    elif text == "|" and after is not None and after.is_character("|") and _close(token, after):
        reader.place += 1
        reader.add("bars", token, "‖")
    elif text in words.CHARACTERS:
        kind, value = words.CHARACTERS[text]
        reader.add(kind, token, value, source=text)
    else:
        reader.place -= 1
        raise NotRead(f"the character {text!r}", token)


def _digit(token: Token) -> bool:
    return token.kind == CHARACTER and token.text.isdigit() and token.text.isascii()


def _close(first: Token, second: Token) -> bool:
    return second.source is first.source and second.place - first.place == 1


def _number(reader: _Reader, token: Token) -> None:
    """Digits, at most one point between them, and `{,}` before three of them."""
    tokens, place, value = reader.tokens, reader.place, ""
    while place < len(tokens):
        here = tokens[place]
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if _digit(here):
            value += here.text
            place += 1
        elif here.is_character(".") and "." not in value and after is not None and _digit(after):
            value += "."
            place += 1
        elif _thousands(tokens, place):
            place += 3
        else:
            break
    reader.place = place
    reader.add("number", token, value)


def _thousands(tokens: Sequence[Token], place: int) -> bool:
    """Does `{,}` follow, with three digits after it?"""
    part = tokens[place : place + 6]
    comma = len(part) == 6 and part[0].kind == "{" and part[1].is_character(",")
    return comma and part[2].kind == "}" and all(map(_digit, part[3:]))


# Commands with arguments.


def _row_end(reader: _Reader) -> None:
    """`\\\\*` and the space of `\\\\[2pt]` belong to the end of a row."""
    star = reader.ahead(0)
    if star is not None and star.is_character("*"):
        reader.place += 1
    bracket = reader.ahead(0)
    if bracket is not None and bracket.is_character("["):
        _, reader.place = optional(reader.tokens, reader.place)


def _drop(reader: _Reader, token: Token) -> None:
    star = reader.ahead(0)
    if star is not None and star.is_character("*"):
        reader.place += 1
    inner = plain(reader.raw_argument())
    if token.text in words.WIDE_WITH_ARGUMENT and any(map(str.isdigit, inner)):
        reader.add("space", token)


def _length(reader: _Reader, token: Token) -> None:
    """A length without braces, as in `\\kern-2pt`."""
    while (after := reader.ahead(0)) is not None and (
        after.kind == CHARACTER and (after.text in "-." or after.text.isalnum())
    ):
        reader.place += 1


def _text(reader: _Reader, token: Token) -> None:
    words_in = spelled(reader.raw_argument())
    if token.text in ("intertext", "shortintertext"):
        reader.add("row", token)
        reader.add("text", token, words_in, source=words_in)
        reader.add("row", token)
    else:
        reader.add("text", token, words_in, source=f"\\text{{{words_in}}}")


def _sized(reader: _Reader, token: Token) -> None:
    """A bracket after `\\left`, `\\bigl` and so on."""
    reader.place = skip_blank(reader.tokens, reader.place)
    after = reader.ahead(0)
    if after is None:
        raise NotRead(f"\\{token.text} without a bracket", token)
    reader.place += 1
    name = token.text
    if name == "middle" or name.endswith("m"):
        reader.add("middle", token, after.text, source="|")
        return
    left = name in ("left", "mleft") or name.endswith("l")
    right = name in ("right", "mright") or (name.endswith("r") and not left)
    side = "open" if left else "close" if right else ""
    written = after.text
    if written == ".":
        raise NotRead("a bracket that is not seen", token)
    if written in ("|", "vert", "Vert", "lvert", "rvert", "lVert", "rVert"):
        double = (after.kind == COMMAND and written == "|") or written[-4:].startswith("V")
        kind = "open" if written[0] == "l" else "close" if written[0] == "r" else side
        reader.add(kind or ("bars" if double else "bar"), token, "‖" if double else "|")
    elif written in words.OPENERS and side != "close":
        reader.add("open", token, words.OPENERS[written])
    elif written in words.CLOSERS and side != "open":
        reader.add("close", token, words.CLOSERS[written])
    elif written == "/":
        reader.add("operator", token, "/")
    else:
        raise NotRead(f"the bracket {written!r}", token)


def _fraction(reader: _Reader, token: Token) -> None:
    above, below = reader.argument(), reader.argument()
    written = f"\\frac{{{source(above)}}}{{{source(below)}}}"
    reader.add("fraction", token, "", above, below, source=written)


def _binomial(reader: _Reader, token: Token) -> None:
    above, below = reader.argument(), reader.argument()
    written = f"\\binom{{{source(above)}}}{{{source(below)}}}"
    reader.add("binomial", token, "", above, below, source=written)


def _root(reader: _Reader, token: Token) -> None:
    index, reader.place = optional(reader.tokens, reader.place)
    inner = reader.argument()
    degree = reader.inside(index) if index is not None else ()
    root = f"[{source(degree)}]" if degree else ""
    written = f"\\sqrt{root}{{{source(inner)}}}"
    reader.add("root", token, "", inner, degree, source=written)


def _decorated(reader: _Reader, token: Token) -> None:
    inner = reader.argument()
    reader.add("accent", token, token.text, inner, source=f"\\{token.text}{{{source(inner)}}}")


def _font(reader: _Reader, token: Token) -> None:
    star = reader.ahead(0)
    if star is not None and star.is_character("*"):
        reader.place += 1
    letters = plain(reader.raw_argument())
    name = {"operatorname": "operatorname"}.get(token.text, token.text)
    reader.add("font", token, f"{name} {letters}", source=f"\\{name}{{{letters}}}")


def _transparent(reader: _Reader, token: Token) -> None:
    """A box or a brace around something that is read as if it were not there."""
    inner = reader.argument()
    name = token.text
    if name.startswith(("under", "over")):
        after = reader.ahead(0)
        if after is not None and after.kind in "^_":
            reader.place += 1
            reader.raw_argument()
    elif (after := reader.ahead(0)) is not None and after.kind in "^_" and len(inner) != 1:
        raise NotRead("a script after braces: of what?", token)
    reader.found += inner


def _coloured(reader: _Reader, token: Token) -> None:
    _, reader.place = optional(reader.tokens, reader.place)
    reader.raw_argument()
    _transparent(reader, token)


def _over_relation(reader: _Reader, token: Token) -> None:
    """`\\overset{(a)}{\\leq}`: letters or numbers in brackets are a remark."""
    _, reader.place = optional(reader.tokens, reader.place)
    said, below = reader.raw_argument(), reader.argument()
    if token.text == "underset":
        said_text, inner = plain(said), below
    else:
        said_text, inner = plain(said), below
    relations = [node for node in inner if node.kind != "amp"]
    if len(relations) != 1 or relations[0].kind != "relation":
        raise NotRead(f"\\{token.text} on what is no relation of order", token)
    relation = relations[0].text
    if words.DEFINES.search(said_text) and relation == "=":
        relation = ":="
    elif not words.REMARK.fullmatch(said_text):
        raise NotRead("a relation with something over it that may change it", token)
    reader.add("relation", token, relation, source=relations[0].source)


def _stacked(reader: _Reader, token: Token) -> None:
    written = plain(reader.raw_argument())
    reader.add("bad", token, problem=NotRead("\\substack", token), source=written)


def _environment(reader: _Reader, token: Token) -> None:
    """`aligned` and the like are rows of the display; tables of other kinds are not read."""
    name = plain(reader.raw_argument()).rstrip("*")
    start, depth, place = reader.place, 1, reader.place
    while place < len(reader.tokens):
        here = reader.tokens[place]
        depth += here.is_command("begin") - here.is_command("end")
        if not depth:
            break
        place += 1
    body = reader.tokens[start:place]
    reader.place = place
    if place < len(reader.tokens):
        reader.place += 1
        reader.raw_argument()
    if name not in words.ROWS:
        problem = NotRead(f"\\begin{{{name}}}", token)
        reader.add("bad", token, problem=problem, source=plain(body))
        return
    _, skip = optional(body, 0)
    if name == "alignedat":
        _, skip = argument(body, skip)
    reader.found += reader.inside(body[skip:])


_HANDLERS: dict[str, Callable[[_Reader, Token], None]] = {
    **dict.fromkeys(words.DROPPED, _drop),
    **dict.fromkeys(words.LENGTHS, _length),
    **dict.fromkeys(words.TEXT, _text),
    **dict.fromkeys(words.SIZES, _sized),
    **dict.fromkeys(words.FRACTIONS, _fraction),
    **dict.fromkeys(("binom", "tbinom", "dbinom"), _binomial),
    "sqrt": _root,
    **dict.fromkeys(words.ACCENTS, _decorated),
    **dict.fromkeys(words.FONTS, _font),
    **dict.fromkeys(words.TRANSPARENT, _transparent),
    **dict.fromkeys(("textcolor", "colorbox"), _coloured),
    **dict.fromkeys(("overset", "stackrel", "underset"), _over_relation),
    "substack": _stacked,
    "begin": _environment,
}
