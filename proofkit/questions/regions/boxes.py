"""The map: boxes cut in two, the largest first, until each is certified or the budget is spent.

A box is proved true, or false, for all real values in it (for all admissible integers, where
a parameter is one), by `proofkit.questions.pieces` over both ranges at once. What is
neither is named as undecided, with its exact area. Ends are exact; nothing here is rounded.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten
from proofkit.foundations.progress import Progress
from proofkit.language import registry
from proofkit.language.claims import Claim, Hypothesis
from proofkit.language.lemma import Lemma
from proofkit.language.results import FAILS, HOLDS, UNDECIDED
from proofkit.questions.pieces.citation import Citation
from proofkit.questions.pieces.prover import PieceProver
from proofkit.questions.regions.plane import Plane, Range, Span, plane
from proofkit.search.contexts import context_of, fact_of

BOXES = 2_000
BOXES_OF_CHANCES = 400
MOST_BOXES = 200_000
BITS = 96


@dataclass(frozen=True)
class Tile:
    """One box: its places on both tracks, and what is certain in it."""

    spans: tuple[Span, Span]
    verdict: str


@dataclass(frozen=True)
class Regions:
    """The map of one claim; every admissible point is in some box, and points inside a box
    in no other."""

    lemma: Lemma
    claim: Claim
    plane: Plane
    boxes: tuple[Tile, ...]
    proved: bool = False  # of what is undecided: a proof under the hypotheses is known
    axioms: tuple[str, ...] = ()  # those that the boxes rest on
    certificates: tuple[Mapping[str, Any], ...] = field(default=(), compare=False, repr=False)

    @property
    def borders(self) -> list[Hypothesis]:
        """The hypotheses that may have a border on the map: inequalities that speak of what
        moves, and of nothing that follows. No box assumes them."""
        moving = {track.name for track in self.plane.tracks}
        known = moving | set(self.plane.fixed)
        found = []
        for hypothesis in self.claim.hypotheses:
            said = hypothesis.statement
            names = {s.name for side in (said.left, said.right) for s in side.free_symbols}
            if said.relation != "=" and names & moving and names <= known:
                found.append(hypothesis)
        return found

    def area(self, box: Tile) -> Fraction | None:
        """Length times length, where an integer parameter counts its admissible values;
        `None` where that is infinite."""
        sizes = [t.size(s) for t, s in zip(self.plane.tracks, box.spans, strict=True)]
        one, two = sizes
        if one == 0 or two == 0:
            return Fraction(0)
        return None if one is None or two is None else one * two

    def total(self, verdict: str | None = None) -> Fraction | None:
        """The area of all boxes with that verdict, or of the whole map."""
        areas = [self.area(box) for box in self.boxes if verdict in (None, box.verdict)]
        return None if None in areas else sum((a for a in areas if a), Fraction(0))

    def share(self, verdict: str) -> Fraction | None:
        """What part of the map has that verdict; `None` where the map is unbounded."""
        part, whole = self.total(verdict), self.total()
        return None if part is None or whole is None else part / whole

    def ends(self, box: Tile) -> tuple[tuple[Fraction, Fraction | None], ...]:
        """The least and the greatest value of both parameters."""
        return tuple(self.plane.piece(box.spans)[track.name] for track in self.plane.tracks)


def regions(
    selected: str,
    over: Sequence[Range],
    given: Mapping[str, object] | None = None,
    boxes: int | None = None,
    progress: Progress | None = None,
) -> Regions:
    """The certified map of `LEMMA/CLAIM` over two ranges, from at most `boxes` questions."""
    ((lemma, claims),) = registry.find((selected,))
    if len(claims) != 1:
        raise InputError(f"{shorten(selected)}: expected one claim, LEMMA/CLAIM")
    (claim,) = claims
    if boxes is not None and not 1 <= boxes <= MOST_BOXES:
        raise InputError(f"--boxes: expected 1 to {MOST_BOXES}, got {shorten(str(boxes))}")
    where = plane(over, given or {}, lemma.parameters)
    facts, theorem = [fact_of(part.statement) for part in claim.parts], Citation(lemma, claim)
    question = PieceProver(context_of(claim), facts, where, theorem)
    question.bits = BITS
    if not question.depends:
        names = " or ".join(track.name for track in where.tracks)
        raise InputError(f"{claim.name} does not depend on {names}")
    budget = boxes or (BOXES_OF_CHANCES if question.about_chances else BOXES)
    found = tuple(sorted(_cut(question, where, budget, progress), key=_order))
    name = f"{claim.name} over {', '.join(track.name for track in where.tracks)}"
    left = (where.piece(box.spans) for box in found if box.verdict == UNDECIDED)
    return Regions(
        lemma,
        claim,
        where,
        found,
        proved=question.is_proved_within(left),
        axioms=tuple(sorted(question.used.axioms)),
        certificates=question.certificates(name),
    )


def _order(box: Tile) -> tuple[Fraction, Fraction]:
    return box.spans[0].low, box.spans[1].low


def _cut(question: PieceProver, where: Plane, budget: int, progress: Progress | None) -> list[Tile]:
    """The largest box first: the one that was cut least often."""
    one, two = where.tracks
    pending = [(0, 0, (0, 0), (one.whole, two.whole))]
    done: list[Tile] = []
    made = 0
    for asked in range(budget):
        if not pending:
            break
        depth, _, cuts, spans = heapq.heappop(pending)
        verdict = _verdict(question, where, spans)
        single = [span.low == span.high for span in spans]
        if verdict or all(single):
            done.append(Tile(spans, verdict or UNDECIDED))
        else:
            side = _side(cuts, single)
            for half in where.tracks[side].halves(spans[side]):
                made += 1
                parts = (half, spans[1]) if side == 0 else (spans[0], half)
                count = (cuts[0] + (side == 0), cuts[1] + (side == 1))
                heapq.heappush(pending, (depth + 1, made, count, parts))
        if progress:
            progress(asked + 1, budget, "boxes")
    return done + [Tile(spans, UNDECIDED) for _, _, _, spans in pending]


def _side(cuts: tuple[int, int], single: Sequence[bool]) -> int:
    """Which side to cut: the one that was cut less often, if it can be cut."""
    if any(single):
        return single.index(False)
    return 0 if cuts[0] <= cuts[1] else 1


def _verdict(question: PieceProver, where: Plane, spans: tuple[Span, Span]) -> str:
    if any(span.high != span.low for span in spans):
        return question.on(where.piece(spans))
    values = {t.name: t.value(s.low) for t, s in zip(where.tracks, spans, strict=True)}
    verdict = question.decide(where.point(values)).verdict
    return verdict if verdict in (HOLDS, FAILS) else question.on(where.piece(spans))
