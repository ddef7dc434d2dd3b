"""What a document is made of: formulas, environments, and what the author says to proofkit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from proofkit.latex.tokens import Token, argument, plain

TOP, STATEMENT, PROOF, OTHER = "top", "statement", "proof", "other"
"""The kinds of environments."""

INLINE = "inline"


@dataclass(eq=False)
class Formula:
    """A display, or a formula in the text."""

    tokens: list[Token]
    token: Token
    environment: str
    scope: Scope
    order: int
    skip: bool = False

    @property
    def is_display(self) -> bool:
        return self.environment != INLINE

    def labels(self) -> Iterator[str]:
        for k, token in enumerate(self.tokens):
            if token.is_command("label"):
                yield plain(argument(self.tokens, k + 1)[0])


@dataclass(eq=False)
class Said:
    """What the author says to proofkit: the text of a comment, or the formula of `\\given`.
    Comments below each other are one `block`."""

    text: str
    tokens: list[Token]
    token: Token
    order: int
    block: int


Item = str | Formula


@dataclass(eq=False)
class Passage:
    """A paragraph outside of environments, with the number of its section."""

    items: list[Item]
    section: int


@dataclass(eq=False)
class Scope:
    """An environment, with the text in it; a proof inherits from the statement it proves."""

    name: str
    kind: str
    parent: Scope | None = None
    heir: Scope | None = None
    items: list[Item] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)

    def chain(self) -> Iterator[Scope]:
        """This environment, what it inherits from, and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            if scope.heir is not None:
                yield scope.heir
            scope = scope.parent
