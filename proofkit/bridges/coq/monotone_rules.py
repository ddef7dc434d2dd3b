"""Exchange and cancellation as lines of a Coq script."""

from __future__ import annotations

from proofkit.bridges.coq.monotone import Motion, Move, put
from proofkit.bridges.coq.place import Lines, Place
from proofkit.bridges.coq.printing import identifier
from proofkit.bridges.coq.rules import Rule, Theory, follows, have, restated
from proofkit.evidence.proofs import Proof
from proofkit.kernel.assumptions import upwards
from proofkit.kernel.numbers import growth
from proofkit.kernel.reading import term as read_term
from proofkit.language.terms import Term
from proofkit.language.words import OPPOSITE


def _function(place: Place, proof: Proof) -> tuple[Term, str]:
    wider = place.known.with_variable(proof.node["hole"], False)
    return place.open(read_term(wider, proof.node["function"])), proof.node["hole"]


def _exchange(place: Place, proof: Proof, theory: Theory) -> Lines:
    (premise,) = proof.premises
    function, hole = _function(place, proof)
    name = have(place, premise, theory)
    low, high = map(place.open, premise.goal[::2])
    relation = premise.goal[1]
    if relation == "=":
        raw = put(function, {hole: low}), "=", put(function, {hole: high})
        of = f"(fun {identifier(hole)} => {place.text(function)})"
        moved = place.have(place.said(raw), [f"exact (f_equal {of} {name})."])
        return [follows(place, moved, raw, proof.upward)]
    motion = Motion(place, hole, low, high, Move(1, relation == "<", name))
    move = motion.move(function, growth(place.known, function, hole, low, high))
    small, large = motion.ends(function, move.way)
    return [follows(place, move.name, (small, move.sign, large), proof.upward)]


def _cancel(place: Place, proof: Proof, theory: Theory) -> Lines:
    (premise,) = proof.premises
    function, hole = _function(place, proof)
    left, relation, right = proof.upward
    found = growth(place.known, function, hole, left, right)
    name = have(place, premise, theory)
    lines: Lines = []
    for low, other, high in (upwards((left, other, right)) for other in OPPOSITE[relation]):
        inner = place.child()
        here = inner.new()
        motion = Motion(inner, hole, low, high, Move(1, other == "<", here))
        move = motion.move(function, found)
        small, large = motion.ends(function, move.way)
        same = low == left
        below, above = premise.goal[::2] if same else premise.goal[::-2]
        moved, reached = (small, move.sign, large), (below, move.sign, above)
        apart = restated(inner, move.name, moved, reached)
        stated = f"~ {inner.said((low, other, high))}"
        not_so = [f"intro {here}.", *inner.lines, f"clear - {apart} {name}; lra."]
        lines.append(place.have(stated, not_so))
    return [f"clear - {' '.join(lines)}; lra."]


MONOTONE: dict[str, Rule] = {"exchange": _exchange, "cancel": _cancel}
