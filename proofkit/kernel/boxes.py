"""Enclosures over a box: all values of a term while its variables run over ranges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from flint import ctx

from proofkit.foundations.effort import spend
from proofkit.foundations.errors import Undefined
from proofkit.kernel.interval import Interval, between, exact
from proofkit.kernel.operations import operation
from proofkit.language.terms import Term

Range = tuple[Fraction | None, Fraction | None]


class Box:
    """Ranges of variables; the values of terms over them, remembered. Of a probability all
    that is known is that it lies in [0, 1], if `chance` does not say more."""

    def __init__(
        self,
        ranges: Mapping[str, Range],
        definitions: Mapping[str, Term],
        chance: Callable[[Term], Interval] = lambda _: between(Fraction(0), Fraction(1)),
    ) -> None:
        self.ranges, self.definitions, self.chance = dict(ranges), definitions, chance
        self.known: dict[Term, Interval] = {}  # what was enclosed before, at one precision

    def halves(self, name: str, at: Fraction) -> tuple[Box, Box]:
        """This box with `name <= at`, and with `name >= at`."""
        low, high = self.ranges[name]
        if (low is not None and at < low) or (high is not None and at > high):
            raise Undefined(f"{name} is cut outside its range")
        below, above = (
            Box({**self.ranges, name: piece}, self.definitions, self.chance)
            for piece in ((low, at), (at, high))
        )
        return below, above

    def enclose(self, term: Term) -> Interval:
        """All values of the term in this box, at the working precision."""
        if (found := self.known.get(term)) is None:
            spend(1 + ctx.prec / 256)
            found = self.known[term] = self._compute(term)
        return found

    def _compute(self, term: Term) -> Interval:
        if term.op == "number":
            return exact(term.args[0])
        if term.op == "variable":
            meaning = self.definitions.get(term.args[0])
            return between(*self.ranges[term.args[0]]) if meaning is None else self.enclose(meaning)
        if term.op == "P":
            return self.chance(term)
        return operation(term).enclose(term.args, [self.enclose(arg) for arg in term.args])
