"""Reading a walkthrough: Markdown with a few fenced blocks of its own.

Everything that is not understood is an error with the file and the line; nothing is
guessed. The format is described in docs/walkthroughs.md.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from proofkit.foundations.errors import WalkthroughError
from proofkit.foundations.exact import shorten
from proofkit.readers.walkthrough.document import (
    SHOWN,
    Block,
    Cell,
    Excerpt,
    Option,
    Prose,
    Question,
    Walkthrough,
)

MAX_LENGTH = 500_000
"""Longest file, in characters."""

_FENCE = re.compile(r"(?P<marks>`{3,}|:{3,})(?P<rest>.*)")
_DIRECTIVE = re.compile(r"\{(?P<kind>[a-z-]+)\}\s*(?P<argument>.*)")
_OPTION = re.compile(r":(?P<key>[a-z]+):\s*(?P<value>.*)")
_CHOICE = re.compile(r"- \[(?P<mark>[ x])\] (?P<rest>.*)")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_HEADER = ("title", "summary", "minutes", "order")
_REPEATED = ("hint",)
_KEYS = {
    "code-cell": set(),
    "lemma": {"show"},
    "question": {"lemma", "answer", "where", "wrong", "hint"},
    "exercise": {"lemma", "answer", "where", "wrong", "hint"},
}
BREAK = "+++"
"""In a question: what follows is said once it is answered."""


@dataclass
class _Fenced:
    """A fenced block before its meaning is known; bodies keep their line numbers."""

    kind: str
    argument: str
    line: int
    options: dict[str, list[str]] = field(default_factory=dict)
    body: list[tuple[int, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self.body).strip("\n")


def read(name: str, source: str, file: str) -> Walkthrough:
    """The walkthrough written in `source`, which errors call `file`."""
    return _Reader(file, source).read(name)


class _Reader:
    def __init__(self, file: str, source: str) -> None:
        self.file, self.source = file, source
        if len(source) > MAX_LENGTH:
            raise self.error(1, f"a walkthrough of more than {MAX_LENGTH} characters")
        self.lines = list(enumerate(source.replace("\t", "    ").split("\n"), 1))
        for number, line in self.lines:
            if not line.isprintable():
                raise self.error(number, f"characters that are not text: {shorten(repr(line))}")

    def error(self, line: int, reason: str) -> WalkthroughError:
        return WalkthroughError(f"{self.file}:{line}", reason)

    def read(self, name: str) -> Walkthrough:
        if not _ID.fullmatch(name):
            raise self.error(1, f"the file's name, {shorten(name)}, is not words joined by '-'")
        header, start = self._header()
        blocks = tuple(self._blocks(start))
        self._distinct(blocks)
        return Walkthrough(
            name,
            self.file,
            header["title"],
            header["summary"],
            self._number(header["minutes"], "minutes"),
            self._number(header["order"], "order"),
            blocks,
            self._names(header.get("names", "")),
            hashlib.sha256(self.source.encode()).hexdigest()[:16],
        )

    # The lines between the two `---` at the top

    def _header(self) -> tuple[dict[str, str], int]:
        if self.lines[0][1].strip() != "---":
            raise self.error(1, "expected '---' and the title, summary, minutes and order")
        found: dict[str, str] = {}
        for number, line in self.lines[1:]:
            if line.strip() == "---":
                if missing := [key for key in _HEADER if not found.get(key)]:
                    raise self.error(number, f"the header has no {missing[0]}")
                return found, number
            if not line.strip():
                continue
            key, colon, value = (part.strip() for part in line.partition(":"))
            if not colon or key not in (*_HEADER, "names") or key in found:
                raise self.error(number, f"unexpected line in the header: {shorten(line)}")
            found[key] = value
        raise self.error(1, "the header is not closed by '---'")

    def _number(self, text: str, what: str) -> int:
        if not re.fullmatch(r"[0-9]{1,3}", text):
            raise self.error(1, f"{what}: expected a whole number, got {shorten(text)}")
        return int(text)

    def _names(self, text: str) -> dict[str, str]:
        names = {}
        for item in _split(text):
            name, equals, term = (part.strip() for part in item.partition("="))
            if not equals:
                raise self.error(1, f"names: expected NAME = TERM, got {shorten(item)}")
            names[name] = term
        return names

    # Blocks

    def _blocks(self, start: int) -> Iterator[Block]:
        prose: list[tuple[int, str]] = []
        remaining = iter(self.lines[start:])
        for number, line in remaining:
            match = _FENCE.match(line)
            if match is None and line.startswith("#"):
                yield from _prose(prose)
                prose = []
            if match is None:
                prose.append((number, line))
                continue
            yield from _prose(prose)
            prose = []
            yield self._meaning(self._fenced(number, match, remaining))
        yield from _prose(prose)

    def _fenced(
        self, start: int, match: re.Match[str], remaining: Iterator[tuple[int, str]]
    ) -> _Fenced:
        head = _DIRECTIVE.fullmatch(match["rest"].strip())
        if head is None or head["kind"] not in _KEYS:
            known = ", ".join("{" + kind + "}" for kind in _KEYS)
            raise self.error(start, f"a fence opens one of {known}, got {shorten(match[0])}")
        block = _Fenced(head["kind"], head["argument"].strip(), start)
        in_options = True
        for number, line in remaining:
            if line.strip() == match["marks"]:
                return block
            option = _OPTION.fullmatch(line) if in_options else None
            if option is None:
                in_options = False
                block.body.append((number, line))
                continue
            self._option(block, number, option["key"], option["value"].strip())
        raise self.error(start, f"the fence is not closed by {match['marks']}")

    def _option(self, block: _Fenced, number: int, key: str, value: str) -> None:
        if key not in _KEYS[block.kind]:
            raise self.error(number, f"{{{block.kind}}} has no option :{key}:")
        if not value or (key in block.options and key not in _REPEATED):
            raise self.error(number, f":{key}: is empty or given twice")
        block.options.setdefault(key, []).append(value)

    def _meaning(self, block: _Fenced) -> Block:
        options = {key: values[0] for key, values in block.options.items()}
        if block.kind == "code-cell":
            return self._cell(block)
        if block.kind == "lemma":
            return self._excerpt(block, options)
        return self._question(block, options)

    def _cell(self, block: _Fenced) -> Cell:
        if block.argument != "python":
            raise self.error(block.line, "a cell is written {code-cell} python")
        body = list(block.body)
        while body and not body[0][1].strip():
            body.pop(0)
        if not body:
            raise self.error(block.line, "the cell is empty")
        code = "\n".join(text for _, text in body).rstrip()
        return Cell(code, body[0][0])

    def _excerpt(self, block: _Fenced, options: dict[str, str]) -> Excerpt:
        if not block.argument or block.text:
            raise self.error(block.line, "expected {lemma} LEMMA/CLAIM and nothing inside")
        show = tuple(_split(options.get("show", ",".join(SHOWN)), ","))
        if unknown := [what for what in show if what not in SHOWN]:
            raise self.error(block.line, f":show: knows {', '.join(SHOWN)}, not {unknown[0]}")
        return Excerpt(block.argument, block.line, show)

    def _question(self, block: _Fenced, options: dict[str, str]) -> Question:
        if not _ID.fullmatch(block.argument):
            raise self.error(block.line, "a question has a name: words joined by '-'")
        texts = [text.strip() for _, text in block.body]
        end = texts.index(BREAK) if BREAK in texts else len(texts)
        prompt, choices = self._choices(block.body[:end])
        question = Question(
            block.argument,
            prompt,
            block.line,
            exercise=block.kind == "exercise",
            lemma=options.get("lemma", ""),
            answer=options.get("answer", ""),
            conditions=tuple(_split(options.get("where", ""))),
            wrong=tuple(_split(options.get("wrong", ""))),
            hints=tuple(block.options.get("hint", ())),
            options=choices,
            after="\n".join(text for _, text in block.body[end + 1 :]).strip("\n"),
        )
        self._require_complete(question)
        return question

    def _choices(self, body: list[tuple[int, str]]) -> tuple[str, tuple[Option, ...]]:
        """The prompt, and the choices below it; an indented line goes on with its choice."""
        prompt: list[str] = []
        written: list[tuple[int, str, str]] = []
        for number, line in body:
            match = _CHOICE.match(line)
            if match:
                written.append((number, match["mark"], match["rest"].strip()))
            elif written and line.startswith(" ") and line.strip():
                at, mark, rest = written[-1]
                written[-1] = (at, mark, f"{rest} {line.strip()}")
            elif written and line.strip():
                raise self.error(number, "a choice starts with '- [ ]' or '- [x]'")
            else:
                prompt.append(line)
        choices = []
        for number, mark, rest in written:
            text, colons, fact = (part.strip() for part in rest.partition("::"))
            if not (text and colons and fact):
                raise self.error(number, "a choice is written TEXT :: what makes it right")
            choices.append(Option(text, mark == "x", fact, number))
        return "\n".join(prompt).strip("\n"), tuple(choices)

    def _require_complete(self, question: Question) -> None:
        if not question.prompt:
            raise self.error(question.line, "the question asks nothing")
        if question.options:
            if question.answer or question.conditions or question.wrong:
                raise self.error(question.line, "a question has choices or an :answer:, not both")
            if [option.right for option in question.options].count(True) != 1:
                raise self.error(question.line, "exactly one choice is marked [x]")
        elif not (question.answer and question.conditions):
            raise self.error(question.line, "expected choices, or an :answer: and its :where:")
        elif not question.wrong:
            raise self.error(question.line, "expected some plausible answers that are :wrong:")

    def _distinct(self, blocks: tuple[Block, ...]) -> None:
        seen: set[str] = set()
        for block in blocks:
            if isinstance(block, Question):
                if block.id in seen:
                    raise self.error(block.line, f"two questions are called {block.id}")
                seen.add(block.id)


def _prose(lines: list[tuple[int, str]]) -> Iterator[Prose]:
    written = [(number, text) for number, text in lines if text.strip()]
    if written:
        start = written[0][0]
        text = "\n".join(text for number, text in lines if number >= start).rstrip()
        yield Prose(text, start)


def _split(text: str, separator: str = ";") -> list[str]:
    return [item.strip() for item in text.split(separator) if item.strip()]
