"""A walkthrough at the terminal: asks questions, reads answers, remembers the position."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from proofkit.cli import terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError, ProofkitError, UnknownName
from proofkit.readers.report.style import Style
from proofkit.readers.report.walkthrough import Scribe
from proofkit.readers.walkthrough import (
    Asked,
    Cell,
    Excerpt,
    Prose,
    Question,
    Walkthrough,
    library,
    of_lemma,
)
from proofkit.readers.walkthrough.asking import RIGHT, Reply
from proofkit.readers.walkthrough.cells import Session
from proofkit.readers.walkthrough.place import MAX_LENGTH, Place, Places, read_places, state_file
from proofkit.readers.walkthrough.stepping import AskedStep, hints, steps_of

QUIT, HINT = ("q", "quit", "exit"), ("?", "hint", "h")
MAX_LINE = 10_000
"""Longest line that is listened to, in characters."""


class Stopped(Exception):
    """The reader has had enough for now."""


def find(name: str) -> Walkthrough:
    """The walkthrough of this name, or one made of the lemma or claim of this name."""
    try:
        return library.find(name)
    except UnknownName:
        with suppress(UnknownName):
            return of_lemma(name)
        raise


def listing(walkthroughs: list[Walkthrough], style: Style) -> str:
    """All walkthroughs, and how far each was taken."""
    places, _ = _load()
    done = {}
    for w in walkthroughs:
        if (place := places.of(w)) is not None:
            finished = place.block == len(w.blocks)
            done[w.name] = "done" if finished else f"{100 * place.block // len(w.blocks)} %"
    lines = Scribe(style).listing(walkthroughs, done)
    return "\n".join([*lines, "", "Take one with: proofkit walkthrough NAME"])


def whole(walkthrough: Walkthrough, style: Style) -> str:
    """Everything, answers included, with nobody asked."""
    scribe, session, number = Scribe(style, walkthrough), Session(walkthrough), 0
    lines = scribe.title(walkthrough)
    for block in walkthrough.blocks:
        lines.append("")
        if isinstance(block, Prose):
            lines += scribe.prose(block)
        elif isinstance(block, Cell):
            lines += [*scribe.code(block), *scribe.output(session.run(block))]
        elif isinstance(block, Excerpt):
            lines += scribe.excerpt(block)
        else:
            number += 1
            lines += [*scribe.question(block, number), *scribe.solution(block)]
            lines += scribe.after(block)
    return "\n".join(lines)


def take(walkthrough: Walkthrough, style: Style, restart: bool) -> None:
    """Step through it from where it was left, until it ends or the reader stops."""
    places, note = _load()
    if note:
        terminal.remark(note)
    known = places.of(walkthrough)
    if restart or known is None or known.block == len(walkthrough.blocks):
        known = Place(0, walkthrough.digest)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    lesson = _Lesson(walkthrough, style, known)
    try:
        lesson.run()
    except (Stopped, EOFError, KeyboardInterrupt):
        lesson.remark(f"Stopped. `proofkit walkthrough {walkthrough.name}` goes on from here.")
    finally:
        places.by_name[walkthrough.name] = lesson.place
        _save(places)


class _Lesson:
    def __init__(self, walkthrough: Walkthrough, style: Style, place: Place) -> None:
        self.walkthrough, self.style, self.place = walkthrough, style, place
        self.scribe, self.session = Scribe(style, walkthrough), Session(walkthrough)

    def say(self, lines: list[str]) -> None:
        terminal.write("\n".join(lines))

    def remark(self, sentence: str) -> None:
        """A sentence about the lesson itself, after an empty line."""
        self.say(["", *self.style.wrap(sentence, "")])

    def ask(self, prompt: str) -> str:
        """One line from the reader, without the spaces around it."""
        terminal.prompt(prompt)
        line = sys.stdin.readline(MAX_LINE)
        if not line:
            raise EOFError
        while not line.endswith("\n") and (more := sys.stdin.readline(MAX_LINE)):
            line = line[:MAX_LINE] + more  # too long to be read; what follows is dropped
        if not sys.stdin.isatty():
            self.say([_echo(line)])
        word = line.strip()
        if word.lower() in QUIT:
            raise Stopped
        return word

    def run(self) -> None:
        """Every block from the place on."""
        blocks = self.walkthrough.blocks
        start = self.place.block
        self.say(self.scribe.title(self.walkthrough))
        if start:
            share = f"{100 * start // len(blocks)} %"
            self.remark(f"Going on where you stopped, {share} in; --restart starts over.")
            for block in blocks[:start]:  # what they defined, later ones may use
                if isinstance(block, Cell):
                    self.session.run(block)
        number = sum(isinstance(block, Question) for block in blocks[:start])
        for position in range(start, len(blocks)):
            block = blocks[position]
            if isinstance(block, Question):
                number += 1
                self._question(block, number)
            elif isinstance(block, Excerpt):
                self._excerpt(block)
            elif isinstance(block, Cell):
                self._cell(block)
            else:
                if block.heading and position > start and sys.stdin.isatty():
                    self.say([""])
                    self.ask("[Enter goes on, q stops] ")
                self.say(["", *self.scribe.prose(block)])
            self.place = Place(position + 1, self.walkthrough.digest, self.place.solved)
        solved, asked = len(self.place.solved), len(self.walkthrough.questions)
        self.remark(f"The end. You answered {solved} of {asked} questions yourself.")

    def _cell(self, block: Cell) -> None:
        self.say(["", *self.scribe.code(block)])
        self.say(self.scribe.output(self.session.run(block)) or ["    (nothing to show)"])

    # Questions

    def _question(self, block: Question, number: int) -> None:
        self.say(["", *self.scribe.question(block, number)])
        asked = Asked(self.walkthrough, block)
        if self._listen(iter(block.hints), asked.answer):
            solved = dict.fromkeys([*self.place.solved, block.id])
            self.place = Place(self.place.block, self.place.digest, tuple(solved))
        else:
            self.say(self.scribe.solution(block))
        if after := self.scribe.after(block):
            self.say(after)

    def _listen(self, hints: Iterator[str], judge: Callable[[str], Reply]) -> bool:
        """True when the reader found it, False when it is to be shown."""
        while True:
            line = self.ask("[answer, ? hint, Enter shows, q stops] > ")
            if not line:
                return False
            if line.lower() in HINT:
                self.say(self.scribe.hint(next(hints, "There is no further hint.")))
                continue
            reply = judge(line)
            self.say(self.scribe.reply(reply))
            if reply.value == RIGHT:
                return True

    def _excerpt(self, block: Excerpt) -> None:
        """A lemma with its chain; every line is asked for before it is shown."""
        quiet = Excerpt(block.selection, block.line, tuple(s for s in block.show if s != "chain"))
        chains = steps_of(block) if "chain" in block.show else []
        self.say(["", *self.scribe.excerpt(quiet)])
        for claim, part in chains:
            label = ", ".join(filter(None, [claim.id if len(chains) > 1 else "", part.label]))
            self.say(self.scribe.start(part.chain, label))
            asked_for = AskedStep.all_of(claim, part, self.walkthrough.names)
            for number, asked in enumerate(asked_for, 1):
                self.say(self.scribe.next_step(asked.step))
                if not self._listen(hints(asked, number), asked.answer):
                    self.say(self.scribe.step(asked.step))


def _echo(line: str) -> str:
    """An answer from a pipe, so that a transcript shows it."""
    text = line.strip()
    return "".join(c if c.isprintable() else "?" for c in text[:200])


def _load() -> tuple[Places, str]:
    """The places so far; a note when the file cannot be used."""
    path = state_file()
    if not path.exists():
        return Places(), ""
    try:
        places = read_places(files.read(str(path), MAX_LENGTH))
    except InputError:
        places = None
    if places is None:
        return Places(), f"{path} cannot be read; every walkthrough starts over"
    return places, ""


def _save(places: Places) -> None:
    """Remember the places; a reader without a writable home can still learn."""
    path = state_file()
    with suppress(ProofkitError):
        files.folder(str(path.parent))
        files.write(str(path), places.text())
