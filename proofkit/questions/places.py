"""Where lemmas are decided: those that mean the same by their names share a point, and with it what
is enclosed, counted and evaluated there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from proofkit.kernel.assumptions import Context
from proofkit.kernel.points import Point
from proofkit.language.terms import Term
from proofkit.questions.crosscheck import Mpmath

MOST_CLAIMS = 1000
"""So many claims share a point at most: what it remembers is forgotten with it."""


class About(NamedTuple):
    """What a lemma's names mean, its parameters' values included, for so many claims."""

    parameters: dict[str, bool]
    values: dict[str, Fraction]
    definitions: dict[str, Term]
    claims: int


class Place:
    """Parameters with their values, and what names stand for."""

    def __init__(self) -> None:
        self.parameters: dict[str, bool] = {}
        self.values: dict[str, Fraction] = {}
        self.definitions: dict[str, Term] = {}
        self.claims = 0

    @cached_property
    def point(self) -> Point:
        """The place as the kernel knows it."""
        return Point(Context(self.parameters, {}, self.definitions), self.values)

    @cached_property
    def second(self) -> Mpmath:
        """The same for second opinions."""
        return Mpmath(self.values)

    def takes(self, lemma: About) -> bool:
        """Does what a lemma calls by its names fit in here? Then it belongs here from now on."""
        if self.claims and self.claims + lemma.claims > MOST_CLAIMS:
            return False
        if not (
            _agree(self.parameters, lemma.parameters)
            and _agree(self.values, lemma.values)
            and _agree(self.definitions, lemma.definitions)
            and self.definitions.keys().isdisjoint(lemma.parameters)
            and self.parameters.keys().isdisjoint(lemma.definitions)
        ):
            return False
        self.parameters |= lemma.parameters
        self.values |= lemma.values
        self.definitions |= lemma.definitions
        self.claims += lemma.claims
        return True


def _agree(known: Mapping[str, object], more: Mapping[str, object]) -> bool:
    return all(known.get(name, meant) == meant for name, meant in more.items())


def places(lemmas: Iterable[About]) -> Iterator[Place]:
    """A place for each lemma; few are enough."""
    found: list[Place] = []
    for lemma in lemmas:
        place = next((place for place in found if place.takes(lemma)), None)
        if place is None:
            place = Place()
            place.takes(lemma)
            found.append(place)
        yield place
