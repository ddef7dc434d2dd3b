"""What is asked with scores that are given: of one query, or of families of scores.

Plain data, whose terms are SymPy's where quantities are derived from it and plain ones where it was
kept; either way it is measured in NumPy, as a second opinion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from proofkit.attention.data import DataSet
from proofkit.attention.kinds import Unit

if TYPE_CHECKING:
    from proofkit.attention.logs import Measured


@dataclass(eq=False)
class Asked:
    """One query over the tokens of `values`; `scores` has one for each token role."""

    values: DataSet
    unit: Unit
    scores: Mapping[str, Any]

    def measure(self, measured: tuple[str, ...], values: Mapping[str, Fraction]) -> Measured | None:
        """A quantity from real score vectors and matrices."""
        from proofkit.attention import queries

        return queries.measure(self, measured, values)

    def written_out(self, values: Mapping[str, Fraction]) -> bool:
        """Are the matrices small enough for every token to have its own entry?"""
        from proofkit.attention import dense

        return dense.fits(self.values, values)


@dataclass(frozen=True, eq=False)
class Token:
    """A token, or a crowd: how many, and its score (a crowd's: the mean that its units have)."""

    name: str
    size: Any
    score: Any


@dataclass(eq=False)
class Family:
    """Scores by role; those of a crowd may lie anywhere between `low` and `high`."""

    mark: str
    unit: Unit
    tokens: Mapping[str, Token]
    low: Any
    high: Any

    def measure(self, measured: tuple[str, ...], values: Mapping[str, Fraction]) -> Measured | None:
        """A weight from score vectors."""
        from proofkit.attention import crowds

        return crowds.measure(self, measured[1], values)

    def written_out(self, values: Mapping[str, Fraction]) -> bool:
        """Are there few enough tokens for each of a crowd to have a score of its own?"""
        from proofkit.attention import crowds

        return crowds.fits(self, values)
