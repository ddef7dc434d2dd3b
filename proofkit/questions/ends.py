"""Hypotheses that bound one parameter by a number, and values beyond that number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from math import ceil, floor

from proofkit.language.claims import Claim, Hypothesis, Relation
from proofkit.language.words import FLIP, RELATIONS
from proofkit.search.contexts import fact_of

LEAST, GREATEST = "least", "greatest"
MAX_STEPS = 8
"""Integers to try one by one beyond a number."""

_STRIDES = tuple(
    Fraction(stride) for stride in ("1/1000", "1/100", "1/10", "1/4", "1/2", "1", "2", "4", "10")
)


@dataclass(frozen=True)
class End:
    """`over >= number` or the like: one end of a parameter's range. `out` is the direction in
    which it is relaxed, and `strict` says that the number itself does not belong to the range."""

    over: str
    number: Fraction
    out: int
    strict: bool
    integer: bool

    @property
    def kind(self) -> str:
        return LEAST if self.out < 0 else GREATEST

    @property
    def relation(self) -> Relation:
        """How the parameter is compared with the number."""
        if self.out < 0:
            return ">" if self.strict else ">="
        return "<" if self.strict else "<="

    def beyond(self, step: Fraction) -> Iterator[Fraction]:
        """Values that the hypothesis excludes, the nearest first: by `step`, then further and
        further in units of the number, or of 1 where that is 0."""
        if self.integer:
            first = 0 if self.strict else 1
            yield from (self.number + self.out * k for k in islice(count(first), MAX_STEPS))
            return
        if self.strict:
            yield self.number
        yield self.number + self.out * step
        unit = abs(self.number) or Fraction(1)
        strides = sorted({s * u for s in _STRIDES for u in (unit, Fraction(1))})
        yield from (self.number + self.out * s for s in strides if s > step)


def end_of(claim: Claim, hypothesis: Hypothesis) -> End | None:
    """What a hypothesis says of one parameter, if it compares it with a number, on whichever
    side that is. An integer is compared with an integer."""
    left, said, right = fact_of(hypothesis.statement)
    if left.op == "number":
        left, said, right = right, FLIP[said], left
    if left.op != "variable" or right.op != "number" or said == "=":
        return None
    relation = RELATIONS[said]
    name = left.args[0]
    integer = next((p.integer for p in claim.parameters if p.name == name), None)
    if integer is None:
        return None
    value, strict = right.args[0], relation.strict
    if integer and value.denominator != 1:
        value, strict = Fraction(floor(value) if relation.upwards else ceil(value)), False
    return End(name, value, 1 if relation.upwards else -1, strict, integer)
