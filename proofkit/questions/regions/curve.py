"""The border between true and false on a map: brackets of one parameter's threshold at some values
of the other, and the exact constant for all parameters if there is one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from proofkit.foundations.errors import InputError
from proofkit.language.results import FAILS, HOLDS
from proofkit.questions.regions.boxes import Regions
from proofkit.questions.regions.plane import Track
from proofkit.questions.threshold import Root, roots_of, threshold

DIGITS = 4
POSITIONS = 12


@dataclass(frozen=True)
class Crossing:
    """At one value of the second parameter, the first one's change lies between two values."""

    below: Fraction
    above: Fraction
    at: Fraction


def crossings(found: Regions) -> tuple[Crossing, ...]:
    """Certified changes along the first parameter, at some values of the second; none where
    the first one has no end, or the second one follows from it, or all boxes say the same."""
    first, second = found.plane.tracks
    low, high = first.ends(first.whole)
    if high is None:
        return ()
    brackets = []
    for value in _positions(second, POSITIONS):
        if _verdicts(found, value) in ({HOLDS}, {FAILS}):
            continue
        given = {**found.plane.fixed, second.name: value}
        try:
            (line,) = threshold(found.claim.name, first.name, given, low, high, DIGITS)
        except InputError:
            continue  # for integers that go with no other value of the first parameter
        brackets += [Crossing(c.below.value, c.above.value, value) for c in line.truth.changes]
    return tuple(brackets)


def _verdicts(found: Regions, value: Fraction) -> set[str]:
    """What the boxes say in which the second parameter may have that value."""
    seen = set()
    for box in found.boxes:
        low, high = found.ends(box)[1]
        if low <= value and (high is None or value <= high):
            seen.add(box.verdict)
    return seen


def _positions(track: Track, count: int) -> list[Fraction]:
    """Values along a track, evenly spaced; by their size where they span decades."""
    low, high = track.ends(track.whole)
    if not track.integer:
        top = 100 * max(low, Fraction(1)) if high is None else high
        return [low + (top - low) * k / (count - 1) for k in range(count)]
    spans, places = [track.whole], set[Fraction]()
    while spans and len(spans) < count:
        widest = max(spans, key=lambda s: _breadth(track, s.low, s.high))
        spans.remove(widest)
        if widest.low == widest.high:
            places.add(widest.low)
            continue
        spans += track.halves(widest)
    places |= {span.low for span in spans}
    return sorted(track.value(place) for place in places)


def _breadth(track: Track, low: Fraction, high: Fraction | None) -> int:
    """How wide a span of integers is, in steps of its own size; the root makes it even."""
    if high is None:
        return 0
    bottom, top = (int(track.value(end)) for end in (low, high))
    return isqrt(10**6 * top // max(bottom, 1)) - 10**3 if high > low else -1


def constant(found: Regions) -> tuple[str, Root] | None:
    """The exact best constant for all parameters, if one of the two has it on this map."""
    for track in found.plane.tracks:
        try:
            bounds = roots_of(found.claim.name, track.name, DIGITS)
        except InputError:
            continue
        for bound in bounds:
            if bound.root is not None:
                return track.name, bound.root
    return None
