"""Why a term has the sign that a place knows: the signs of its parts, and facts that bound it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from proofkit.kernel.assumptions import Known
from proofkit.kernel.bounds import Bound
from proofkit.kernel.sign import ANY, within
from proofkit.language.terms import Term


class Listener:
    """A place that keeps in mind of which terms it was asked the signs, and of which whether they
    are integers, where they are."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.asked: dict[Term, None] = {}
        self.integers: dict[Term, None] = {}

    def sign(self, term: Term) -> int:
        self.asked[term] = None
        return self._known.sign(term)

    def is_integer(self, term: Term) -> bool:
        found = self._known.is_integer(term)
        self.integers |= {term: None} if found else {}
        return found


@dataclass(frozen=True)
class Sign:
    """What a place knows of the sign of a term, and why: the signs of its parts show `by_parts`,
    which is all unless facts bound the term."""

    known: Known
    term: Term

    @cached_property
    def bits(self) -> int:
        return self.known.sign(self.term)

    @cached_property
    def _structure(self) -> tuple[int, tuple[Sign, ...]]:
        heard = Listener(self.known)
        found = self.known.sign_by_structure(self.term, heard)
        return found, tuple(Sign(self.known, part) for part in heard.asked)

    @property
    def by_parts(self) -> int:
        """The sign that the parts alone show; any where bounds are enough."""
        found = self._structure[0]
        alone = found != self.bits and within(self.known.sign_by_bounds(self.term), self.bits)
        return ANY if alone else found

    @property
    def parts(self) -> tuple[Sign, ...]:
        """The signs that this one follows from."""
        return () if self.by_parts == ANY else self._structure[1]

    @cached_property
    def bounds(self) -> tuple[Bound | None, Bound | None]:
        """A number >= 0 below the term, and one below its opposite, where they are used."""
        if self._structure[0] == self.bits:
            return None, None
        low, high = self.known.bounds_of(self.term)
        return low if low and low.value >= 0 else None, high if high and high.value >= 0 else None

    def facts(self) -> Iterator[str]:
        """The facts it rests on, by their ids; some may come twice."""
        pending, seen = [self], set[Term]()
        while pending:
            here = pending.pop()
            if here.term not in seen:
                seen.add(here.term)
                yield from (bound.fact for bound in here.bounds if bound and bound.fact)
                pending += reversed(here.parts)
