"""An inequality as a sum of products of facts: which products, and with which weights.

The difference of the two sides, multiplied by its denominators, is a sum of powers. It is
sought among products of facts, of comparisons of powers such as `n^q <= n^p`, and of terms
whose sign is known, few of them at first. Exact linear programming finds the weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any
from weakref import WeakKeyDictionary

from proofkit.foundations.errors import CertificateError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Fact, Known, upwards
from proofkit.kernel.polynomial import (
    ONE_SUM,
    UNIT,
    Monomial,
    Sparse,
    Sum,
    inverse,
    join,
    monomial_term,
)
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, within
from proofkit.language.terms import ONE, ZERO, Term, multiply, number
from proofkit.search.budget import Budget
from proofkit.search.nodes import RING, SIGN, Node, accepted, psatz, sign_of, summand
from proofkit.search.tactics import shifts, squares
from proofkit.search.tactics.quotients import cleared
from proofkit.search.tactics.simplex import combination

MAX_COLUMNS = 250
MAX_SUPPORT = 60
MAX_TARGET = 400
MAX_FACT = 12


@dataclass(frozen=True)
class Generator:
    """A product of facts as a sum of powers: it is >= 0, > 0 if strict, or = 0 if an equation."""

    facts: tuple[str, ...]
    terms: Sum
    strict: bool
    equation: bool = False
    signs: tuple[Term, ...] = ()  # its denominators, which are > 0


@dataclass
class _Product:
    generator: Generator
    multiplier: Monomial
    strict: bool


@dataclass
class _Columns:
    """The products tried so far."""

    known: Known
    signs: dict[Monomial, int]
    products: list[_Product] = field(default_factory=list)
    sums: list[Sparse] = field(default_factory=list)
    seen: set[Any] = field(default_factory=set)

    def sign(self, monomial: Monomial) -> int:
        """What is known of the sign of a power; 0 where it has no value."""
        if monomial not in self.signs:
            self.signs[monomial] = sign_of(self.known, _term(monomial))
        return self.signs[monomial]

    def add(self, generator: Generator, multiplier: Monomial) -> None:
        key = generator.facts, multiplier
        if key in self.seen or len(self.products) >= MAX_COLUMNS:
            return
        self.seen.add(key)
        found = self.sign(multiplier)
        if not found or not (generator.equation or within(found, AT_LEAST_ZERO)):
            return
        strict = generator.strict and found == POSITIVE
        self.products.append(_Product(generator, multiplier, strict))
        self.sums.append({join(m, multiplier): c for m, c in generator.terms.items()})


NOTHING = Generator((), ONE_SUM, True)
_FOUND: WeakKeyDictionary[Known, dict[Fact, Node | None]] = WeakKeyDictionary()
_SIGNS: WeakKeyDictionary[Known, dict[Monomial, int]] = WeakKeyDictionary()
"""What was found at each place: the same is asked there again and again."""


def prove(known: Known, goal: Fact, budget: Budget) -> Node | None:
    """A node of the rule psatz, or ring, for a goal between numbers."""
    found = _FOUND.setdefault(known, {})
    if goal not in found:
        found[goal] = _prove(known, goal, budget)
    return found[goal]


def _prove(known: Known, goal: Fact, budget: Budget) -> Node | None:
    small, relation, large = upwards(goal)
    try:
        if relation != "<" and known.ring.equal(small, large):
            return RING
        found = cleared(known, known.context.unfold(large - small))
    except (Undefined, LimitExceeded, CertificateError):
        return None
    if found is None or not found[0] or len(found[0]) > MAX_TARGET:
        return None
    target, scale = found
    if relation == "=":
        return shifts.from_equations(known, target, scale)
    if relation == "<=" and small == ZERO and accepted(known, goal, SIGN):
        return SIGN
    strict = relation == "<"
    return (
        shifts.prove(known, target, scale, strict, budget)
        or squares.prove(target, scale, strict)
        or _from_products(known, target, scale, strict, budget)
    )


def _from_products(
    known: Known, target: Sparse, scale: Term, strict: bool, budget: Budget
) -> Node | None:
    """Products of at most two facts and of terms of known sign."""
    if len(target) > MAX_SUPPORT:
        return None
    columns = _Columns(known, _SIGNS.setdefault(known, {}))
    basic = generators(known)
    inequalities = [g for g in basic if not g.equation]
    support = set(target)
    for stage in range(3):
        budget.spend()
        if stage == 1:
            support |= _reached(columns)
        if stage == 2:
            basic = [_both(g, h) for g, h in combinations_with_replacement(inequalities, 2)]
        _add_all(columns, basic, support)
        for monomial in sorted(_reached(columns) | support, key=_order):
            columns.add(NOTHING, monomial)
        free = {k for k, p in enumerate(columns.products) if p.generator.equation}
        wanted = {k for k, p in enumerate(columns.products) if p.strict} if strict else None
        weights = combination(columns.sums, free, target, wanted, budget)
        if weights is not None:
            return _node(columns, weights, scale)
        if len(columns.products) >= MAX_COLUMNS:
            return None
    return None


@lru_cache(20_000)
def _order(monomial: Monomial) -> tuple[int, str]:
    return len(monomial), str(_term(monomial))


_term = lru_cache(20_000)(monomial_term)


def _reached(columns: _Columns) -> set[Monomial]:
    found = {m for sum_ in columns.sums for m in sum_}
    return found if len(found) <= 3 * MAX_SUPPORT else set()


def _add_all(columns: _Columns, generators: list[Generator], support: set[Monomial]) -> None:
    for generator in generators:
        for multiplier in multipliers(generator, support):
            columns.add(generator, multiplier)


def multipliers(generator: Generator, support: set[Monomial]) -> list[Monomial]:
    """Powers by which the product of facts reaches one of these."""
    parts = [inverse(part) for part in generator.terms]
    found = {join(m, part) for m in support for part in parts}
    return sorted(found, key=_order)


def _both(left: Generator, right: Generator) -> Generator:
    return Generator(
        (*left.facts, *right.facts),
        left.terms * right.terms,
        left.strict and right.strict,
        signs=(*left.signs, *right.signs),
    )


def generators(known: Known) -> list[Generator]:
    """Each fact as a sum of powers."""
    found = []
    for id, (small, relation, large) in known.facts.items():
        try:
            cleared_ = cleared(known, known.context.unfold(large - small))
        except (Undefined, LimitExceeded):
            continue
        if cleared_ is not None and 0 < len(cleared_[0]) <= MAX_FACT:
            terms, scale = cleared_
            signs = () if scale == ONE else (scale,)
            found.append(Generator((id,), terms, relation == "<", relation == "=", signs))
    return found


def _node(columns: _Columns, weights: dict[int, Fraction], scale: Term) -> Node:
    summands = []
    equations: list[tuple[str, Term]] = []
    for k, weight in sorted(weights.items()):
        product = columns.products[k]
        generator, factor = product.generator, _term(product.multiplier)
        if generator.equation:
            term = multiply(number(weight), *generator.signs, factor)
            equations.append((generator.facts[0], term))
            continue
        signs = [*generator.signs, *([] if product.multiplier == UNIT else [factor])]
        summands.append(summand(weight, generator.facts, signs))
    return psatz(summands, None if scale == ONE else scale, equations)
