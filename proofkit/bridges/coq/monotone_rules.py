"""Exchange and cancellation as lines of a Coq script."""

from __future__ import annotations

from proofkit.bridges.coq.monotone import Motion, Move, put
from proofkit.bridges.coq.place import Lines, Place
from proofkit.bridges.coq.printing import identifier
from proofkit.bridges.coq.rules import Node, Rule, Theory, follows, have, restated
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Fact, replace, upwards
from proofkit.kernel.numbers import growth
from proofkit.kernel.reading import term as read_term
from proofkit.language.terms import Term
from proofkit.language.words import OPPOSITE


def _function(place: Place, node: Node) -> tuple[Term, str]:
    wider = place.known.with_variable(node["hole"], False)
    return place.open(read_term(wider, node["function"])), node["hole"]


def _exchange(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    function, hole = _function(place, node)
    old, new = (place.open(read_term(place.known, node[k])) for k in ("old", "new"))
    relation = goal[1]
    if relation == "=":
        name = have(place, (old, "=", new), node["because"], theory)
        raw = put(function, {hole: old}), "=", put(function, {hole: new})
        of = f"(fun {identifier(hole)} => {place.text(function)})"
        moved = place.have(place.said(raw), [f"exact (f_equal {of} {name})."])
        return [follows(place, moved, raw, goal)]
    way, _ = growth(place.known, function, hole, old, new)
    low, high = (old, new) if way > 0 else (new, old)
    name = have(place, (low, relation, high), node["because"], theory)
    return _conclude(place, function, hole, (low, relation, high), name, goal)


def _conclude(
    place: Place, function: Term, hole: str, premise: Fact, name: str, goal: Fact
) -> Lines:
    """The goal from the two values of a function whose hole goes up."""
    low, relation, high = premise
    motion = Motion(place, hole, low, high, Move(1, relation == "<", name))
    move = motion.move(function)
    if move is None:
        raise UnsupportedTerm("the function does not depend on its hole")
    small, large = motion.ends(function, move.way)
    return [follows(place, move.name, (small, move.sign, large), goal)]


def _cancel(place: Place, goal: Fact, node: Node, theory: Theory) -> Lines:
    function, hole = _function(place, node)
    left, relation, right = goal
    way, _ = growth(place.known, function, hole, left, right)
    ends = [replace(function, {hole: side}) for side in (left, right)]
    premise = (ends[0], relation, ends[1]) if way > 0 else (ends[1], relation, ends[0])
    name = have(place, premise, node["because"], theory)
    lines: Lines = []
    for low, other, high in (upwards((left, other, right)) for other in OPPOSITE[relation]):
        inner = place.child()
        here = inner.new()
        motion = Motion(inner, hole, low, high, Move(1, other == "<", here))
        move = motion.moved(function)
        small, large = motion.ends(function, move.way)
        below, above = ends if way * (1 if low == left else -1) > 0 else ends[::-1]
        moved, reached = (small, move.sign, large), (below, move.sign, above)
        apart = restated(inner, move.name, moved, reached)
        stated = f"~ {inner.said((low, other, high))}"
        not_so = [f"intro {here}.", *inner.lines, f"clear - {apart} {name}; lra."]
        lines.append(place.have(stated, not_so))
    return [f"clear - {' '.join(lines)}; lra."]


MONOTONE: dict[str, Rule] = {"exchange": _exchange, "cancel": _cancel}
