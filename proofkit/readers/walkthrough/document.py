"""What a walkthrough consists of, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SHOWN = ("statement", "derivation", "chain")
"""What an excerpt may show of a claim, in this order."""


@dataclass(frozen=True)
class Prose:
    """Paragraphs, lists and at most one heading, which comes first."""

    text: str
    line: int

    @property
    def heading(self) -> str:
        """The heading's words, or nothing."""
        first = self.text.partition("\n")[0]
        return first.lstrip("#").strip() if first.startswith("#") else ""


@dataclass(frozen=True)
class Cell:
    """Python code that is run; `line` is where its first line stands in the file."""

    code: str
    line: int


@dataclass(frozen=True)
class Excerpt:
    """A lemma or claim, shown from its module."""

    selection: str
    line: int
    show: tuple[str, ...] = SHOWN


@dataclass(frozen=True)
class Option:
    """One choice; it is right exactly when `fact` is, which the kernel is asked."""

    text: str
    right: bool
    fact: str
    line: int


@dataclass(frozen=True)
class Question:
    """Something to predict: a choice among `options`, or an expression that meets all
    `conditions`, in which it is called `answer`. `lemma` says whose parameters, hypotheses
    and quantities these speak of."""

    id: str
    prompt: str
    line: int
    exercise: bool = False
    lemma: str = ""
    answer: str = ""
    conditions: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    after: str = ""

    @property
    def lettered(self) -> list[tuple[str, Option]]:
        """The choices with their letters."""
        return list(zip(LETTERS, self.options, strict=False))


Block = Prose | Cell | Excerpt | Question


@dataclass(frozen=True)
class Walkthrough:
    """One lesson. `names` are abbreviations such as `p1` that answers may use."""

    name: str
    file: str
    title: str
    summary: str
    minutes: int
    order: int
    blocks: tuple[Block, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""

    def where(self, line: int) -> str:
        """A place in the file, as errors name it."""
        return f"{self.file}:{line}"

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions and exercises, in order."""
        return tuple(block for block in self.blocks if isinstance(block, Question))
