"""Two cases: on one side of a point and on the other, where the goal touches, where a
derivative vanishes, at simple numbers; and for each order of two variables."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.numbers import derivative
from proofkit.kernel.polynomial import Sparse, Sum, as_sum
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, within
from proofkit.language.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    Term,
    exp,
    log,
    number,
    power,
    subtract,
    variable,
    variables,
)
from proofkit.search.inequalities import derive
from proofkit.search.inequalities.derive import multipliers
from proofkit.search.inequalities.numeric import Numeric
from proofkit.search.inequalities.prover import FAILURES, Prover, surroundings
from proofkit.search.inequalities.shapes import form, split
from proofkit.search.inequalities.values import prepared
from proofkit.search.nodes import Node, have

MAX_CASES = 6
SIMPLE = (ZERO, ONE, MINUS_ONE, number(2), number(Fraction(1, 2)), exp(ONE), number(3), number(4))


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    right = goal[2]
    terms = form(known, right)
    if terms is None:
        return None
    tried: list[tuple[Term, Term]] = []
    for name, at in _points(search, known, right, terms):
        search.budget.spend()
        if len(tried) >= MAX_CASES:
            break
        pair = variable(name), at
        if pair in tried or pair[::-1] in tried or name in variables(at):
            continue
        try:
            place, entries = prepared(search, known, at, 1)
            sign = place.sign(subtract(*pair))
            if within(sign, AT_LEAST_ZERO) or within(sign, AT_MOST_ZERO):
                continue
            tried.append(pair)
            node = search.split(place, *pair, lambda here: search.prove(here, goal, fuel - 1))
        except FAILURES:
            continue
        if node is not None:
            return have(entries, node)
    return None


def prove_touching(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """On both sides of a simple number at which a goal of one variable is an equation."""
    right = goal[2]
    names = variables(right)
    if len(names) != 1 or known.kinds.get(min(names)):
        return None
    for name, at in _touching(known, right, min(names)):
        pair = variable(name), at
        sign = known.sign(subtract(*pair))
        if within(sign, AT_LEAST_ZERO) or within(sign, AT_MOST_ZERO) or at.op != "number":
            continue
        return search.split(known, *pair, lambda here: derive.prove(search, here, goal, fuel))
    return None


def _points(search: Prover, known: Known, whole: Term, terms: Sparse) -> Iterator[tuple[str, Term]]:
    names = sorted(variables(whole))
    around = surroundings(known, (whole,))[0]
    if len(names) == 1:
        yield from _touching(known, whole, names[0])
    for name in names:
        yield from ((name, at) for at in _zeros(known, terms, name))
    for x, y in itertools.combinations(around, 2):
        if x in names or y in names:
            yield x, variable(y)
    for name in names:
        low, high = known.range_of(name)
        if (low is None or low < 0) and (high is None or high > 0):
            yield name, ZERO
        elif len(names) == 1:
            yield from ((name, at) for at in _middles(low, high))


def _touching(known: Known, whole: Term, name: str) -> Iterator[tuple[str, Term]]:
    """Simple numbers at which the goal is an equation."""
    low, high = known.range_of(name)
    for at in SIMPLE:
        value = 2.718281828459045 if at.op == "exp" else float(at.args[0])
        if (low is not None and value <= low) or (high is not None and value >= high):
            continue
        v, e = Numeric({name: np.array([value])}).value(whole)
        if abs(v[0]) <= 1e-12 + 20 * e[0]:
            yield name, at


def _middles(low: Fraction | None, high: Fraction | None) -> list[Term]:
    if low is not None and high is not None:
        return [number((low + high) / 2)]
    if low is not None:
        return [number(k) for k in (1, 2, 4, 16) if low < k]
    return [number(k) for k in (-1, -4) if high is not None and high > k]


def _zeros(known: Known, terms: Sparse, name: str) -> Iterator[Term]:
    """Where the goal, or a derivative after dividing by a positive term, vanishes."""
    whole = as_sum(terms)
    for times in [ONE, *multipliers(known, terms, name)][:4]:
        try:
            slope = derivative(known, whole / times, name)
            above, _ = known.ring.ratio(slope)
            yield from _roots(known, above, name)
        except FAILURES:
            continue
    yield from _roots(known, terms, name)


def _roots(known: Known, terms: Sparse, name: str, deep: bool = True) -> Iterator[Term]:
    """The zero of a sum of two parts of which one holds the variable in one place."""
    groups = split(terms, name)
    if len(groups) != 2:
        return
    x = variable(name)
    for part, other in itertools.permutations(groups):
        if other == ONE:
            ratio = MINUS_ONE * as_sum(groups[other]) / as_sum(groups[part])
            inverse = _inverse(part, x, ratio)
            if inverse is not None:
                yield known.ring.canonical(inverse)
                return
    if deep and len(terms) == 2 and len({c > 0 for c in terms.values()}) == 2:
        one, two = (Sum({m: abs(Fraction(c))}) for m, c in terms.items())
        logs = log(as_sum(one)) - log(as_sum(two))
        yield from _roots(known, known.ring.ratio(logs)[0], name, False)


def _inverse(part: Term, x: Term, value: Term) -> Term | None:
    if part == x:
        return value
    if part == exp(x):
        return log(value)
    if part == log(x):
        return exp(value)
    if part.op == "power" and part.args[0] == x:
        return power(value, power(part.args[1], MINUS_ONE))
    if part.op == "power" and part.args[1] == x:
        return log(value) / log(part.args[0])
    return None
