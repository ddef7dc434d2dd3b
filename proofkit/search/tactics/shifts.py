"""An inequality by measuring variables from where they start.

With `d = 2 + d'` for `d >= 2`, `x = y + x'` for `x >= y` and `n = (d - 2)*t` put in, most
differences become sums of powers of which each negative one is covered by a larger positive
one. What is found is written in the variables themselves: `d'` is `d - 2`, and putting in a
term for a variable is a multiple of the equation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import floor, prod

from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Known, replace
from proofkit.kernel.polynomial import (
    ONE_SUM,
    UNIT,
    Monomial,
    Rational,
    Sparse,
    Sum,
    as_sum,
    collect,
    constant,
    join,
    monomial_term,
)
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.language.terms import ONE, Term, number, variable
from proofkit.search.budget import Budget
from proofkit.search.nodes import Node, have, psatz, sign_of, summand
from proofkit.search.tactics.powers import Comparisons
from proofkit.search.tactics.simplex import combination

MAX_TERMS = 400


@dataclass(frozen=True)
class Shift:
    """`name` is a sum of powers, plus (or minus) a new variable >= 0 unless an equation says so.
    With a `length` it lies between two ends, and is measured from both (Bernstein's basis)."""

    name: str
    start: Sum
    sign: int = 1
    equation: str = ""  # the id of the fact
    reversed: bool = False  # the fact has the variable on its right
    length: Fraction = Fraction(0)


@dataclass
class _Rewritten:
    """The target in shifted variables."""

    terms: Sparse
    scale: Term
    back: dict[str, Term] = field(default_factory=dict)
    equations: list[tuple[str, Term]] = field(default_factory=list)


def prove(known: Known, target: Sparse, scale: Term, strict: bool, budget: Budget) -> Node | None:
    """A node of the rule psatz for `0 <= target`, where the target is `scale * (large - small)`."""
    comparisons = Comparisons(known, budget)
    tried: list[Sparse] = []
    for shifts in _choices(known, target):
        budget.spend()
        try:
            found = _rewritten(known, target, scale, shifts)
        except (Undefined, LimitExceeded, CertificateError):
            continue
        if found is None or found.terms in tried:
            continue
        tried.append(found.terms)
        node = _covered(known, found, strict, comparisons, budget)
        if node is not None:
            return node
    return None


def from_equations(known: Known, target: Sparse, scale: Term) -> Node | None:
    """A node of the rule psatz for `0 = target`, by putting in what equations say."""
    equations = [tie for tie in _ties(known) if tie.equation]
    for chosen in (equations, *([tie] for tie in equations)):
        shifts = _in_order(chosen) if chosen else None
        found = _rewritten(known, target, scale, shifts) if shifts else None
        if found is not None and not found.terms:
            return psatz([], None if found.scale == ONE else found.scale, found.equations)
    return None


def _choices(known: Known, target: Sparse) -> Iterator[list[Shift]]:
    """Which variables to shift, from none to all."""
    ties = _ties(known)
    here = {x.args[0] for m in target for x, _ in m if x.op == "variable"}
    while more := {x.args[0] for t in ties if t.name in here for m in t.start for x, _ in m} - here:
        here |= more
    ties = [t for t in ties if t.name in here]
    equations = [t for t in ties if t.equation]
    orders = [t for t in ties if not t.equation]
    ranges = [(name, *ends) for name, ends in _ranges(known).items() if name in here]
    lows = [Shift(name, constant(low)) for name, low, _ in ranges if low]
    highs = [Shift(name, constant(high), -1) for name, _, high in ranges if high is not None]
    between = [
        Shift(name, constant(low), length=high - low)
        for name, low, high in ranges
        if low is not None and high is not None and low < high
    ]
    inside = {s.name for s in between}
    for chosen in ([], equations) if between else ():
        taken = {tie.name for tie in chosen} | inside
        some = [s for s in lows if s.name not in taken]
        for others in ([], some):
            if (shifts := _in_order([*chosen, *between, *others])) is not None:
                yield shifts
    for ends in (lows, highs):
        for chosen in ([], equations, *([t] for t in orders), orders, ties):
            taken = {tie.name for tie in chosen}
            left = [s for s in ends if s.name not in taken]
            others = [s for s in lows if s.name not in taken] if ends is highs else []
            for some in ([], left, *([s] for s in left), *([s, *others] for s in left)):
                distinct = {s.name: s for s in reversed(some)}
                if (shifts := _in_order([*chosen, *distinct.values()])) is not None:
                    yield shifts


def _ties(known: Known) -> list[Shift]:
    """Facts that put a variable equal to a term, or above one."""
    found = []
    for id, (small, relation, large) in known.facts.items():
        for x, other, flipped in ((large, small, True), (small, large, False)):
            if x.op != "variable" or other.op == "number" or x.args[0] not in known.kinds:
                continue
            if relation != "=" and not flipped:
                continue
            above, below = known.ring.ratio(other)
            if below != ONE_SUM or not all(_is_plain(m, x) for m in above):
                continue
            equation = id if relation == "=" else ""
            found.append(Shift(x.args[0], above, 1, equation, flipped))
            break
    return list({shift.name: shift for shift in found}.values())


def _is_plain(monomial: Monomial, x: Term) -> bool:
    return all(y.op == "variable" and y != x for y, _ in monomial)


def _ranges(known: Known) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    """The ends of all variables; looking at them is no use of a hypothesis."""
    used = set(known.trail.hypotheses)
    found = {name: known.range_of(name) for name in known.kinds}
    known.trail.hypotheses &= used
    return found


def _in_order(shifts: Sequence[Shift]) -> list[Shift] | None:
    """A variable is put before those of which its start is made."""
    left, result = list(shifts), []
    while left:
        ready = [
            s
            for s in left
            if not any(
                variable(s.name) == x for o in left if o is not s for m in o.start for x, _ in m
            )
        ]
        if not ready:
            return None
        result.append(ready[0])
        left.remove(ready[0])
    return result


def _rewritten(
    known: Known, target: Sparse, scale: Term, shifts: Sequence[Shift]
) -> _Rewritten | None:
    found = _Rewritten(target, scale)
    for shift in shifts:
        x = variable(shift.name)
        wholes = [_whole(m, x) for m in found.terms]
        if not any(wholes):
            continue
        if (least := min(wholes)) < 0:
            if known.sign(x) != POSITIVE:
                return None
            found.scale = found.scale * x ** number(-least)
            raise_by: Monomial = frozenset({(x, constant(-least))})
            found.terms = {join(m, raise_by): c for m, c in found.terms.items()}
            found.equations = [(id, x ** number(-least) * factor) for id, factor in found.equations]
        _put(found, shift)
        if len(found.terms) > MAX_TERMS:
            return None
    return found


def _whole(monomial: Monomial, x: Term) -> int:
    """The whole part of the exponent of a variable."""
    return floor(dict(monomial).get(x, constant(0)).number)


def _without(monomial: Monomial, x: Term, whole: int, coefficient: Rational) -> Sum:
    """What such a power of a variable leaves of a monomial."""
    return Sum({join(monomial, frozenset({(x, constant(-whole))} if whole else ())): coefficient})


def _put(found: _Rewritten, shift: Shift) -> None:
    """Put the start and the new variable for whole powers of the variable."""
    x = variable(shift.name)
    if shift.length:
        return _put_between(found, shift)
    value = shift.start
    if not shift.equation:
        fresh = variable(shift.name + "'")
        value = collect([*value.items(), (frozenset({(fresh, constant(1))}), Fraction(shift.sign))])
        start = replace(as_sum(shift.start), found.back)
        found.back[fresh.args[0]] = x - start if shift.sign > 0 else start - x
    total: list[tuple[Monomial, Rational]] = []
    factor: list[tuple[Monomial, Rational]] = []
    for monomial, coefficient in found.terms.items():
        whole = _whole(monomial, x)
        rest = _without(monomial, x, whole, coefficient)
        total += (rest * _power(value, whole)).items()
        for k in range(whole if shift.equation else 0):
            mine = Sum({frozenset({(x, constant(k))} if k else ()): Fraction(1)})
            factor += (rest * mine * _power(value, whole - 1 - k)).items()
    found.terms = collect(total)
    if shift.equation and (multiple := collect(factor)):
        # target = new target + (x - start) * multiple
        term = replace(as_sum(multiple), found.back)
        found.equations.append((shift.equation, term if shift.reversed else -term))


def _put_between(found: _Rewritten, shift: Shift) -> None:
    """`x = low*(h - x)/(h - low) + h*(x - low)/(h - low)`, all terms of one degree."""
    x, low = variable(shift.name), shift.start.get(UNIT, Fraction(0))
    high, length = low + shift.length, shift.length
    up, down = (frozenset({(variable(shift.name + mark), constant(1))}) for mark in ("'", "''"))
    found.back[shift.name + "'"] = x - number(low)
    found.back[shift.name + "''"] = number(high) - x
    value = collect([(up, high / length), (down, low / length)])
    one = collect([(up, 1 / length), (down, 1 / length)])
    degree = max(_whole(m, x) for m in found.terms)
    total: list[tuple[Monomial, Rational]] = []
    for monomial, coefficient in found.terms.items():
        whole = _whole(monomial, x)
        rest = _without(monomial, x, whole, coefficient)
        total += (rest * (_power(value, whole) * _power(one, degree - whole))).items()
    found.terms = collect(total)


def _power(terms: Sum, exponent: int) -> Sum:
    return prod((terms for _ in range(exponent)), start=ONE_SUM)


def _covered(
    known: Known, found: _Rewritten, strict: bool, comparisons: Comparisons, budget: Budget
) -> Node | None:
    """Each negative power covered by larger positive ones, and what is left >= 0."""
    negative = [m for m, c in found.terms.items() if c < 0]
    positive = [m for m, c in found.terms.items() if c > 0]
    signs: dict[Monomial, int] = {}

    def sign(monomial: Monomial) -> int:
        if monomial not in signs:
            signs[monomial] = sign_of(known, replace(monomial_term(monomial), found.back))
        return signs[monomial]

    columns: list[Sparse] = [{m: Fraction(1)} for m in positive]
    factors: list[tuple[Monomial, tuple[str, ...]]] = [(m, ()) for m in positive]
    if not all(within(sign(m), AT_LEAST_ZERO) and sign(m) for m in positive):
        return None
    for small in negative:
        covers = [list(comparisons.path(small, large, found.back)) for large in positive]
        if not any(covers):
            return None
        for here, step, id in chain(*covers):
            if sign(here) and within(sign(here), AT_LEAST_ZERO):
                columns.append({join(here, step): Fraction(1), here: Fraction(-1)})
                factors.append((here, (id,)))
    wanted = {k for k, (m, ids) in enumerate(factors) if not ids and sign(m) == POSITIVE}
    weights = combination(columns, (), found.terms, wanted if strict else None, budget)
    if weights is None:
        return None
    summands: list[Node] = []
    ids: list[str] = []
    for k, weight in sorted(weights.items()):
        monomial, needed = factors[k]
        term = replace(monomial_term(monomial), found.back)
        summands.append(summand(weight, needed, [] if term == ONE else [term]))
        ids += needed
    node = psatz(summands, None if found.scale == ONE else found.scale, found.equations)
    return have(comparisons.entries(ids), node)
