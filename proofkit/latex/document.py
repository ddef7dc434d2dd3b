"""A document as a walk through its sources: the formulas in order, the environments they are in,
the text around them, and what the author says to proofkit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from proofkit.foundations.errors import LimitExceeded
from proofkit.foundations.exact import shorten
from proofkit.latex import macros as definitions
from proofkit.latex.macros import Macros
from proofkit.latex.scopes import (
    INLINE,
    OTHER,
    PROOF,
    STATEMENT,
    TOP,
    Formula,
    Item,
    Passage,
    Said,
    Scope,
)
from proofkit.latex.tokens import (
    BLANK,
    CHARACTER,
    COMMAND,
    DIRECTIVE,
    MAX_ARGUMENT,
    PARAGRAPH,
    SPACE,
    UNCLOSED,
    NotRead,
    SourceFile,
    Token,
    argument,
    limit_total,
    open_source,
    optional,
    plain,
    tokenize,
    word_set,
)

MAX_SIZE = 12_000_000
"""Most bytes of all files of a document."""

MAX_DEPTH = 30
"""Files that include each other."""

MAX_OPENED = 100
"""Most macros that open a formula at one place."""

MAX_SCANNED = 5_000_000
"""Most tokens that are looked at for the ends of formulas."""

DISPLAYS = word_set(
    "equation align gather multline eqnarray displaymath alignat flalign math dmath "
    "IEEEeqnarray xalignat"
)
_STATEMENT = re.compile(
    r"(?i)^(thm|theo|lem|prop|cor|claim|fact|obs|rem|ass|defi|defn|exam|ex$|exer|prob|conj|"
    r"question|solution|quest|axiom|stmt|hyp|sta|note$)"
)
_PROOF = re.compile(r"(?i)^(proof|pf$|solution|sol$)")
_SECTIONS = {"part", "chapter", "section", "subsection", "subsubsection"}
_REFERENCES = {"ref", "eqref", "cref", "Cref", "autoref", "cite", "citep", "citet"}
_DROPPED = {"hspace", "vspace", "label", *_REFERENCES}


class Document:
    """The sources of a paper, read from its main file on."""

    def __init__(self, path: str) -> None:
        self.root = Path(path).absolute().parent
        self.macros = Macros()
        self.formulas: list[Formula] = []
        self.files: dict[str, SourceFile] = {}
        self.labelled: dict[str, Scope] = {}
        self.paragraphs: dict[Formula, list[Item]] = {}
        self.passages: list[Passage] = []
        self.sections: dict[Formula, int] = {}
        self._section = 0
        self.missing: list[str] = []
        self._scope = Scope("", TOP)
        self._statement: Scope | None = None
        self._paragraph: list[Item] = []
        self._text: list[str] = []
        self._order = self._block = self._opened = self._scanned = 0
        self._opened_at = -1
        self._skip_next = self._said_last = False
        self._open: list[Path] = []
        self.labels: set[str] = set()
        self.main = open_source(path)
        self._walk_source(self.main, Path(path))

    def _walk_source(self, source: SourceFile, path: Path, style: bool = False) -> None:
        path = path.absolute()
        if str(path) in self.files or len(self._open) >= MAX_DEPTH:
            return
        self.files[str(path)] = source
        limit_total(sum(len(s.text) for s in self.files.values()), MAX_SIZE)
        self._open.append(path)
        outer = self._scope
        self._scope = Scope("", TOP, outer)
        tokens = tokenize(source, style)
        place = 0
        while place < len(tokens):
            try:
                place = self._step(tokens, place)
            except NotRead as problem:  # what is broken is text; formulas after it are read
                if problem.reason == UNCLOSED:
                    self._scan(min(len(tokens), MAX_ARGUMENT))
                place += 1
        self._flush()
        self._scope = outer
        self._open.pop()

    def _step(self, tokens: list[Token], place: int) -> int:
        """Read what begins there; the place after it."""
        token = tokens[place]
        if token.kind == DIRECTIVE:
            self._directive(token)
            return place + 1
        if token.kind not in BLANK:
            self._said_last = False
        if token.kind == PARAGRAPH:
            self._flush()
            self._new_paragraph()
        elif token.kind in ("$", "$$"):
            return self._dollars(tokens, place)
        elif token.kind == COMMAND:
            return self._command(tokens, place)
        elif token.kind in (CHARACTER, SPACE, "~"):
            self._text.append(" " if token.kind == "~" else token.text)
        return place + 1

    # Formulas.

    def _dollars(self, tokens: list[Token], place: int) -> int:
        kind, depth = tokens[place].kind, 0
        for end in range(place + 1, min(len(tokens), place + MAX_ARGUMENT)):
            token = tokens[end]
            if token.kind == kind and not depth:
                inside = tokens[place + 1 : end]
                self._formula(inside, tokens[place], INLINE if kind == "$" else "$$")
                return end + 1
            if token.kind == PARAGRAPH and kind == "$":
                break
            depth += (token.kind == "{") - (token.kind == "}")
        self._scan(min(len(tokens), MAX_ARGUMENT))
        raise NotRead("a formula is not closed", tokens[place])

    def _scan(self, count: int) -> None:
        """Count tokens that were looked at in vain."""
        self._scanned += count
        if self._scanned > MAX_SCANNED:
            raise LimitExceeded(
                f"{shorten(self.main.path)}: too many formulas and environments are not closed"
            )

    def _bracketed(self, tokens: list[Token], place: int) -> int:
        opener = tokens[place]
        closer = {"[": "]", "(": ")"}[opener.text]
        for end in range(place + 1, min(len(tokens), place + MAX_ARGUMENT)):
            if tokens[end].is_command(closer):
                inside = tokens[place + 1 : end]
                self._formula(inside, opener, "\\[" if closer == "]" else INLINE)
                return end + 1
        self._scan(min(len(tokens), MAX_ARGUMENT))
        raise NotRead("a formula is not closed", opener)

    def _formula(self, inside: list[Token], token: Token, environment: str) -> None:
        self._flush()
        found = Formula(inside, token, environment, self._scope, self._next())
        if found.is_display:
            found.skip, self._skip_next = self._skip_next, False
        self._add(found)
        for said in (t for t in inside if t.kind == DIRECTIVE):
            self._directive(said)
        self.labels.update(found.labels() if found.is_display else ())
        if self.macros.in_body or "documentclass" not in self.main.text:
            self.formulas.append(found)
            self.paragraphs[found] = self._paragraph
            self.sections[found] = self._section

    def _next(self) -> int:
        self._order += 1
        return self._order

    def _flush(self) -> None:
        if self._text:
            text, self._text = "".join(self._text), []
            self._add(text)

    def _new_paragraph(self) -> None:
        self._paragraph = []
        self.passages.append(Passage(self._paragraph, self._section))

    def _add(self, item: Item) -> None:
        self._paragraph.append(item)
        scope: Scope | None = self._scope
        while scope is not None and scope.kind not in (STATEMENT, PROOF):
            scope = scope.parent
        if scope is not None:
            scope.items.append(item)

    def _directive(self, token: Token) -> None:
        if token.text.split(" ")[0].rstrip(".;") == "skip":
            self._skip_next = True
            return
        if not self._said_last:
            self._block += 1
        self._said_last = True
        said = Said(token.text, [], token, self._next(), self._block)
        self._scope.said.append(said)

    # Commands.

    def _command(self, tokens: list[Token], place: int) -> int:
        token = tokens[place]
        name = token.text
        if name in ("[", "("):
            return self._bracketed(tokens, place)
        if name in definitions.DEFINING:
            return definitions.define(self.macros, tokens, place)
        handler = _COMMANDS.get(name)
        if handler is not None:
            return handler(self, tokens, place)
        if name.startswith("if") and name != "iff":
            self.macros.conditions += 1
        elif name == "fi":
            self.macros.conditions = max(0, self.macros.conditions - 1)
        elif name in _SECTIONS:
            self._flush()
            self._new_paragraph()
            self._statement, self._section = None, self._section + 1
        elif name in _DROPPED:
            return self._dropped(tokens, place)
        elif self.macros.in_body and definitions.expands_to_math(self.macros.known, name):
            self._opened = self._opened + 1 if place <= self._opened_at else 0
            self._opened_at = place
            if self._opened < MAX_OPENED:
                body, end = self.macros.expand_once(tokens, place)
                tokens[place:end] = body
                return place
        return place + 1

    def _dropped(self, tokens: list[Token], place: int) -> int:
        name = tokens[place].text
        _, end = optional(tokens, place + 1)
        inside, end = argument(tokens, end)
        if name == "label":
            self._label(plain(inside))
        self._text.append(" @ ")
        return end

    def _label(self, label: str) -> None:
        self.labels.add(label)
        scope: Scope | None = self._scope
        while scope is not None and scope.kind == OTHER:
            scope = scope.parent
        if scope is not None and scope.kind != TOP:
            scope.labels.add(label)
            self.labelled[label] = scope

    def _input(self, tokens: list[Token], place: int) -> int:
        inside, end = argument(tokens, place + 1)
        self._include(plain(inside), (".tex", ""))
        return end

    def _package(self, tokens: list[Token], place: int) -> int:
        _, end = optional(tokens, place + 1)
        inside, end = argument(tokens, end)
        for name in plain(inside).split(","):
            if name.strip() != "proofkit":
                self._include(name.strip(), (".sty",))
        return end

    def _include(self, name: str, endings: Sequence[str]) -> None:
        """A file beside the main one; what is elsewhere, or not there, is left out."""
        for ending in endings:
            path = self.root / f"{name}{ending}"
            if name and path.is_file():
                self._walk_source(open_source(str(path)), path, ending == ".sty")
                return
        if ".tex" in endings:
            self.missing.append(name)

    def _given(self, tokens: list[Token], place: int) -> int:
        own = self.macros.known.get("given")
        if own is not None and own.arguments != 1:
            return place + 1
        inside, end = argument(tokens, place + 1)
        said = Said("", inside, tokens[place], self._next(), 0)
        self._scope.said.append(said)
        self._formula(inside, tokens[place], INLINE)
        return end

    # Environments.

    def _begin(self, tokens: list[Token], place: int) -> int:
        inside, end = argument(tokens, place + 1)
        name = plain(inside)
        base = name.rstrip("*")
        if name == "document":
            self.macros.in_body = True
            return end
        kind = base if base in DISPLAYS else self.macros.environments.get(base, "")
        if kind in DISPLAYS:
            return self._display(tokens, place, end, name, kind)
        self._flush()
        scope = Scope(name, _kind(base), self._scope)
        if scope.kind != OTHER:
            title, end = optional(tokens, end)
            scope.heir = self._proved(title) if scope.kind == PROOF else None
            self._new_paragraph()
        self._scope = scope
        return end

    def _proved(self, title: Sequence[Token] | None) -> Scope | None:
        """The statement that a proof is of: the one it refers to, else the last one."""
        for k, token in enumerate(title or ()):
            if token.kind == COMMAND and token.text in _REFERENCES and title:
                return self.labelled.get(plain(argument(title, k + 1)[0]))
        return self._statement

    def _end(self, tokens: list[Token], place: int) -> int:
        inside, end = argument(tokens, place + 1)
        name, scope = plain(inside), self._scope
        while scope.parent is not None and scope.kind != TOP and scope.name != name:
            scope = scope.parent
        if scope.parent is not None and scope.kind != TOP:
            self._flush()
            if scope.kind == STATEMENT:
                self._statement = scope
            if scope.kind != OTHER:
                self._new_paragraph()
            self._scope = scope.parent
        return end

    def _display(self, tokens: list[Token], place: int, start: int, name: str, kind: str) -> int:
        if kind in ("alignat", "xalignat"):
            _, start = argument(tokens, start)
        elif kind == "IEEEeqnarray":
            _, start = optional(tokens, start)
            _, start = argument(tokens, start)
        closers = {f"\\end{{{name}}}", f"\\end{{{name.rstrip('*')}}}", f"\\end{{{name}*}}"}
        depth = 1
        for end in range(start, min(len(tokens), start + MAX_ARGUMENT)):
            token = tokens[end]
            if token.is_command("begin", "end"):
                inside, after = argument(tokens, end + 1)
                if plain(inside) == name:
                    depth += 1 if token.text == "begin" else -1
            elif token.kind == COMMAND and (macro := self.macros.known.get(token.text)):
                after = end + 1
                depth -= plain(macro.body) in closers
            if not depth:
                self._formula(tokens[start:end], tokens[place], kind)
                return after
        self._scan(min(len(tokens), MAX_ARGUMENT))
        raise NotRead(f"\\begin{{{name}}} is not closed", tokens[place])


def _kind(name: str) -> str:
    if _PROOF.match(name):
        return PROOF
    return STATEMENT if _STATEMENT.match(name) else OTHER


_COMMANDS: dict[str, Callable[[Document, list[Token], int], int]] = {
    "begin": Document._begin,
    "end": Document._end,
    "given": Document._given,
    **dict.fromkeys(("input", "include", "subfile"), Document._input),
    **dict.fromkeys(("usepackage", "RequirePackage"), Document._package),
}
