"""Absolute values between bars: `|x - |y||` as `abs(x - abs(y))`. A bar does not say whether it
opens or closes. All ways to pair the bars of a text are compared; two are one too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofkit.foundations.exact import shorten
from proofkit.language.grammar.hints import WORDS
from proofkit.language.grammar.tokens import DIFFERS, Lexeme, problem
from proofkit.language.words import SPELLED

BAR = "|"
MOST = 40
_APART = {*SPELLED, DIFFERS, ",", *WORDS}
"""What never stands between two bars that belong together, unless in brackets of its own."""

Turns = tuple[bool, ...]
"""For each bar whether it opens."""


def without_bars(source: str, tokens: Sequence[Lexeme]) -> list[Lexeme]:
    """The tokens with `abs(` and `)` in place of bars."""
    bars = [k for k, token in enumerate(tokens) if token.text == BAR]
    if not bars:
        return list(tokens)
    first = tokens[bars[0]].place
    if len(bars) > MOST:
        raise problem(source, first, f"more than {MOST} bars; write abs(x)")
    ways = _Ways(tokens).all()
    if not ways:
        raise problem(source, first, "the bars do not pair; |x| is also written abs(x)")
    if len(ways) > 1:
        one, two = (shorten(_said(source, tokens, turns)) for turns in ways[:2])
        raise problem(source, first, f"the bars can mean {one} or {two}; write abs( )")
    _require_no_norm(source, tokens, ways[0])
    return _written(tokens, ways[0])


def _written(tokens: Sequence[Lexeme], turns: Turns) -> list[Lexeme]:
    found, left = [], iter(turns)
    for token in tokens:
        if token.text != BAR:
            found.append(token)
        elif next(left):
            found.append(replace(token, text="abs", kind="bar", end=token.place))
            found.append(replace(token, text="("))
        else:
            found.append(replace(token, text=")"))
    return found


def _said(source: str, tokens: Sequence[Lexeme], turns: Turns) -> str:
    """The text with this reading, and with a `*` between factors."""
    found, left, after, read = "", iter(turns), False, 0
    for token in tokens:
        text = source[max(token.place, read) : token.end]
        read = token.end
        opens = token.text == BAR and next(left)
        if token.text == BAR:
            text = "abs(" if opens else ")"
        if after and (opens or token.kind in ("number", "name")) and token.text not in _APART:
            text = f"*{text}"
        found += f" {text} " if token.text in _APART else text
        after = _is_operand(text[-1:]) and token.text not in _APART
    return found


def _is_operand(text: str) -> bool:
    """May a factor end with this token?"""
    return text == ")" or ((text[:1].isalnum() or text[:1] == ".") and text not in WORDS)


def _require_no_norm(source: str, tokens: Sequence[Lexeme], turns: Turns) -> None:
    """`||x||` is how norms are typed; the absolute value of an absolute value is not meant."""
    places = [k for k, token in enumerate(tokens) if token.text == BAR]
    open_bars: list[int] = []
    outer: dict[int, int] = {}
    for at, opens in zip(places, turns, strict=True):
        if opens:
            open_bars.append(at)
            continue
        begun = open_bars.pop()
        if outer.get(begun + 1) == at - 1:
            raise problem(
                source,
                tokens[begun].place,
                "norms are not read: unknowns are numbers; write |x|, or sqrt(x^2 + y^2)",
            )
        outer[begun] = at


class _Ways:
    """At most two ways to pair the bars."""

    def __init__(self, tokens: Sequence[Lexeme]) -> None:
        self.tokens = tokens
        self.seen: dict[tuple[int, tuple[int, ...], bool], list[Turns]] = {}

    def all(self) -> list[Turns]:
        return self._from(0, (0,), False)

    def _from(self, at: int, levels: tuple[int, ...], after: bool) -> list[Turns]:
        """Ways for the tokens from here on. `levels` has the number of open bars for each bracket
        that is open; `after` says whether a factor has just ended."""
        key = at, levels, after
        if key not in self.seen:
            self.seen[key] = self._found(at, levels, after)
        return self.seen[key]

    def _found(self, at: int, levels: tuple[int, ...], after: bool) -> list[Turns]:
        while (text := self.tokens[at].text) != BAR:
            *outer, here = levels
            if text in ("(", "["):
                levels = (*levels, 0)
            elif text in (")", "]"):
                if here or not outer:
                    return []
                levels = tuple(outer)
            elif text in _APART and here:
                return []
            elif self.tokens[at].kind == "end":
                return [] if here or outer else [()]
            after = _is_operand(text) or text == "]"
            at += 1
        return self._turned(at, levels, after)

    def _turned(self, at: int, levels: tuple[int, ...], after: bool) -> list[Turns]:
        *outer, here = levels
        ways: list[Turns] = []
        if after and here:
            more = self._from(at + 1, (*outer, here - 1), True)
            ways += [(False, *turns) for turns in more]
        if self.tokens[at + 1].text not in ("*", "/", "^", ")", ","):
            more = self._from(at + 1, (*outer, here + 1), False)
            ways += [(True, *turns) for turns in more]
        return ways[:2]
