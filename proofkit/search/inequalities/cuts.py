"""An enclosure over the ranges of the variables, cut where it is too wide."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction

from flint import ctx

from proofkit.foundations.errors import Undefined
from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.boxes import Box
from proofkit.language.subterms import parts
from proofkit.language.terms import ZERO, Term, variables, whole_value
from proofkit.search.budget import Budget
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.shapes import form, horner
from proofkit.search.nodes import RING, Node, box, chain

Ranges = Mapping[str, tuple[Fraction | None, Fraction | None]]
BITS = 96
MAX_VARIABLES = 4
LIMITS = ((4, 3000), (2, 400), (0, 40))
"""How many pieces, from how much fuel on."""
SHALLOW = 3
"""So near to the question itself a goal in several variables has the most pieces at once."""


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    return _cut(search, known, goal, next(pieces for least, pieces in LIMITS if fuel >= least))


def prove_shallow(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """The same with many pieces, for a goal near the question on a box of several variables, in
    which functions or roots occur."""
    names = variables(goal[0]) | variables(goal[2])
    if search.depth > SHALLOW or len(names) < 2 or any(None in known.range_of(x) for x in names):
        return None
    curved = any(map(_is_curved, parts(*goal[::2])))
    return _cut(search, known, goal, LIMITS[0][1]) if curved else None


def _is_curved(part: Term) -> bool:
    if part.op == "power":
        return whole_value(part.args[1]) is None
    return part.op in ("exp", "log")


def _cut(search: Prover, known: Known, goal: Fact, limit: int) -> Node | None:
    left, relation, right = goal
    names = sorted(variables(left) | variables(right))
    if not names or len(names) > MAX_VARIABLES:
        return None
    least = _least(search, known, goal)
    if least <= 0:
        return None
    if any(
        low is not None and high is not None and low > high
        for low, high in map(known.range_of, names)
    ):
        return None
    ways = [right]
    if left == ZERO and (terms := form(known, right)):
        ways += [way for name in names if (way := horner(terms, name))]
    ranges = {name: known.range_of(name) for name in names}
    sides = [way - left for way in ways]
    for way, side in zip(ways, sides, strict=True):
        found = cuts(search.budget, known.context.unfold(side), ranges, relation, limit)
        if found is None:
            continue
        node = box(BITS, found)
        return node if way == right else chain(left, [(relation, way, node), ("=", right, RING)])
    return None


def _least(search: Prover, known: Known, goal: Fact) -> float:
    import numpy as np

    difference = goal[2] - goal[0]
    v, e = search.numbers(known, goal[::2]).value(difference)
    finite = np.isfinite(v) & np.isfinite(e)
    v = v[finite] - 16 * e[finite]
    return float(v.min()) if len(v) else 1.0


def cuts(
    budget: Budget, term: Term, ranges: Ranges, relation: str, limit: int, bits: int = BITS
) -> list[list[str]] | None:
    """Cuts after which every piece is enclosed with the right sign, if so many are enough."""
    pending, pieces = [Box(ranges, {})], 0
    found: list[list[str]] = []
    with ctx.workprec(bits):
        weights = _weights(term, ranges)
        while pending:
            budget.spend()
            here = pending.pop()
            pieces += 1
            if pieces > limit:
                return None
            try:
                low = here.enclose(term).low
                if low > 0 or (relation == "<=" and low >= 0):
                    found.append([])
                    continue
            except Undefined:
                pass
            name, at = _middle(here, weights)
            if at is None:
                return None
            found.append([name, str(at)])
            below, above = here.halves(name, at)
            pending += [above, below]
    return found


def _weights(term: Term, ranges: Ranges) -> Mapping[str, Fraction]:
    """How much each range widens the enclosure, by its length; all alike where one is infinite."""
    ends = {x: (a, b) for x, (a, b) in ranges.items() if a is not None and b is not None}
    found = dict.fromkeys(ranges, Fraction(1))
    middles = {name: ((low + high) / 2,) * 2 for name, (low, high) in ends.items()}
    with suppress(Undefined, ValueError, OverflowError):
        for name, (low, high) in ends.items() if len(ends) == len(ranges) else ():
            along = Box({**middles, name: (low, high)}, {}).enclose(term)
            spread = Fraction(float(along.high - along.low))
            found[name] = spread / (high - low) if low < high else Fraction(0)
    return found


def _middle(box: Box, weights: Mapping[str, Fraction]) -> tuple[str, Fraction | None]:
    """Where to cut, if anywhere: in the range that widens the enclosure most, infinite ones
    first."""
    if not box.ranges:
        return "", None

    def width(name: str) -> tuple[int, Fraction]:
        low, high = box.ranges[name]
        if low is None and high is None:
            return 2, Fraction(0)
        if low is None or high is None:
            return 1, -abs(low if low is not None else high or Fraction(0))
        return 0, weights[name] * (high - low)

    name = max(box.ranges, key=width)
    low, high = box.ranges[name]
    if low is None:
        return name, Fraction(0) if high is None else min(Fraction(-1), 2 * high)
    if high is None:
        return name, max(Fraction(1), 2 * low)
    if high - low < Fraction(1, 2**30):
        return name, None
    if low > 0 and high > 16 * low:
        return name, 4 * low
    return name, (low + high) / 2
