"""What every benchmark yields: one piece of work, done here and done another way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """Seconds for the same work, by proofkit and by a named alternative, in the same run."""

    work: str
    ours: str
    seconds: float
    alternative: str
    alternative_seconds: float
    note: str = ""

    @property
    def ratio(self) -> float:
        """How many times faster than the alternative."""
        return self.alternative_seconds / self.seconds
