"""Macros as the author defined them, and their expansion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from proofkit.latex.tokens import (
    BLANK,
    CHARACTER,
    CLOSE,
    COMMAND,
    MAX_ARGUMENT,
    OPEN,
    SPACE,
    NotRead,
    SourceFile,
    Token,
    argument,
    optional,
    plain,
    skip_blank,
    tokenize,
)

MAX_CALLS = 20_000
"""Calls of macros in one formula."""

MAX_TOKENS = 60_000
"""Tokens of one formula, macros expanded."""

MAX_CALLS_IN_ALL = 1_000_000

MAX_ARGUMENTS = 9


OURS = {"pkfit": "#2", "pkline": "&#1#2"}
"""Macros of our own reports, which scale what they typeset, as what they say."""


@dataclass(frozen=True)
class Macro:
    """What a command of the author's stands for. One that is `refused` is not expanded, for the
    reason given; a `paired` delimiter may have a star or a size."""

    arguments: int = 0
    default: Sequence[Token] | None = None
    body: Sequence[Token] = ()
    refused: str = ""
    paired: bool = False
    primitive: bool = False

    def same(self, other: Macro) -> bool:
        return (self.arguments, self.refused) == (other.arguments, other.refused) and [
            (t.kind, t.text) for t in self.body
        ] == [(t.kind, t.text) for t in other.body]


@dataclass
class Macros:
    """All macros at a place of the document. In the body of the document, or under a condition,
    a second definition that differs makes the command one that is not read."""

    known: dict[str, Macro] = field(default_factory=dict)
    in_body: bool = False
    conditions: int = 0
    calls: int = 0
    environments: dict[str, str] = field(default_factory=dict)

    def define(self, name: str, macro: Macro) -> None:
        """Add a definition. What the reports of proofkit define is read for what it says."""
        if name in OURS:
            at = macro.body[0] if macro.body else None
            macro = Macro(macro.arguments, None, _tokens_at(OURS[name], at)) if at else macro
        old = self.known.get(name)
        if old is not None and (self.in_body or self.conditions) and not old.same(macro):
            macro = Macro(refused=f"the macro \\{name} is redefined in the text")
        self.known[name] = macro

    def expand(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens with every macro replaced; places stay those of the call."""
        found: list[Token] = []
        stack, calls = list(reversed(tokens)), 0
        while stack:
            token = stack.pop()
            macro = self.known.get(token.text) if token.kind == COMMAND else None
            if macro is None or macro.primitive:
                found.append(macro.body[0].moved(token) if macro else token)
                if len(found) > MAX_TOKENS:
                    raise NotRead("a formula that is too long", tokens[0])
                continue
            calls += 1
            self.calls += 1
            if calls > MAX_CALLS or len(stack) > MAX_TOKENS or self.calls > MAX_CALLS_IN_ALL:
                raise NotRead(f"the macro \\{token.text} does not come to an end", token)
            stack += reversed(_called(token, macro, stack))
        return found

    def expand_once(self, tokens: Sequence[Token], place: int) -> tuple[list[Token], int]:
        """The body of the macro called there with its arguments, and the place after them."""
        self.calls += 1
        if self.calls > MAX_CALLS_IN_ALL:
            raise NotRead("macros do not come to an end", tokens[place])
        stack = list(reversed(tokens[place + 1 : place + 1 + MAX_ARGUMENT]))
        before = len(stack)
        body = _called(tokens[place], self.known[tokens[place].text], stack)
        return body, place + 1 + before - len(stack)


def _called(token: Token, macro: Macro, stack: list[Token]) -> list[Token]:
    """The body of a macro; its arguments are taken from the stack, whose top is its end."""
    if macro.refused:
        raise NotRead(macro.refused, token)
    given: list[Sequence[Token]] = []
    if macro.paired:
        _drop_blank(stack)
        if stack and stack[-1].is_character("*"):
            stack.pop()
        else:
            _take_optional(stack)
    count = macro.arguments
    if macro.default is not None and count:
        chosen = _take_optional(stack)
        given.append(macro.default if chosen is None else chosen)
        count -= 1
    given += [_take(stack, token) for _ in range(count)]
    return _filled(macro.body, given, token)


def _filled(body: Sequence[Token], given: Sequence[Sequence[Token]], at: Token) -> list[Token]:
    found: list[Token] = []
    place = 0
    while place < len(body):
        token = body[place]
        after = body[place + 1] if place + 1 < len(body) else None
        if token.kind == "#" and after is not None and after.text.isdigit():
            number = int(after.text) - 1
            if number >= len(given):
                raise NotRead("a macro with an argument that it has not", at)
            found += given[number]
            place += 2
        else:
            found.append(token.moved(at))
            place += 1
    return found


def _drop_blank(stack: list[Token]) -> None:
    while stack and stack[-1].kind in BLANK:
        stack.pop()


def _take(stack: list[Token], caller: Token) -> list[Token]:
    """One argument."""
    _drop_blank(stack)
    if not stack:
        raise NotRead(f"an argument of \\{caller.text} is missing", caller)
    first = stack.pop()
    if first.kind != OPEN:
        return [first]
    depth, found = 1, list[Token]()
    while stack:
        token = stack.pop()
        depth += (token.kind == OPEN) - (token.kind == CLOSE)
        if not depth:
            return found
        found.append(token)
    raise NotRead("a brace is not closed", first)


def _take_optional(stack: list[Token]) -> list[Token] | None:
    """An argument in square brackets, if it follows."""
    ahead = list(reversed(stack[-200:]))
    found, end = optional(ahead, 0)
    if found is not None:
        del stack[len(stack) - end :]
    return found


# How they are defined.

_NEW = {"newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"}
_DEF = {"def", "gdef", "edef", "xdef"}
_DOCUMENT = {"NewDocumentCommand", "RenewDocumentCommand", "DeclareDocumentCommand"}
_UNREAD = {"DeclarePairedDelimiterX", "DeclarePairedDelimiterXPP", "newcommandx"}
DEFINING = (
    _NEW
    | _DEF
    | _DOCUMENT
    | _UNREAD
    | {"let", "DeclareMathOperator", "DeclarePairedDelimiter", "newenvironment"}
    | {"renewenvironment", "newtheorem"}
)


def define(macros: Macros, tokens: Sequence[Token], place: int) -> int:
    """Learn the definition that begins there; the place after it."""
    command, place = tokens[place].text, place + 1
    here = skip_blank(tokens, place)
    if here < len(tokens) and tokens[here].is_character("*"):
        place = here + 1
    if command in _NEW:
        return _new_command(macros, tokens, place, command)
    if command in _DEF:
        return _def(macros, tokens, place)
    if command == "let":
        return _let(macros, tokens, place)
    if command == "newtheorem":
        _, place = argument(tokens, place)
        _, place = optional(tokens, place)
        _, place = argument(tokens, place)
        return optional(tokens, place)[1]
    name, place = argument(tokens, place)
    if command in ("newenvironment", "renewenvironment"):
        return _environment(macros, plain(name), tokens, place)
    return _operator(macros, command, name, tokens, place)


def _new_command(macros: Macros, tokens: Sequence[Token], place: int, command: str) -> int:
    name, place = argument(tokens, place)
    count, place = optional(tokens, place)
    default, place = optional(tokens, place)
    body, place = argument(tokens, place)
    wanted = plain(count) if count is not None else "0"
    if name and wanted.isdigit() and int(wanted) <= MAX_ARGUMENTS:
        called = name[0].text
        if not (command == "providecommand" and called in macros.known):
            macros.define(called, Macro(int(wanted), default, body))
    return place


def _def(macros: Macros, tokens: Sequence[Token], place: int) -> int:
    place = skip_blank(tokens, place)
    if place >= len(tokens):
        return place
    name, place = tokens[place].text, place + 1
    count, delimited = 0, False
    while place < len(tokens) and tokens[place].kind != OPEN:
        if tokens[place].kind == "#":
            count, place = count + 1, place + 2
            continue
        delimited |= tokens[place].kind != SPACE
        place += 1
    body, place = argument(tokens, place)
    if delimited or count > MAX_ARGUMENTS:
        macros.define(name, Macro(refused=f"the macro \\{name} has delimited arguments"))
    else:
        macros.define(name, Macro(count, None, body))
    return place


def _let(macros: Macros, tokens: Sequence[Token], place: int) -> int:
    here = skip_blank(tokens, place)
    there = skip_blank(tokens, here + 1)
    if there < len(tokens) and tokens[there].is_character("="):
        there = skip_blank(tokens, there + 1)
    if there >= len(tokens):
        return there
    name, meant = tokens[here].text, tokens[there]
    known = macros.known.get(meant.text) if meant.kind == COMMAND else None
    macros.define(name, known or Macro(body=[meant], primitive=True))
    return there + 1


def _environment(macros: Macros, name: str, tokens: Sequence[Token], place: int) -> int:
    """An environment that only begins another one is read as that one."""
    count, place = optional(tokens, place)
    _, place = optional(tokens, place)
    begins, place = argument(tokens, place)
    _, place = argument(tokens, place)
    for k, token in enumerate(begins):
        if token.is_command("begin") and count is None:
            inner, _ = argument(begins, k + 1)
            macros.environments[name.rstrip("*")] = plain(inner).rstrip("*")
            break
    return place


def _operator(
    macros: Macros, command: str, name: Sequence[Token], tokens: Sequence[Token], place: int
) -> int:
    called = name[0].text if name else ""
    if command == "DeclareMathOperator":
        body, place = argument(tokens, place)
        made = _made(tokens[place - 1], ("operatorname",), body)
        macros.define(called, Macro(body=made))
    elif command == "DeclarePairedDelimiter":
        left, place = argument(tokens, place)
        right, place = argument(tokens, place)
        at = tokens[place - 1]
        first = Token("#", "#", at.source, at.place), Token(CHARACTER, "1", at.source, at.place)
        sides = [Token(COMMAND, side, at.source, at.place) for side in ("left", "right")]
        macros.define(
            called, Macro(1, None, [sides[0], *left, *first, sides[1], *right], paired=True)
        )
    elif command in _DOCUMENT:
        wanted, place = argument(tokens, place)
        body, place = argument(tokens, place)
        kinds = plain(wanted).replace(" ", "")
        if set(kinds) <= {"m"} and len(kinds) <= MAX_ARGUMENTS:
            macros.define(called, Macro(len(kinds), None, body))
        else:
            macros.define(called, Macro(refused=f"the macro \\{called} has special arguments"))
    else:
        macros.define(called, Macro(refused=f"the macro \\{called} has special arguments"))
    return place


def _made(at: Token, command: tuple[str], body: Sequence[Token]) -> list[Token]:
    before = Token(COMMAND, command[0], at.source, at.place), Token(OPEN, OPEN, at.source, at.place)
    return [*before, *body, Token(CLOSE, CLOSE, at.source, at.place)]


def _tokens_at(text: str, at: Token) -> list[Token]:
    return [token.moved(at) for token in tokenize(SourceFile("", text))]


def expands_to_math(macros: Mapping[str, Macro], name: str) -> bool:
    """Does the macro open or close a formula or an environment?"""
    macro = macros.get(name)
    return macro is not None and any(
        t.kind in ("$", "$$") or t.is_command("begin", "end", "[", "]") for t in macro.body
    )
