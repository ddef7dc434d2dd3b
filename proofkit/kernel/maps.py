"""Maps: on which pieces of a region a statement holds, and on which it fails; each a theorem.

A map has a claim's head. Its hypotheses say what stays (`n = 1000`); the parameters in `over`
move. A piece is `[ranges, verdict, reasons]`: from where to where each of them moves (`null` is
infinity), `holds` or `fails`, and for each statement that is proved there `[statement, relation,
node]`. What fails is the opposite relation, proved all over the piece. `nodes` are proofs
that any number of pieces share, since the ranges are known facts wherever a node is checked.
A piece that is one point needs no proof: without one, it is decided there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import CertificateError, MalformedCertificate
from proofkit.foundations.shapes import at, fraction, items, whole
from proofkit.kernel import inference, points
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.reading import Node, require_integers
from proofkit.language.terms import number, variable
from proofkit.language.words import OPPOSITE

Range = tuple[Fraction | None, Fraction | None]
HOLDS, FAILS = "holds", "fails"
MAX_PIECES = 200_000
MAX_WORK = 250_000


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

    def check(self, piece: object, nodes: Sequence[Any]) -> str:
        """Check one piece and say if it holds or fails. The relations proved are those stated,
        or the opposite of one of them; a single point without any is decided instead."""
        given, verdict, reasons = _parts(piece, "piece", 3)
        if verdict not in (HOLDS, FAILS) or len(items(given, "ranges")) != len(self.over):
            raise CertificateError(
                "", "a piece holds or fails, each parameter that moves has a range"
            )
        ranges = []
        for pair in given:
            ends = (None if v is None else fraction(v, "end") for v in _parts(pair, "range", 2))
            ranges.append((next(ends), next(ends)))
        shown, proofs = [], []
        for part, relation, place in (_parts(r, "reason", 3) for r in items(reasons, "reasons")):
            shown.append((whole(part, "statement", len(self.facts) - 1), relation))
            proofs.append(nodes[whole(place, "node", len(nodes) - 1)])
        point = {n: low for n, (low, high) in zip(self.over, ranges, strict=True)
                 if low is not None and low == high}  # fmt: skip
        if len(point) == len(self.over) and not shown:
            self._decide(point, verdict)
        else:
            self._prove(self.place(ranges), verdict, shown, proofs)
        return str(verdict)

    def _decide(self, point: Mapping[str, Fraction], verdict: str) -> None:
        require_integers(self.known.context, point)
        here = points.Point(self.known.context, {**point, **self.fixed})
        verdicts = [here.decide(fact) for fact in self.facts]
        found = {each.value for each in verdicts}
        if not (found == {HOLDS} if verdict == HOLDS else FAILS in found):
            raise CertificateError("", f"it is not decided that the point {verdict}")
        for each in verdicts:
            self.known.trail.axioms |= each.axioms if each.value == verdict else set()

    def _prove(
        self, here: Known, verdict: str, shown: list[tuple[int, str]], proofs: list[Node]
    ) -> None:
        stated = [(part, fact[1]) for part, fact in enumerate(self.facts)]
        against = [[(part, turned)] for part, relation in stated for turned in OPPOSITE[relation]]
        if shown not in ([stated] if verdict == HOLDS else against):
            raise CertificateError("", f"these are not the statements that make it {verdict}")
        for (part, relation), node in zip(shown, proofs, strict=True):
            left, _, right = self.facts[part]
            inference.check(here, (left, relation, right), node)

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
    for k, piece in enumerate(items(pieces, "pieces", MAX_PIECES), 1):
        with at(f"piece {k}"), limited(MAX_WORK):
            counts[region.check(piece, nodes)] += 1
    return counts


def _parts(value: object, name: str, count: int) -> list[Any]:
    """A list of exactly so many entries."""
    found = items(value, name, count)
    if len(found) != count:
        raise MalformedCertificate("", f"{name}: expected {count} entries")
    return found
