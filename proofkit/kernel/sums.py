"""Normal form of sums, products, maxima and minima over an index, called by `ring`.

A binder is read from inside out: its body in normal form at the place under it, monomial by
monomial. Each step is an identity of finite sums over the same indices, of monomials that have
values for each of them. A factor comes out, and an end moves, only where the terms in question
have values there too, for a range may be empty: `sum(i=1..n, 1/n)` is 1 for n >= 1 only.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from math import floor
from typing import TYPE_CHECKING, cast

from proofkit.foundations.effort import spend
from proofkit.kernel.binders import KERNEL_BINDERS
from proofkit.kernel.polynomial import (
    ONE_SUM,
    UNIT,
    Monomial,
    Rational,
    Sum,
    as_sum,
    as_term,
    constant,
    content,
    inverse,
    join,
    monomial_term,
    over,
)
from proofkit.kernel.sign import POSITIVE
from proofkit.language.binding import closed, loose, opened, put
from proofkit.language.binding import over as bound
from proofkit.language.terms import LEAVES, ONE, Term, exp, log, number, text, variables

if TYPE_CHECKING:
    from proofkit.kernel.places import Indexed
    from proofkit.kernel.ring import Ring

Ratio = tuple[Sum, Sum]
Factor = tuple[Term, Sum]
Key = tuple[list[tuple[str, str]], str]
MAX_WRITTEN, MAX_MOVED, MAX_PERMUTED = 12, 8, 4


def form(ring: Ring, op: str, low: Term, high: Term, body: Term) -> Ratio:
    """Numerator and denominator of a binder that has a value."""
    reader = _Reader(ring)
    if op == "least":
        above, below = reader.extreme(low, high, -body)
        return -above, below
    read = {"linear": reader.linear, "power": reader.power, "extreme": reader.extreme}
    return read[KERNEL_BINDERS[op].form](low, high, body)


def flat(ring: Ring, term: Term) -> Sum:
    """The term as one sum, in which a denominator is a factor to the power -1."""
    above, below = ring.ratio(term)
    if below == ONE_SUM:
        return above
    if len(below) == 1:
        ((monomial, scale),) = below.items()
        divisor = inverse(monomial)
    else:
        scale = content(below.values())
        whole = as_sum({m: over(c, scale) for m, c in below.items()})
        divisor = frozenset({(whole, constant(-1))})
    return Sum({join(m, divisor): over(c, scale) for m, c in above.items()})


def names_in(x: Term, exponents: Sum) -> frozenset[str]:
    """The variables of a power."""
    parts = (names_in(y, e) for m in exponents for y, e in m)
    return variables(x).union(*parts)


class _Reader:
    """The forms of binders at one place."""

    def __init__(self, ring: Ring) -> None:
        self.ring, self.place = ring, cast("Indexed", ring.knows)

    # Small things -----------------------------------------------------------------------

    def canonical(self, term: Term) -> Term:
        return self.ring.canonical(term)

    def powers(self, factors: Iterable[Factor], coefficient: Rational = 1) -> Ratio:
        """A product of powers that have values."""
        parts = [self.ring._atom_power(x, e) for x, e in factors]
        return self.ring._multiply([(constant(coefficient), ONE_SUM), *parts])

    def listed(self, low: Term, high: Term, body: Term) -> list[Ratio] | None:
        """The entries of a short range."""
        width = self.ring.constant(high - low)
        if width is None or width.denominator != 1 or width >= MAX_WRITTEN:
            return None
        entries = [opened(body, low + number(k)) for k in range(int(width) + 1)]
        return [self.ring.ratio(entry) for entry in entries]

    def comes_out(self, x: Term, exponents: Sum, name: str, some: bool) -> bool:
        """Is the power free of the index, with a value even if the range is empty?"""
        if name in names_in(x, exponents):
            return False
        return some or self.place.has_value(monomial_term(frozenset({(x, exponents)})))

    def whole(self, low: Term, high: Term, op: str, body: Term, name: str) -> Ratio:
        """The binder as an atom; its ends are canonical."""
        return _atom(bound(op, name, low, high, body)), ONE_SUM

    # Sums -------------------------------------------------------------------------------

    def linear(self, low: Term, high: Term, body: Term, moved: bool = False) -> Ratio:
        """Term by term; what does not depend on the index comes out; constants count."""
        entries = self.listed(low, high, body)
        if entries is not None:
            return self.ring._add(entries)
        here, index = self.place.inside(low, high)
        some, name = self.place.has_some(low, high), index.args[0]
        parts = []
        for monomial, coefficient in flat(here.ring, opened(body, index)).items():
            outer, inner = self.separated(monomial, here, name, some)
            if inner:
                core = self.component(low, high, here, index, inner, moved)
            elif self.place.at_least(high + ONE, low):
                core = self.ring.ratio(high - low + ONE)
            else:
                ends = self.canonical(low), self.canonical(high)
                core = self.whole(*ends, "summed", ONE, name)
            parts.append(self.ring._multiply([self.powers(outer, coefficient), core]))
        return self.ring._add(parts)

    def separated(
        self, monomial: Monomial, here: Indexed, name: str, some: bool
    ) -> tuple[list[Factor], Monomial]:
        """The powers that come out of a sum, and those that stay. Of `x^(n - i)` with x > 0,
        `x^n` comes out."""
        outer, inner = list[Factor](), set[Factor]()
        for x, e in monomial:
            if self.comes_out(x, e, name, some):
                outer.append((x, e))
                continue
            inner.add((x, e))
            if name in variables(x) or name not in names_in(x, e) or here.sign(x) != POSITIVE:
                continue
            fixed = Sum({m: c for m, c in e.items() if name not in names_in(ONE, Sum({m: c}))})
            fine = some or (self.place.has_value(x) and self.place.sign(x) == POSITIVE)
            if fixed and fine and (some or self.place.has_value(as_sum(fixed))):
                inner.remove((x, e))
                inner.add((x, e + -fixed))
                outer.append((x, fixed))
        return outer, frozenset(inner)

    def component(
        self, low: Term, high: Term, here: Indexed, index: Term, inner: Monomial, moved: bool
    ) -> Ratio:
        """A sum of products each factor of which depends on the index: moved so that the least
        index that occurs is the index itself, its ends at `..+1` and `..+0`."""
        name, body = index.args[0], monomial_term(inner)
        offsets = list[int]()
        for x, e in inner:
            if x != index or (e.whole or -1) < 0:
                _note_offsets(here, x, index, offsets)
            _note_offset(e, index, offsets)
        least = min(offsets, default=0)
        if least and not moved:
            back = closed(put(body, {name: index - number(least)}), name)
            low, high = (self.canonical(end + number(least)) for end in (low, high))
            return self.linear(low, high, back, True)
        peeled = self.peeled(low, high, body, name)
        if peeled is not None:
            return peeled
        return self.nested(self.canonical(low), self.canonical(high), here, index, inner)

    def peeled(self, low: Term, high: Term, body: Term, name: str) -> Ratio | None:
        """With the lower end at `..+1` and the upper one at `..+0`, and the terms between, which
        have values; nothing if that is so already."""

        def entries(first: Term, count: int) -> list[Term]:
            return [put(body, {name: self.canonical(first + number(k))}) for k in range(count)]

        inner = closed(body, name)
        steps: list[tuple[Rational, bool]] = [(_offset(self.ring, low) - 1, True)]
        steps.append((_offset(self.ring, high), False))
        for step, at_low in steps:
            if not step or step.denominator != 1 or not -MAX_MOVED <= step <= MAX_MOVED:
                continue
            moved: int = step.numerator
            end = self.canonical((low if at_low else high) - number(moved))
            if at_low:
                first = end if moved > 0 else low
                ends, sign = (end, high), -1 if moved > 0 else 1
            else:
                first = (end if moved > 0 else high) + ONE
                ends, sign = (low, end), 1 if moved > 0 else -1
            shorter = (low, high) if (moved > 0) == at_low else ends
            terms = entries(first, abs(moved))
            # the terms are those by which the ranges differ, if the shorter one ends in order
            fits = self.place.at_least(shorter[1] + ONE, shorter[0])
            if fits and all(map(self.place.has_value, terms)):
                signed = [self.ring.ratio(term if sign > 0 else -term) for term in terms]
                return self.ring._add([*signed, self.linear(*ends, inner, True)])
        return None

    def nested(self, low: Term, high: Term, here: Indexed, index: Term, inner: Monomial) -> Ratio:
        """Sums in the monomial are taken out, and all indices stand in the first of the orders
        that their ranges allow."""
        plain = self.whole(low, high, "summed", monomial_term(inner), index.args[0])
        scale: Rational = 1
        places, atoms = [(index, low, high)], inner
        while True:
            found = [(x, e) for x, e in atoms if x.op == "summed" and (e.whole or 0) > 0]
            found = [(x, e) for x, e in found if (e.whole or 0) + len(places) <= MAX_PERMUTED]
            if not found:
                break
            x, e = min(found, key=lambda factor: text(factor[0]))
            rest: Monomial = atoms - {(x, e)}
            for _ in range(e.whole or 0):
                here, j = here.inside(x.args[0], x.args[1])
                read = flat(here.ring, opened(x.args[2], j))
                if len(read) != 1:
                    return plain
                ((m, c),) = read.items()
                rest, scale = join(rest, m), scale * c
                places.append((j, x.args[0], x.args[1]))
            atoms = rest
        if len(places) == 1:
            return plain
        return self.ordered(places, atoms, scale) or plain

    def ordered(
        self, places: list[tuple[Term, Term, Term]], atoms: Monomial, scale: Rational
    ) -> Ratio | None:
        """The least way to write a nested sum; 0 if that has both signs."""
        best: tuple[Key, Rational, list[tuple[Term, Term, Term]], Term] | None = None
        product, own = monomial_term(atoms), {j.args[0] for j, _, _ in places}
        for order in permutations(places):
            spend(5)
            place, names = self.place, dict[str, Term]()
            ranges = list[tuple[Term, Term, Term]]()
            for j, low, high in order:
                if (variables(low) | variables(high)) & (own - names.keys()):
                    break
                first, last = (place.ring.canonical(put(end, names)) for end in (low, high))
                place, k = place.inside(first, last)
                names[j.args[0]] = k
                ranges.append((k, first, last))
            else:
                read = flat(place.ring, put(product, names))
                if len(read) != 1:
                    return None
                ((m, c),) = read.items()
                written = monomial_term(m)
                key = [(text(a), text(b)) for _, a, b in ranges], text(written)
                if best is None or key < best[0]:
                    best = key, c, ranges, written
                elif key == best[0] and c != best[1]:
                    return Sum(), ONE_SUM  # the sum is its own opposite
        if best is None:
            return None
        _, c, ranges, written = best
        for k, low, high in reversed(ranges):
            written = bound("summed", k.args[0], low, high, written)
        return Sum({m: v * c * scale for m, v in _atom(written).items()}), ONE_SUM

    # Products and extremes --------------------------------------------------------------

    def power(self, low: Term, high: Term, body: Term) -> Ratio:
        """Factor by factor; powers of what does not depend on the index; exponentials of sums."""
        entries = self.listed(low, high, body)
        if entries is not None:
            return self.ring._multiply(entries)
        last = _offset(self.ring, high)
        before = self.canonical(high - number(last))
        if (
            0 < last <= MAX_MOVED
            and last.denominator == 1
            and self.place.at_least(before + ONE, low)
        ):
            ends = [self.ring.ratio(opened(body, high - number(k))) for k in range(int(last))]
            return self.ring._multiply([*ends, self.power(low, before, body)])
        here, index = self.place.inside(low, high)
        some, name = self.place.has_some(low, high), index.args[0]
        entry = opened(body, index)
        read, length = flat(here.ring, entry), high - low + ONE
        low, high = self.canonical(low), self.canonical(high)
        plain = self.whole(low, high, "multiplied", here.ring.canonical(entry), name)
        if len(read) != 1 or not self.place.at_least(length, number(0)):
            return plain
        ((monomial, coefficient),) = read.items()
        parts = [self.ring.ratio(number(coefficient) ** length)]
        kept = set[Factor]()
        for x, e in sorted(monomial, key=lambda factor: text(factor[0])):
            if self.comes_out(x, e, name, some):
                parts.append(self.ring.ratio(monomial_term(frozenset({(x, e)})) ** length))
            elif x.op == "exp":
                inner = bound("summed", name, low, high, x.args[0] * as_sum(e))
                parts.append(self.ring.ratio(exp(inner)))
            elif (e.whole or 0) > 0:
                alone = _atom(bound("multiplied", name, low, high, x))
                parts.append((self.ring._power(alone, e.whole or 0), ONE_SUM))
            else:
                kept.add((x, e))
        if kept:
            product = monomial_term(frozenset(kept))
            parts.append(self.whole(low, high, "multiplied", product, name))
        return self.ring._multiply(parts)

    def extreme(self, low: Term, high: Term, body: Term) -> Ratio:
        """What does not depend on the index comes out as a summand, a number > 0 as a factor."""
        entries = self.listed(low, high, body)
        if entries:
            terms = [as_term(*entry) for entry in entries]
            return entries[0] if len(terms) == 1 else self.ring.ratio(Term("max", tuple(terms)))
        here, index = self.place.inside(low, high)
        name = index.args[0]
        read = flat(here.ring, opened(body, index))
        outer, rest = list[Ratio](), dict[Monomial, Rational]()
        for monomial, coefficient in read.items():
            if any(name in names_in(x, e) for x, e in monomial):
                rest[monomial] = coefficient
            else:  # the range is not empty, so that it has a value
                outer.append(self.powers(monomial, coefficient))
        if not rest:
            return self.ring._add(outer)
        scale = content(rest.values())
        inner = as_sum({m: over(c, scale) for m, c in rest.items()})
        ends = self.canonical(low), self.canonical(high)
        atom = self.whole(*ends, "greatest", inner, name)
        return self.ring._add([*outer, self.ring._multiply([(constant(scale), ONE_SUM), atom])])


def log_of_product(ring: Ring, product: Term) -> Ratio | None:
    """`log(prod f)` is `sum(log f)` where each f is > 0."""
    here, index = cast("Indexed", ring.knows).inside(product.args[0], product.args[1])
    entry = opened(product.args[2], index)
    if here.sign(entry) != POSITIVE:
        return None
    total = bound("summed", index.args[0], product.args[0], product.args[1], log(entry))
    return ring.ratio(total)


def _atom(x: Term) -> Sum:
    return Sum({frozenset({(x, ONE_SUM)}): 1})


def _offset(ring: Ring, end: Term) -> Rational:
    """The number that is added in an end."""
    above, below = ring.ratio(end)
    return above.number if below == ONE_SUM else 0


def _note_offset(p: Sum, index: Term, offsets: list[int]) -> bool:
    """Of `c*i + d`, the whole part of d/c, which moves with the index."""
    own = frozenset({(index, ONE_SUM)})
    slope = p.get(own)
    others = (m for m in p if m not in (own, UNIT))
    if not slope or any(index.args[0] in names_in(x, e) for m in others for x, e in m):
        return False
    if slope > 0:
        offsets.append(floor(over(p.number, slope)))
    return True


def _note_offsets(here: Indexed, x: Term, index: Term, offsets: list[int]) -> None:
    if index.args[0] not in variables(x):
        return
    if x == index:
        offsets.append(0)
        return
    if not loose(x) and x.op in ("sum", "product"):
        above, below = here.ring.ratio(x)
        if below == ONE_SUM and _note_offset(above, index, offsets):
            return
    for arg in x.args if x.op not in LEAVES else ():
        _note_offsets(here, arg, index, offsets)
