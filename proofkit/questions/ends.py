"""Hypotheses that bound one parameter by a number, and values beyond that number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice

from proofkit.language.claims import Claim, Hypothesis
from proofkit.language.words import RELATIONS
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
    """What a hypothesis says of one parameter, if it compares it with a number."""
    left, said, right = fact_of(hypothesis.statement)
    if left.op != "variable" or right.op != "number" or said == "=":
        return None
    relation = RELATIONS[said]
    name = left.args[0]
    integer = next((p.integer for p in claim.parameters if p.name == name), None)
    if integer is None:
        return None
    return End(name, right.args[0], 1 if relation.upwards else -1, relation.strict, integer)
