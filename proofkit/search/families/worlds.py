"""Small n and short rational lists, at which hypotheses hold and a statement may fail.

Numbers are drawn, entries are moved to where the hypotheses want them, and machine numbers say
which worlds are worth the kernel's look. Whatever is found is decided by the kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from proofkit.evidence.proofs import REFUSALS
from proofkit.foundations.effort import limited
from proofkit.foundations.errors import LimitExceeded
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.worlds import Places, World, mapped, read
from proofkit.language.binding import ForEach
from proofkit.language.terms import Term
from proofkit.search.budget import Budget

Number = float
Point = dict[str, object]
SMALL = [Fraction(v) for v in ("0", "1", "-1", "2", "1/2", "3", "-2", "1/3", "-1/2", "3/2", "10")]
SIZES = (1, 2, 3, 2, 1, 0, 4, 3, 5, 2)
SLACK, ROUGHLY = 1e-9, 1e-7


class NoNumber(Exception):
    """A term has no value, or too large a one."""


@dataclass
class Drawn:
    """Numbers drawn so far; an entry is drawn when it is asked for."""

    context: Context
    random: Random
    style: str
    numbers: dict[str, Fraction]
    lists: dict[str, dict[Places, Fraction]]

    def draw(self, whole: bool) -> Fraction:
        choice = self.random.choice
        if whole:
            return Fraction(choice((0, 1, 2, 3, 1, 2)))
        if self.style == "positive":
            return abs(choice(SMALL)) or Fraction(1)
        if self.style == "same":
            return Fraction(choice((1, 1, 1, 2)))
        if self.style == "wide":
            return Fraction(self.random.randint(-300, 300), choice((1, 3, 10, 100)))
        return choice(SMALL)

    def entry(self, name: str, at: Places) -> Fraction:
        entries = self.lists[name]
        if at not in entries:
            entries[at] = self.draw((self.context.families or {})[name][0])
        return entries[at]

    # Values in machine numbers ------------------------------------------------------------

    def value(self, term: Term, indices: Places = ()) -> Number:
        try:
            return self._value(term, indices)
        except (ArithmeticError, ValueError, TypeError):
            raise NoNumber from None

    def _value(self, term: Term, indices: Places) -> Number:
        op, args = term.op, term.args
        if op == "number":
            return float(args[0])
        if op == "index":
            return float(indices[-1 - args[0]])
        if op == "variable":
            return float(self.numbers[args[0]])
        if op == "entry":
            at = tuple(self.whole(place, indices) for place in args[1:])
            return float(self.entry(args[0].args[0], at))
        if op in _OVER:
            low, high = (self.whole(end, indices) for end in args[:2])
            if high - low > 60:
                raise NoNumber
            return _OVER[op]([self._value(args[2], (*indices, k)) for k in range(low, high + 1)])
        if op not in _PLAIN:
            raise NoNumber
        found = _PLAIN[op](*(self._value(arg, indices) for arg in args))
        if isinstance(found, complex):
            raise NoNumber
        return found

    def whole(self, term: Term, indices: Places) -> int:
        found = self._value(term, indices)
        if found != round(found):
            raise NoNumber
        return round(found)

    # Facts --------------------------------------------------------------------------------

    def places(self, stated: ForEach) -> Iterator[tuple[Fact, Places]]:
        """A fact for each index, with its indices."""

        def walk(body: Term, at: Places) -> Iterator[tuple[Fact, Places]]:
            if body.op == "pair":
                yield (body.args[0], stated.relation, body.args[1]), at
                return
            low, high = (self.whole(end, at) for end in body.args[:2])
            for k in range(low, min(high, low + 12) + 1):
                yield from walk(body.args[2], (*at, k))

        return walk(stated.body, ())

    def facts(self) -> Iterator[tuple[Fact, Places]]:
        for fact in self.context.hypotheses.values():
            yield fact, ()
        for stated in self.context.each.values():
            yield from self.places(stated)

    def holds(self, fact: Fact, at: Places, slack: float = SLACK) -> bool:
        left, right = self.value(fact[0], at), self.value(fact[2], at)
        room = slack * (1 + abs(left) + abs(right))
        if fact[1] == "=":
            return abs(left - right) <= room
        if fact[1] in ("<", "<="):
            return left < right if fact[1] == "<" else left <= right + room
        return left > right if fact[1] == ">" else left >= right - room

    def repair(self) -> None:
        """Move a number or an entry that stands alone on one side to where its fact holds."""
        for fact, at in list(self.facts()):
            try:
                if self.holds(fact, at) or self._scaled(fact):
                    continue
                self._move(fact, at)
            except NoNumber:
                continue

    def _move(self, fact: Fact, at: Places) -> None:
        left, relation, right = fact
        slack = Fraction(self.random.choice((0, 0, 1, 2)), self.random.choice((1, 2, 4)))
        if relation in ("<", ">") and not slack:
            slack = Fraction(1, 2)
        way = 0 if relation == "=" else -1 if relation in ("<", "<=") else 1
        for mine, other, turn in ((left, right, way), (right, left, -way)):
            inside = mine.args[0] if mine.op == "abs" else mine
            if inside.op not in ("variable", "entry"):
                continue
            value = Fraction(self.value(other, at)).limit_denominator(1000) + turn * slack
            if mine.op == "abs" and self.random.random() < 0.5:
                value = -value
            self._set(inside, at, value)
            return

    def _set(self, leaf: Term, at: Places, value: Fraction) -> None:
        if leaf.op == "variable":
            whole = self.context.parameters[leaf.args[0]]
            self.numbers[leaf.args[0]] = Fraction(round(value)) if whole else value
            return
        name = leaf.args[0].args[0]
        places = tuple(self.whole(place, at) for place in leaf.args[1:])
        whole = (self.context.families or {})[name][0]
        self.lists[name][places] = Fraction(round(value)) if whole else value

    def _scaled(self, fact: Fact) -> bool:
        """Of `sum(i=lo..hi, w[i]) = c`, the entries times one factor."""
        for total, other in ((fact[0], fact[2]), (fact[2], fact[0])):
            if fact[1] != "=" or total.op != "summed" or total.args[2].op != "entry":
                continue
            family, *places = total.args[2].args
            if len(places) != 1 or places[0].op != "index":
                continue
            low, high = (self.whole(end, ()) for end in total.args[:2])
            at = [(k,) for k in range(low, high + 1)]
            now = sum((self.entry(family.args[0], k) for k in at), Fraction(0))
            want = Fraction(self.value(other)).limit_denominator(1000)
            if now and at:
                for k in at:
                    self.lists[family.args[0]][k] *= want / now
                return True
        return False

    def point(self) -> Point:
        """As certificates have it."""
        numbers: Point = {name: str(value) for name, value in self.numbers.items()}
        return {**numbers, **mapped(self.lists)}


_OVER: dict[str, Callable[[list[Number]], Number]] = {
    "summed": math.fsum,
    "multiplied": math.prod,
    "greatest": max,
    "least": min,
}
_PLAIN: dict[str, Callable[..., Number]] = {
    "sum": lambda *parts: math.fsum(parts),
    "product": lambda *parts: math.prod(parts),
    "power": lambda base, exponent: base**exponent,
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "max": max,
    "min": min,
    "pi": lambda: math.pi,
}


def drawn(context: Context, seed: int, sizes: tuple[int, ...] = SIZES) -> Drawn:
    """Numbers for all names."""
    random = Random(seed)
    style = ("plain", "positive", "plain", "same", "wide")[seed % 5]
    lists: dict[str, dict[Places, Fraction]] = {name: {} for name in context.families or ()}
    found = Drawn(context, random, style, {}, lists)
    size = sizes[seed % len(sizes)]
    for name, whole in context.parameters.items():
        near = random.choice((size, size, size, random.choice((1, 2, 3))))
        found.numbers[name] = Fraction(near) if whole else found.draw(False)
    return found


def fitting(context: Context, seed: int) -> Drawn | None:
    """A world in which the hypotheses seem to hold."""
    world = drawn(context, seed)
    try:
        for _ in range(3):
            world.repair()
        return world if all(world.holds(fact, at) for fact, at in world.facts()) else None
    except (NoNumber, ArithmeticError):
        return None


def certainly_fits(context: Context, world: Drawn) -> World | None:
    """The world as the kernel reads it, if the hypotheses hold there."""
    try:
        with limited(100_000, 1.0):
            found = read(context, world.point())
            found.require_hypotheses()
    except (*REFUSALS, LimitExceeded, OverflowError):
        return None
    return found


def refutation(context: Context, fact: Fact, budget: Budget, tries: int = 400) -> Point | None:
    """A world that refutes the fact, by the kernel's decision."""
    for seed in range(tries):
        budget.spend()
        world = fitting(context, seed)
        try:
            if world is None or world.holds(fact, (), 1e-12):
                continue
        except NoNumber:
            continue
        if refutes(context, fact, world):
            return world.point()
    return None


def refutes(context: Context, fact: Fact, world: Drawn) -> bool:
    """Does the kernel say that the hypotheses hold there, and that the fact fails?"""
    there = certainly_fits(context, world)
    if there is None:
        return False
    try:
        with limited(200_000, 2.0):
            return there.decide(fact).value == "fails"
    except (*REFUSALS, LimitExceeded, OverflowError):
        return False


def inhabitant(context: Context, facts: tuple[Fact, ...], budget: Budget) -> Point | None:
    """A world in which all hypotheses hold."""
    for seed in range(600):
        budget.spend()
        world = fitting(context, seed)
        if world is None:
            continue
        try:
            for side in (side for fact in facts for side in fact[::2]):
                world.value(side)
        except NoNumber:
            continue
        if certainly_fits(context, world) is not None:
            return world.point()
    return None


def as_list(entries: Mapping[str, str]) -> list[str] | dict[str, str]:
    """Entries at 1, 2, ... as a list; others by their indices."""
    if entries and {*entries} == {str(k + 1) for k in range(len(entries))}:
        return [entries[str(k + 1)] for k in range(len(entries))]
    return dict(sorted(entries.items()))


def samples(context: Context, count: int = 60) -> list[Drawn]:
    """Worlds in which the hypotheses seem to hold, to look at goals with."""
    found = (fitting(context, seed) for seed in range(3 * count))
    return [world for world in found if world is not None][:count]
