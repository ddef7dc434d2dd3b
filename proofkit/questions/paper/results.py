"""What is answered about a step, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PROVED, REFUTED, LACKS, OPEN = "proved", "refuted", "lacks", "open"
DEFINITION, NOT_READ = "definition", "not read"
VERDICTS = (PROVED, REFUTED, LACKS, OPEN, DEFINITION, NOT_READ)


@dataclass(frozen=True)
class ProofLine:
    """One line of a proof."""

    depth: int
    statement: str
    reason: str


@dataclass(frozen=True)
class Outcome:
    """A verdict with all that is said about it. `given` are the hypotheses that were used, and
    `integers` the unknowns among them that are whole."""

    verdict: str
    why: str = ""
    given: tuple[str, ...] = ()
    integers: tuple[str, ...] = ()
    witness: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[ProofLine, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain data, from which `outcome` makes it again."""
        return {
            **vars(self),
            "witness": dict(self.witness),
            "lines": [[line.depth, line.statement, line.reason] for line in self.lines],
        }


def outcome(plain: Mapping[str, Any]) -> Outcome:
    """An outcome that travelled as plain data."""
    return Outcome(
        plain["verdict"],
        plain["why"],
        tuple(plain["given"]),
        tuple(plain["integers"]),
        plain["witness"],
        tuple(ProofLine(*line) for line in plain["lines"]),
    )


@dataclass(frozen=True)
class StepAnswer:
    """A step with its verdict. `place` is where its relation is in the file, `parts` the LaTeX of
    what is read as one unknown, and `sources` says of each hypothesis where it is from."""

    file: str
    line: int
    place: int
    source: str
    read: str
    outcome: Outcome
    notes: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    in_text: bool = False
    labels: frozenset[str] = frozenset()

    @property
    def verdict(self) -> str:
        return self.outcome.verdict

    @property
    def given(self) -> tuple[str, ...]:
        """The hypotheses, with what is an integer."""
        whole = self.outcome.integers
        said = f"{', '.join(whole)}: integer{'s' if len(whole) > 1 else ''}"
        return (*self.outcome.given, *([said] if whole else []))
