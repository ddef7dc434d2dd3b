"""Maps: on which pieces of a region a statement holds, and on which it fails; each a theorem.

A map has a claim's head. Its hypotheses say what stays (`n = 1000`); the parameters in `over`
move. A piece is `[ranges, verdict, reasons]`: from where to where each of them moves (`null` is
infinity), `holds` or `fails`, and for each statement that is proved there `[statement, relation,
node]`. What fails is the opposite relation, proved all over the piece. `nodes` are proofs
that any number of pieces share, since the ranges are known facts wherever a node is checked.
A piece that is one point needs no proof: it is decided there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import CertificateError, MalformedCertificate
from proofkit.foundations.shapes import a_text, at, fraction, items, whole
from proofkit.kernel import inference, points
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.reading import Node, require_integers
from proofkit.kernel.terms import number, variable
from proofkit.language.words import OPPOSITE

Range = tuple[Fraction | None, Fraction | None]
HOLDS, FAILS = "holds", "fails"
MAX_PIECES = 200_000
MAX_WORK = 250_000


@dataclass(frozen=True)
class Piece:
    """Where the moving parameters are, and what is claimed there for which reasons."""

    ranges: tuple[Range, ...]
    verdict: str
    reasons: tuple[tuple[int, str, Node], ...]


class Map:
    """A region over which some parameters move while the others stay."""

    def __init__(self, known: Known, facts: Sequence[Fact], over: Sequence[str]) -> None:
        self.known, self.facts, self.over = known, facts, over
        stays = known.context.hypotheses.values()
        if any(a.op != "variable" or r != "=" or b.op != "number" for a, r, b in stays):
            raise CertificateError("hypotheses", "of a map: each is NAME = NUMBER")
        self.fixed = {name.args[0]: value.args[0] for name, _, value in stays}
        names = [*over, *self.fixed]
        if sorted(names) != sorted(known.context.parameters) or len(self.fixed) != len(stays):
            raise CertificateError("over", "each parameter moves, or stays at one number")
        require_integers(known.context, self.fixed)

    def check(self, piece: Piece) -> None:
        """Check one piece; raise `CertificateError` unless it is proved. The relations shown are
        those stated, or the opposite of one of them; a single point is decided instead."""
        if len(piece.ranges) != len(self.over):
            raise CertificateError("", "each parameter that moves has a range")
        ends = dict(zip(self.over, piece.ranges, strict=True))
        point = {name: low for name, (low, high) in ends.items() if low is not None and low == high}
        if len(point) == len(ends):
            require_integers(self.known.context, point)
            here = points.Point(self.known.context, {**point, **self.fixed})
            found = [here.decide(fact).value for fact in self.facts]
            agrees = set(found) == {HOLDS} if piece.verdict == HOLDS else FAILS in found
            if piece.verdict not in (HOLDS, FAILS) or piece.reasons or not agrees:
                raise CertificateError("", f"it is not decided that the point {piece.verdict}")
            return
        stated = [(part, fact[1]) for part, fact in enumerate(self.facts)]
        against = [[(part, turned)] for part, relation in stated for turned in OPPOSITE[relation]]
        given = [(part, relation) for part, relation, _ in piece.reasons]
        if given not in {HOLDS: [stated], FAILS: against}.get(piece.verdict, []):
            raise CertificateError("", f"these are not the statements that make it {piece.verdict}")
        there = self.place(piece.ranges)
        for part, relation, node in piece.reasons:
            left, _, right = self.facts[part]
            inference.check(there, (left, relation, right), node)

    def place(self, ranges: Sequence[Range]) -> Known:
        """What is known on a piece: the facts of the map, and the ranges."""
        here = self.known
        for name, (low, high) in zip(self.over, ranges, strict=True):
            if low is not None and high is not None and low > high:
                raise CertificateError("", f"no {name} lies in its range")
            if low is not None:
                require_integers(here.context, {name: low})
                here = here.with_fact(f"{name}-low", (number(low), "<=", variable(name)))
            if high is not None:
                require_integers(here.context, {name: high})
                here = here.with_fact(f"{name}-high", (variable(name), "<=", number(high)))
        return here


def check_pieces(region: Map, proofs: object, pieces: object) -> dict[str, int]:
    """Check all pieces of a file; how many hold, and how many fail."""
    nodes, counts = items(proofs, "nodes", MAX_PIECES), {HOLDS: 0, FAILS: 0}
    for k, entry in enumerate(items(pieces, "pieces", MAX_PIECES), 1):
        with at(f"piece {k}"), limited(MAX_WORK):
            piece = _read(entry, nodes)
            region.check(piece)
        counts[piece.verdict] += 1
    return counts


def _read(entry: object, nodes: Sequence[Any]) -> Piece:
    ranges, verdict, reasons = _parts(entry, "piece", 3)
    read = []
    for part, relation, place in (
        _parts(reason, "reason", 3) for reason in items(reasons, "reasons")
    ):
        node = nodes[whole(place, "node", len(nodes) - 1)]
        read.append((whole(part, "statement", MAX_PIECES), a_text(relation, "relation"), node))
    found = []
    for pair in items(ranges, "ranges"):
        low, high = (None if v is None else fraction(v, "end") for v in _parts(pair, "range", 2))
        found.append((low, high))
    return Piece(tuple(found), a_text(verdict, "verdict"), tuple(read))


def _parts(value: object, name: str, count: int) -> list[Any]:
    """A list of exactly so many entries."""
    found = items(value, name, count)
    if len(found) != count:
        raise MalformedCertificate("", f"{name}: expected {count} entries")
    return found
