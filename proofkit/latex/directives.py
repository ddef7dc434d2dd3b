"""What authors write to proofkit in comments: `% proofkit: let x > 0, n integer >= 2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten
from proofkit.latex.grammar import read_term
from proofkit.latex.hypotheses import ANNOTATED, Facts, read_name, take
from proofkit.latex.nodes import Nodes, source, split, tight
from proofkit.latex.tokens import NotRead, SourceFile, Token, tokenize

Read = Callable[[Sequence[Token]], Nodes]
"""Tokens, with their macros, as nodes."""

_CLAUSE = re.compile(r"(let|given|real|integer|functions?|vectors?|varies|log base)\s+(.+)", re.S)
_OUTSIDE = re.compile(r",(?![^()\[\]{}]*[)\]}])")
_KIND = re.compile(r"(.+?)\s+(integer|real|positive|nonnegative)\b\s*(.*)", re.S)
_SAID = {"positive": "> 0", "nonnegative": ">= 0"}
EXPECTED = (
    "expected `let NAME RELATION VALUE, ...`, `function NAME, ...`, `vector NAME, ...`, "
    "`varies NAME, ...`, `log base NUMBER` or `skip`"
)


def read_directive(text: str, token: Token, facts: Facts, read: Read) -> set[str]:
    """Learn what a comment says; the names on its left sides. What is not understood is an error
    that names the line."""
    heads: set[str] = set()
    for clause in filter(None, (part.strip(" .") for part in text.split(";"))):
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            raise _wrong(token, clause, EXPECTED)
        word, rest = match.groups()
        try:
            if word == "log base":
                facts.words.log_base = _base(rest)
            elif word.startswith(("function", "vector", "varies")):
                _names(word, rest, token, facts, read)
            else:
                heads |= _let(word, rest, token, facts, read)
        except NotRead as problem:
            raise _wrong(token, clause, problem.reason) from None
    return heads


def _wrong(token: Token, clause: str, reason: str) -> InputError:
    place = f"{shorten(Path(token.source.path).name)}:{token.line}"
    return InputError(f"{place}: proofkit: {shorten(repr(clause))}: {reason}")


def _base(text: str) -> str:
    if not re.fullmatch(r"\s*([2-9]|[1-9]\d{1,3})\s*", text):
        raise NotRead("expected a whole number above 1 as the base")
    return text.strip()


def _names(word: str, rest: str, token: Token, facts: Facts, read: Read) -> None:
    for name in _OUTSIDE.split(rest):
        nodes = read(_tokens(name, token))
        key = source(tight(nodes)).strip()
        if not key or any(n.kind in ("bad", "relation", "operator", "bracket") for n in nodes):
            raise NotRead(f"{name.strip()} is no name")
        if word.startswith("function"):
            facts.words.functions.add(key)
        elif word.startswith("vector"):
            facts.words.vectors.add(key)
        else:
            facts.varying.add(key)


def _tokens(text: str, token: Token) -> list[Token]:
    """Tokens of a comment, which are where the comment is."""
    written = text.replace(">=", r"\geq ").replace("<=", r"\leq ")
    written = re.sub(r"(?<![\\A-Za-z])in\b", r"\\in ", written)
    return [made.moved(token) for made in tokenize(SourceFile(token.source.path, written))]


def _let(word: str, rest: str, token: Token, facts: Facts, read: Read) -> set[str]:
    """`x > 0, n integer >= 2, p in [0,1]`; names before a relation share it."""
    heads: set[str] = set()
    waiting: list[str] = []
    for chunk in map(str.strip, _OUTSIDE.split(rest)):
        kind, relation = word, ""
        match = _KIND.fullmatch(chunk)
        if match is not None:
            chunk, kind, relation = match.groups()
            relation = relation or _SAID.get(kind, "")
        written = f"{chunk} {relation}".strip()
        nodes = read(_tokens(written, token))
        waiting.append(chunk)
        names = [part for part in (_head(c, token, facts, read, kind) for c in waiting) if part]
        heads |= set(names)
        if not any(n.kind == "relation" for n in nodes):
            if not names:
                raise NotRead(f"{chunk} is no name")
            continue
        together = read(_tokens(", ".join([*waiting[:-1], written]), token))
        if not take(together, facts, ANNOTATED):
            _take_term(together, facts)
        waiting = []
    return heads


def _head(chunk: str, token: Token, facts: Facts, read: Read, kind: str) -> str:
    """The name that a chunk begins with, which is a number from here on."""
    nodes = tight(split(read(_tokens(chunk, token)), ("relation", "comma"))[0][0])
    part = read_name(facts, nodes)
    if part is None:
        return ""
    facts.declare(part, nodes, kind == "integer", sure=True)
    return part.text


def _take_term(nodes: Nodes, facts: Facts) -> None:
    """Why is it no hypothesis?"""
    for side in split(nodes, ("relation", "comma"))[0]:
        read_term(side, facts.words)
    if any(n.kind == "relation" and n.text.startswith("\\") for n in nodes):
        raise NotRead("expected an interval or a set of numbers after `in`")
    raise NotRead("not understood", None)
