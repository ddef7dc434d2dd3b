"""Proofs that a relation holds all over a piece, from the sign of one enclosed term.

The kernel checks each before it is believed. None of them speaks of the ends of its piece, so
that one proof serves all pieces on which the same way leads to the same sign.
"""

from __future__ import annotations

from proofkit.foundations.errors import Undefined
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.kernel.boxes import Box
from proofkit.kernel.interval import Interval
from proofkit.kernel.operations import OPERATIONS
from proofkit.kernel.points import precision
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.language.terms import ONE, ZERO, Term
from proofkit.questions.pieces.sign_forms import Way
from proofkit.search.nodes import RING, Node, box, have, psatz, stated, summand


def proof(here: Known, fact: Fact, way: Way, bits: int) -> Node:
    """A proof of the fact on a piece, if the value of a way has the right sign there;
    `Undefined` if something else that it needs is not seen."""
    shown = Shown(here, bits)
    for side in (fact[0], fact[2], way.value, way.factor, way.times):
        shown.has_value(side)
    if way.value == ZERO:
        return have(shown.entries, RING)
    left, (small, relation, _) = fact[0], upwards(fact)
    sides = (ZERO, way.value) if small == left else (way.value, ZERO)
    shown.add("sign", (sides[0], relation, sides[1]))
    for name, term in (("factor", way.factor), ("divisor", way.times)):
        if term != ONE and here.sign(term) != POSITIVE:
            shown.add(name, (ZERO, "<", term))
    signs = [] if way.factor == ONE else [way.factor]
    times = None if way.times == ONE else way.times
    return have(shown.entries, psatz([summand(1, ["sign"], signs)], times))


def box_of(here: Known) -> Box:
    """The whole piece."""
    return Box({name: here.range_of(name) for name in here.kinds}, here.context.definitions)


class Shown:
    """What a proof shows first: that terms have values, and the signs it needs."""

    def __init__(self, here: Known, bits: int, name: str = "value") -> None:
        self.here, self.bits, self._name = here, bits, name
        self.entries: list[Node] = []
        self._box = box_of(here)

    def difference(self, left: Term, right: Term) -> Interval:
        """All values of `right - left` on the piece."""
        with precision(self.bits):
            return self._box.enclose(self.here.context.unfold(right - left))

    def not_negative(self, term: Term) -> None:
        """Add what is needed to show that a term is >= 0."""
        if not within(self.here.sign(term), AT_LEAST_ZERO):
            self.add(f"weight {len(self.entries) + 1}", (ZERO, "<=", term))
            if self.difference(ZERO, term).low < 0:
                raise Undefined(f"{term} is not seen to be >= 0")

    def add(self, id: str, fact: Fact) -> None:
        self.entries.append(stated(id, fact, box(self.bits)))
        self.here = self.here.with_fact(id, fact)

    def has_value(self, term: Term) -> None:
        """Add what is needed to show that every part of a term has a value."""
        try:
            self.here.require_value(term)
        except Undefined:
            self._parts(term)
            self.here.require_value(term)

    def _parts(self, term: Term) -> None:
        if term.op == "variable" and term.args[0] in self.here.context.definitions:
            self.has_value(self.here.context.definitions[term.args[0]])
        if term.op in ("number", "variable"):
            return
        for arg in term.args:
            self._parts(arg)
        if term.op in OPERATIONS and not OPERATIONS[term.op].has_value(self.here, term.args):
            self._one_sign(term.args[0])

    def _one_sign(self, term: Term) -> None:
        with precision(self.bits):
            values = self._box.enclose(term)
        fact = (ZERO, "<", term) if values.low > 0 else (term, "<", ZERO)
        self.add(f"{self._name} {len(self.entries) + 1}", fact)
