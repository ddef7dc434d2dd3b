"""A conjunction of statements where parameters move: decided at points, proved on pieces.

At a point the kernel decides. On a piece, this looks for a term that has the sign of the
difference of the two sides and encloses well; where it has one sign all over the piece, the
kernel checks the proof that this gives, and only then is the piece said to hold or to fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Protocol

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import CertificateError, ProofkitError, Undefined
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.kernel.boxes import Box
from proofkit.kernel.interval import Interval
from proofkit.kernel.maps import Map, Range
from proofkit.kernel.points import precision
from proofkit.kernel.sign import POSITIVE
from proofkit.kernel.signs import chances
from proofkit.language.parameters import Values
from proofkit.language.results import FAILS, HOLDS, UNDECIDED
from proofkit.language.terms import ZERO, Term, number, variable, variables
from proofkit.language.words import OPPOSITE, RELATIONS
from proofkit.questions.maps import Piece as ProvedPiece
from proofkit.questions.maps import certificate
from proofkit.questions.pieces.citation import Citation
from proofkit.questions.pieces.fallback_search import FallbackSearch
from proofkit.questions.pieces.probabilities import Compare, proof_of_chances
from proofkit.questions.pieces.proofs import Shown, box_of, proof
from proofkit.questions.pieces.sign_forms import Way, ways
from proofkit.search.nodes import Node, accepted, box, have

MAX_WORK = 250_000
MAX_CHANCES = 250_000

Ranges = Mapping[str, tuple[Fraction, Fraction | None]]
"""Where the moving parameters are: from which number to which, `None` being infinity."""


@dataclass(frozen=True)
class Decided:
    """What the kernel says at one value, and with how many bits."""

    verdict: str
    bits: int


class Moving(Protocol):
    """Parameters that move, others that stay, and what follows from both."""

    @property
    def fixed(self) -> Values: ...

    @property
    def following(self) -> Mapping[str, Term]: ...

    @property
    def kinds(self) -> Mapping[str, bool]: ...

    @property
    def whole(self) -> Ranges: ...


class PieceProver:
    """Do all the facts hold, on pieces of where the parameters move?"""

    def __init__(
        self,
        context: Context,
        facts: Sequence[Fact],
        moving: Moving,
        theorem: Citation | None = None,
    ) -> None:
        self.theorem = theorem
        self.context, self.moving, self.facts = context, moving, tuple(facts)
        self.bits = 64
        self.proved: list[ProvedPiece] = []  # the pieces and points that were decided, in order
        self.used = Trail()  # what their verdicts rest on
        integers = {k for k in moving.fixed if context.parameters.get(k)}
        self._found: dict[Fact, tuple[Way, ...]] = {}
        self._fallback = FallbackSearch()
        self._nodes: dict[tuple[Fact, Way], Node] = {}
        self.region = self._region(context, set())
        if integers and not all(self._ways(self._whole, fact) for fact in facts):
            self.region = self._region(context, integers)  # short only while n is a symbol

    def _region(self, context: Context, kept: set[str]) -> Map:
        """The region, with the parameters that stay as numbers, or as symbols for them."""
        numbers = {k: number(v) for k, v in self.moving.fixed.items()}
        definitions = {k: v for k, v in numbers.items() if k not in kept}
        stays = {f"{k} stays": (variable(k), "=", numbers[k]) for k in sorted(kept)}
        kinds = {**self.moving.kinds, **dict.fromkeys(sorted(kept), True)}
        names = {**definitions, **self.moving.following, **context.definitions}
        theory = (self.theorem.theory,) if self.theorem else ()
        known = Known(Context(kinds, stays, names), Trail(), *theory)
        return Map(known, self.facts, tuple(self.moving.kinds))

    def certificates(self, name: str) -> tuple[Mapping[str, Any], ...]:
        """What was proved of the pieces, after the theorem if any of them cites it."""
        cited = self.theorem.certificates if self.theorem and self.used.theorems else ()
        return (*cited, certificate(name, self.region, self.proved))

    @property
    def _sides(self) -> list[Term]:
        unfold = self.region.known.context.unfold
        return [unfold(side) for fact in self.facts for side in fact[::2]]

    @property
    def about_chances(self) -> bool:
        return any(True for side in self._sides for _ in chances(side))

    @property
    def depends(self) -> bool:
        """Does any side speak of what moves?"""
        return bool(frozenset().union(*map(variables, self._sides)) & set(self.moving.kinds))

    # Points -----------------------------------------------------------------------------

    def decide(self, values: Values) -> Decided:
        """The verdict of the kernel at one point."""
        own = {name: values[name] for name in self.region.known.context.parameters}
        found, bits, used = HOLDS, 0, Trail()
        for fact in self.facts:
            verdict = points.decide(self.region.known.context, fact, own)
            bits = max(bits, verdict.bits)
            if verdict.value == FAILS:
                found, bits, used = FAILS, verdict.bits, Trail(axioms={*verdict.axioms})
                break
            used.axioms |= verdict.axioms
            if verdict.value != HOLDS:
                found = UNDECIDED
        if found != UNDECIDED:
            ranges = tuple((own[name], own[name]) for name in self.region.over)
            self._keep(ProvedPiece(ranges, found, ()), used)
        return Decided(found, bits)

    # Pieces ---------------------------------------------------------------------------

    def on(self, piece: Ranges) -> str:
        """`holds` or `fails` if that is proved for all values in the piece, else ""."""
        ranges = tuple(piece[name] for name in self.region.over)
        here, reasons = self.region.place(ranges), []
        here.trail = Trail()  # of this piece alone
        for part, fact in enumerate(self.facts):
            found = self._proved(here, part, ranges)
            if found is None:
                continue
            reasons.append((part, *found))
            if found[0] != fact[1]:
                return self._keep(ProvedPiece(ranges, FAILS, (reasons[-1],)), here.trail)
        if len(reasons) < len(self.facts):
            return ""
        return self._keep(ProvedPiece(ranges, HOLDS, tuple(reasons)), here.trail)

    def _keep(self, piece: ProvedPiece, used: Trail) -> str:
        self.proved.append(piece)
        self.used.axioms |= used.axioms
        self.used.theorems |= used.theorems
        return piece.verdict

    def _proved(self, here: Known, part: int, ranges: Sequence[Range]) -> tuple[str, Node] | None:
        """The fact or its opposite, proved on a piece."""
        fact = self.facts[part]
        if any(True for side in fact[::2] for _ in chances(self.region.known.context.unfold(side))):
            return self._about_chances(here, fact) or self._cited(here, part)
        whole = box_of(here)
        for way in self._ways_on(here, fact):
            with suppress(ProofkitError, RecursionError):
                relation = _relation(fact[1], self._values(whole, way.value))
                if relation:
                    goal = (fact[0], relation, fact[2])
                    return relation, self._checked(here, goal, way)
        return self._cited(here, part) or self._searched(here, fact, ranges)

    def _cited(self, here: Known, part: int) -> tuple[str, Node] | None:
        """The fact by the theorem, on a piece on which all hypotheses hold."""
        if self.theorem is None or not self.theorem.certificates:
            return None
        fact = self.facts[part]
        with suppress(ProofkitError, RecursionError):
            shown = Shown(here, self.bits, "side")
            shown.has_value(fact[0])
            shown.has_value(fact[2])
            premises = {
                id: proof(shown.here, hypothesis, self._way(here, hypothesis), self.bits)
                for id, hypothesis in self.theorem.hypotheses(part).items()
            }
            node = have(shown.entries, self.theorem.node(part, premises))
            with precision(), limited(MAX_WORK):
                return (fact[1], node) if accepted(here, fact, node) else None
        return None

    def _way(self, here: Known, fact: Fact) -> Way:
        """A way to see that a fact holds all over a piece."""
        found = self._seen(here, fact)
        if found is None or found[0] != fact[1]:
            raise Undefined("it is not seen that the fact holds")
        return found[1]

    def _seen(self, here: Known, fact: Fact) -> tuple[str, Way] | None:
        """The relation of the fact or its opposite, if it is seen all over a piece, and how."""
        whole = box_of(here)
        for way in self._ways_on(here, fact):
            with suppress(ProofkitError, RecursionError):
                if relation := _relation(fact[1], self._values(whole, way.value)):
                    return relation, way
        return None

    def is_proved_within(self, pieces: Iterable[Ranges]) -> bool:
        """Is the theorem known, and about some of the pieces: is no hypothesis seen to fail all
        over it?"""
        if self.theorem is None or not self.theorem.certificates:
            return False
        listed = [self.theorem.hypotheses(part).values() for part in range(len(self.facts))]
        facts = list(dict.fromkeys(fact for hypotheses in listed for fact in hypotheses))
        for piece in pieces:
            here = self.region.place(tuple(piece[name] for name in self.region.over))
            seen = (self._seen(here, fact) for fact in facts)
            if all(
                found is None or found[0] == fact[1]
                for found, fact in zip(seen, facts, strict=True)
            ):
                return True
        return False

    def _searched(
        self, here: Known, fact: Fact, ranges: Sequence[Range]
    ) -> tuple[str, Node] | None:
        ends = [[end for end in ends if end is not None] for ends in ranges]
        corners = (dict(zip(self.region.over, at, strict=True)) for at in product(*ends))
        with suppress(ProofkitError):
            fixed = self.region.fixed
            return self._fallback.proof(here, fact, ({**fixed, **corner} for corner in corners))
        return None

    def _about_chances(self, here: Known, fact: Fact) -> tuple[str, Node] | None:
        def relate(gap: Interval) -> str:
            return _relation(fact[1], gap)

        with suppress(ProofkitError, RecursionError), precision(self.bits), limited(MAX_CHANCES):
            compare = self._comparing(here)
            found = proof_of_chances(here, fact, relate, compare, self.bits)
            if found is not None and accepted(here, *found):
                return found[0][1], found[1]
        return None

    def _comparing(self, here: Known) -> Compare:
        """Decides comparisons on a piece, as they stand or in normal form, each once."""
        whole, known = box_of(here), dict[Fact, tuple[str, Callable[[], Node]] | None]()
        plain = box(self.bits)

        def compared(fact: Fact) -> tuple[str, Callable[[], Node]] | None:
            with suppress(ProofkitError):
                gap = self._values(whole, fact[2] - fact[0])
                if relation := _relation(fact[1], gap):
                    return relation, lambda: plain
            for way in self._ways_on(here, fact):
                with suppress(ProofkitError):
                    if relation := _relation(fact[1], self._values(whole, way.value)):
                        goal = (fact[0], relation, fact[2])
                        return relation, lambda: proof(here, goal, way, self.bits)  # noqa: B023
            return None

        def compare(fact: Fact) -> tuple[str, Callable[[], Node]] | None:
            if fact not in known:
                known[fact] = compared(fact)
            return known[fact]

        return compare

    def _values(self, box: Box, term: Term) -> Interval:
        with precision(self.bits):
            return box.enclose(term)

    def _checked(self, here: Known, goal: Fact, way: Way) -> Node:
        """A proof that the kernel accepts; the one that served before, if it serves here."""
        known = self._nodes.get((goal, way))
        with precision(), limited(MAX_WORK):
            if known is not None and accepted(here, goal, known):
                return known
            node = self._nodes[goal, way] = proof(here, goal, way, self.bits)
            if not accepted(here, goal, node):
                raise CertificateError("", "the kernel does not accept this way")
        return node

    def _ways_on(self, here: Known, fact: Fact) -> tuple[Way, ...]:
        """What is normalised on the whole region is so on every piece."""
        if fact not in self._found:
            self._found[fact] = self._ways(self._whole, fact)
        left, _, right = fact
        return self._found[fact] or self._ways(here, fact) or (Way(right - left),)

    @property
    def _whole(self) -> Known:
        return self.region.place(tuple(self.moving.whole[name] for name in self.region.over))

    def _ways(self, known: Known, fact: Fact) -> tuple[Way, ...]:
        """Where a fact speaks of one parameter that follows, that one is the variable, for it
        encloses better."""
        left, right = (self.context.unfold(side) for side in fact[::2])
        spoken = (variables(left) | variables(right)) & {*known.kinds, *self.moving.following}
        if len(spoken) == 1 and spoken <= {*self.moving.following}:
            known = self._alone(known, *spoken)
        return ways(known, left, right)

    def _alone(self, known: Known, name: str) -> Known:
        """What is known with a parameter that follows as the only one that moves."""
        numbers = {k: number(v) for k, v in self.moving.fixed.items()}
        alone = Known(Context({name: self.context.parameters[name]}, {}, numbers), Trail())
        low, high = known.range_of(name)
        if low is not None:
            alone = alone.with_fact("low", (number(low), "<=", variable(name)))
        if high is not None:
            alone = alone.with_fact("high", (variable(name), "<=", number(high)))
        if low is None and known.sign(variable(name)) == POSITIVE:
            alone = alone.with_fact("sign", (ZERO, "<", variable(name)))
        return alone


def _relation(stated: str, gap: Interval) -> str:
    """The relation that is so, the stated one or an opposite one, when `right - left` has the
    sign of every number in `gap`; "" when that does not settle it."""
    found = points.possible(gap)
    said = (stated, *OPPOSITE[stated])
    return next((relation for relation in said if found <= RELATIONS[relation].signs), "")
