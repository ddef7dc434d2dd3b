"""Two parameters that move at once, each in a range, while the others stay or follow.

A real parameter takes all values of its range. An integer one takes those for which what
follows is an integer too: with `d` fixed, `n = (d - 2)*t` moves in steps of `d - 2`. Of two
tied parameters that both move, what follows must be an integer of its own accord: `d` and `t`
may move together, `n` and `d` may not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from sympy import Expr, Poly, Symbol

from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.foundations.exact import rational, shorten
from proofkit.language.from_sympy import from_sympy
from proofkit.language.parameters import Link, Parameter, Values, by_name, resolve
from proofkit.language.terms import Term
from proofkit.questions.pieces.prover import Ranges
from proofkit.questions.threshold.axis import MAX_INTEGER, Axis, axis

INFINITY = ("oo", "inf", "infinity")
FAR = 10**12
"""Up to here an unbounded range is looked through for admissible values; they then go on."""


@dataclass(frozen=True)
class Track:
    """The values of one moving parameter. An integer one has them by their places 0, 1, ...;
    `last` is the last place, or the upper end of a real range, `None` for infinity."""

    name: str
    integer: bool
    first: Fraction
    last: Fraction | None
    values: Sequence[int] = ()

    def value(self, place: Fraction) -> Fraction:
        """The value at a place."""
        if not self.integer:
            return place
        index = int(place)
        if index < len(self.values):
            return Fraction(self.values[index])
        step = self.values[1] - self.values[0]  # an unbounded range goes on evenly
        return Fraction(self.values[0] + index * step)

    def ends(self, span: Span) -> tuple[Fraction, Fraction | None]:
        """The least and the greatest value of a span, `None` for infinity."""
        return self.value(span.low), None if span.high is None else self.value(span.high)

    @property
    def whole(self) -> Span:
        return Span(Fraction(0) if self.integer else self.first, self.last)

    def size(self, span: Span) -> Fraction | None:
        """How many values, or how long; `None` for infinity."""
        if span.high is None:
            return None
        return span.high - span.low + (1 if self.integer else 0)

    def halves(self, span: Span) -> tuple[Span, Span]:
        """The span in two parts: integers are dealt out, real parts share an end. Long spans
        are cut by the size of their values, not by length."""
        low, high = span.low, span.high
        if not self.integer:
            middle = 2 * max(low, Fraction(1)) if high is None else (low + high) / 2
            return Span(low, middle), Span(middle, high)
        start = int(self.value(low)) if self.values[0] > 0 else int(low) + 1
        if high is None:
            cut = int(low) + 15 * max(int(low), 1)
        elif self.value(high) > 16 * start:
            wanted = isqrt(start * int(self.value(high)))
            cut = self._place(wanted, int(low), int(high) - 1)
        else:
            cut = (int(low) + int(high)) // 2
        return Span(low, Fraction(cut)), Span(Fraction(cut + 1), high)

    def _place(self, wanted: int, low: int, high: int) -> int:
        """The last place from low to high whose value is at most `wanted`; low if none."""
        while low < high:
            middle = (low + high + 1) // 2
            if self.value(Fraction(middle)) <= wanted:
                low = middle
            else:
                high = middle - 1
        return low


@dataclass(frozen=True)
class Span:
    """From one place to another, both included; `None` is infinity."""

    low: Fraction
    high: Fraction | None


@dataclass(frozen=True)
class Plane:
    """Two tracks, and everything else: `fixed` stays, `following` follows."""

    tracks: tuple[Track, Track]
    fixed: Values
    following: Mapping[str, Term]
    parameters: tuple[Parameter, ...]

    @property
    def kinds(self) -> dict[str, bool]:
        return {track.name: track.integer for track in self.tracks}

    @property
    def whole(self) -> Ranges:
        return self.piece((self.tracks[0].whole, self.tracks[1].whole))

    def piece(self, spans: tuple[Span, Span]) -> Ranges:
        """The values in a box."""
        pairs = zip(self.tracks, spans, strict=True)
        return {track.name: track.ends(span) for track, span in pairs}

    def point(self, values: Mapping[str, Fraction]) -> Values:
        """All parameters where the moving ones have these values."""
        return resolve({**self.fixed, **values}, self.parameters)


@dataclass(frozen=True)
class Range:
    """A parameter and where it moves, as a person asked for it; `high` None is infinity."""

    name: str
    low: Fraction
    high: Fraction | None


def reading(text: str, option: str = "--over") -> Range:
    """Read `a1=0.5:1.5` or `n=64:oo`, as it was given to an option."""
    name, equals, ends = (part.strip() for part in text.partition("="))
    low, colon, high = (part.strip() for part in ends.partition(":"))
    if not (name and equals and colon and low and high) or ":" in high:
        raise InputError(f"{option}: expected NAME=LOW:HIGH, got {shorten(repr(text))}")
    top = None if high.lower() in INFINITY else rational(high, name)
    start = rational(low, name)
    if top is not None and not start < top:
        raise InputError(
            f"{option}: the range of {name} is empty: {shorten(str(start))} to {shorten(str(top))}"
        )
    return Range(name, start, top)


def check_two(over: Sequence[Range]) -> None:
    """A map has two sides."""
    if len(over) != 2 or over[0].name == over[1].name:
        got = " and ".join(one.name for one in over) or "none"
        expected = "expected two different parameters, each NAME=LOW:HIGH"
        raise InputError(f"a map: {expected}, got {shorten(got)}")


def plane(
    over: Sequence[Range], given: Mapping[str, object], parameters: Sequence[Parameter]
) -> Plane:
    """The plane over two ranges, with the other parameters as given or at their defaults."""
    declared = by_name(parameters)
    check_two(over)
    for one in over:
        if one.name not in declared:
            known = ", ".join(declared)
            raise UnknownName(f"unknown parameter {shorten(repr(one.name))}; known: {known}")
        if one.name in given:
            raise InputError(f"{one.name} moves: do not fix it with -p")
        _require_room(one, declared[one.name])
    link = declared[over[0].name].link
    if link is not None and over[1].name in link.solve:
        return _tied(over, given, declared, link)
    ordered = sorted(over, key=lambda one: not declared[one.name].integer)
    first = _axis(ordered[0], given, parameters)
    settled = {**given, ordered[0].name: first.low}
    second = _axis(ordered[1], settled, parameters)
    lines = {first.over: first, second.over: second}
    tracks = [_track(one, lines[one.name], declared[one.name]) for one in over]
    moving = {name for line in (first, second) for name in (line.over, *line.following)}
    fixed = {k: v for k, v in {**first.fixed, **second.fixed}.items() if k not in moving}
    following = {**first.following, **second.following}
    return Plane((tracks[0], tracks[1]), fixed, following, tuple(declared.values()))


def _require_room(one: Range, parameter: Parameter) -> None:
    """Refuse a range that starts below the parameter's least value, or goes on beyond the
    integers that are looked at."""
    if parameter.least is not None and one.low < parameter.least:
        got = shorten(str(one.low))
        raise InputError(f"{one.name} is at least {parameter.least}, got {got}")
    if parameter.integer and max(one.low, one.high or one.low) > MAX_INTEGER:
        raise LimitExceeded(f"{one.name}: integers above {MAX_INTEGER} are not looked at")


def _axis(one: Range, given: Mapping[str, object], parameters: Sequence[Parameter]) -> Axis:
    top: object = one.high
    if one.high is None:
        top = max(2 * one.low, Fraction(FAR))
    return axis(one.name, given, parameters, one.low, top)


def _track(one: Range, line: Axis, parameter: Parameter) -> Track:
    if not parameter.integer:
        return Track(one.name, False, one.low, one.high)
    if one.high is None and not isinstance(line.values, range):
        raise InputError(f"{one.name} has no unbounded range with the other parameters")
    last = None if one.high is None else Fraction(len(line.values) - 1)
    return Track(one.name, True, line.low, last, line.values)


def _tied(
    over: Sequence[Range],
    given: Mapping[str, object],
    declared: Mapping[str, Parameter],
    link: Link,
) -> Plane:
    """Both move and a third follows from them."""
    names = [one.name for one in over]
    (third, *others) = [name for name in link.solve if name not in names] or [""]
    if not third or others or third in given:
        raise InputError(f"{' and '.join(names)} cannot both move: {link.text}")
    term: Expr = link.solve[third]({name: Symbol(name) for name in names})
    if declared[third].integer and not _is_whole(term):
        free = " and ".join(n for n in link.solve if n != link.keep[1])
        raise InputError(
            f"{' and '.join(names)} cannot both move: {third} would not always be an integer; "
            f"move {free}"
        )
    tracks = [_alone(one, declared[one.name]) for one in over]
    start = {track.name: track.value(track.whole.low) for track in tracks}
    rest = resolve({**given, **start}, declared.values())
    fixed = {k: v for k, v in rest.items() if k not in link.solve}
    return Plane((tracks[0], tracks[1]), fixed, {third: from_sympy(term)}, tuple(declared.values()))


def _is_whole(term: Expr) -> bool:
    """Is it a polynomial with integer coefficients?"""
    if not term.is_polynomial():
        return False
    return all(c.is_Integer for c in Poly(term, *term.free_symbols).coeffs())


def _alone(one: Range, parameter: Parameter) -> Track:
    """The range of a parameter whose values nothing else restricts."""
    low, high = one.low, one.high
    if not parameter.integer:
        return Track(one.name, False, low, high)
    first = -(-low.numerator // low.denominator)
    stop = first + FAR if high is None else high.numerator // high.denominator
    if stop <= first:
        raise InputError(f"{one.name} takes at most one value: nothing can change")
    last = None if high is None else Fraction(stop - first)
    return Track(one.name, True, Fraction(first), last, range(first, stop + 1))
