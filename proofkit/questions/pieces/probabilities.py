"""Proofs about probabilities on a piece: counts that hold all over it, found by bisection.

Each comparison in an event is proved for the whole piece; one that is not counts for the event,
or against it, whichever is worse. The kernel checks the counts and adds up the binomials.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from proofkit.foundations.errors import Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.chances import counts
from proofkit.kernel.interval import Interval
from proofkit.kernel.points import precision
from proofkit.kernel.signs import Net, chances, roles, weighted
from proofkit.language.subterms import occurrences
from proofkit.language.terms import Term, number, variable
from proofkit.language.words import RELATIONS
from proofkit.questions.pieces.proofs import Shown
from proofkit.search.nodes import Node, box, have, stated

Compare = Callable[[Fact], tuple[str, Callable[[], Node]] | None]
"""The relation that is so all over the piece, the stated one or its opposite, and its proof."""
Reason = tuple[Node, Callable[[], Node]]
Relate = Callable[[Interval], str]
CERTAIN = Interval(arb(0), arb(1))


def proof_of_chances(
    here: Known, fact: Fact, relate: Relate, compare: Compare, bits: int
) -> tuple[Fact, Node] | None:
    """The fact, or an opposite one, with a proof: bounds on its probabilities, then the
    enclosure of the difference with anything between them in their place."""
    unfold = here.context.unfold
    left, right = unfold(fact[0]), unfold(fact[2])
    found = list(dict.fromkeys(p for side in (left, right) for p in chances(side)))
    shown = Shown(here, bits)
    for side in (left, right):
        shown.has_value(side)
    layers, inside, reasons = [], shown.here, list[Reason]()
    for k, chance in enumerate(found, 1):
        name = f"chance{k}"
        facts, made = _bounds(shown.here, chance, variable(name), compare, bits)
        reasons += made
        inside = inside.with_variable(name, False)
        for entry in facts:
            inside = inside.with_fact(entry["id"], (entry["left"], "<=", entry["right"]))
        left, right = (occurrences(side, chance, variable(name)) for side in (left, right))
        layers.append({"rule": "general", "fresh": name, "term": chance, "facts": facts})
        layers[-1] |= {"left": left, "right": right}
    last = Shown(inside, bits)
    for side in (left, right):
        last.has_value(side)
    relation = relate(last.difference(left, right))
    if not relation:
        return None
    for entry, because in reasons:
        entry["because"] = because()
    node = have(last.entries, box(bits))
    for layer in reversed(layers):
        if not RELATIONS[relation].upwards:  # the kernel reads it from the right
            layer["left"], layer["right"] = layer["right"], layer["left"]
        node = {**layer, "then": node}
    return (fact[0], relation, fact[2]), have(shown.entries, node)


def _bounds(
    here: Known, chance: Term, name: Term, compare: Compare, bits: int
) -> tuple[list[Node], list[Reason]]:
    """Numbers between which a probability lies, with the counts that prove it."""
    (event,) = chance.args
    _, wanted, unwanted = roles(event)
    if {*wanted} & {*unwanted}:
        raise Undefined("no bounds are known for this event")
    entries, reasons = [], list[Reason]()
    for side, generous in (("low", unwanted), ("high", wanted)):
        sought = _Search(here, generous, compare, bits)
        with precision(bits):
            found = counts(here, sought.first).event(event).meet(CERTAIN)
        node = {"rule": "counted", "bits": bits, "first": sought.entries}
        value = number(exact_end(found.low if side == "low" else found.high))
        sides = (value, name) if side == "low" else (name, value)
        entries.append(
            stated(f"{name} {side}", (sides[0], "<=", sides[1]), have(sought.shown.entries, node))
        )
        reasons += sought.reasons
    return entries, reasons


def exact_end(end: arb) -> Fraction:
    """The binary fraction that an end is."""
    mantissa, power = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(power)


class _Search:
    """The least counts on a piece: an event in `generous` counts wherever it may happen
    somewhere on the piece, any other only where it happens all over it."""

    def __init__(self, here: Known, generous: list[Term], compare: Compare, bits: int) -> None:
        self._generous, self._compare = generous, compare
        self.shown = Shown(here, bits)
        self.entries: list[Node] = []
        self.reasons: list[Reason] = []

    def first(self, event: Term, net: Net, large: int, size: int) -> int:
        generous, threshold = event in self._generous, event.args[0]
        relation = "<=" if event.op == "reaches" else "<"
        if size:
            self.shown.not_negative(event.args[1 + 2 * large])
        low, high, reasons = 0, size + 1, dict[int, Callable[[], Node]]()
        while low < high:
            middle = (low + high) // 2
            total = weighted(event, net, large, 2 * middle - size)
            found = self._compare((threshold, relation, total))
            happens = generous if found is None else found[0] == relation
            if found is not None:
                reasons[middle] = found[1]
            low, high = (low, middle) if happens else (middle + 1, high)
        entry: Node = {"least": low}
        if low - generous in reasons:
            self.reasons.append((entry, reasons[low - generous]))
        self.entries.append(entry)
        return low
