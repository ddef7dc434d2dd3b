"""Points where a claim fails once one of its hypotheses is given up and the others are kept.

`audit` asks for any such point, `threshold` for one at a given value of a parameter. Both look
in the same places, so that neither knows a point that the other does not. Nothing here decides:
every point is put to the kernel.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice, product

from proofkit.foundations.errors import LimitExceeded, ProofkitError
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.signs import chances
from proofkit.language.claims import Claim, Hypothesis
from proofkit.language.parameters import Parameter, Values, links_of, resolve
from proofkit.language.results import FAILS, HOLDS, UNDECIDED
from proofkit.language.terms import number, variable, variables
from proofkit.search.budget import Budget
from proofkit.search.contexts import context_of, fact_of
from proofkit.search.inequalities import beside
from proofkit.search.samples import samples

DRAWS = 400
TRIALS = 60
BITS = 512
FIRST, BASES, SCALES, MAX_POINTS = 200, 6, 16, 600
SECONDS = 1
"""Longest time to look right beside points where the sides touch."""

MAX_SIGNS = 2_000
"""Largest integer at which an exact probability is asked for: more take long."""

MAX_CHANCES = 40
"""Most points at which a claim about probabilities is decided, for the same reason."""

_CHANGE = Fraction(1, 2)
_SMALL = (1, 2, 3, 4, 5, 8)


@dataclass(frozen=True)
class Looked:
    """What a search came back with: a point where the claim fails, if one is found; whether
    the other hypotheses can hold without the dropped one at all; and what stood in the way."""

    point: Values | None
    possible: bool
    note: str = ""


class Failures:
    """Where a claim fails when `dropped` is not assumed."""

    def __init__(self, claim: Claim, dropped: Hypothesis) -> None:
        self._claim = claim
        self._broken = fact_of(dropped.statement)
        self._context = context_of(claim)
        self._bare = Context({p.name: p.integer for p in claim.parameters})
        self._facts = [fact_of(part.statement) for part in claim.parts]
        self._others = [fact_of(h.statement) for h in claim.hypotheses if h != dropped]
        self._moving = sorted(variables(self._broken[0]) | variables(self._broken[2]))
        self._parameters = _freed(claim.parameters, self._broken, self._moving)
        self._links = links_of(self._parameters)
        self._costly = any(True for f in self._facts for side in f[::2] for _ in chances(side))

    def without(self, start: Values) -> Iterator[Values]:
        """Points that satisfy all other hypotheses and break this one."""
        return islice(self._violations(start), TRIALS)

    def anywhere(self, start: Values) -> Looked:
        """A point that satisfies all other hypotheses, breaks this one, and fails the claim."""
        possible, note = False, ""
        for trial, point in enumerate(self._violations(start)):
            possible = True
            if trial == TRIALS:
                break
            verdict, reason = self._decided(point)
            if verdict == FAILS:
                return Looked(point, True)
            if verdict == UNDECIDED and not note:
                given = ", ".join(f"{name} = {value}" for name, value in point.items())
                note = f"at {given}: {reason}"
        return Looked(None, possible, note)

    def at(self, over: str, value: Fraction) -> Values | None:
        """The same with a given value of one parameter."""
        seen: set[tuple[Fraction, ...]] = set()
        asked, whole = 0, [p.name for p in self._parameters if p.integer]
        for point in self._with(over, value):
            key = tuple(point.values())
            if key in seen or (self._costly and any(point[x] > MAX_SIGNS for x in whole)):
                continue
            seen.add(key)
            asked += 1
            if asked > (MAX_CHANCES if self._costly else MAX_POINTS):
                return None
            if self._decided(point)[0] == FAILS and self._allowed(point):
                return point
        return None

    def beside(self, over: str, value: Fraction) -> Values | None:
        """Such a point right beside one where the two sides touch."""
        if self._costly:
            return None
        unfold = self._context.unfold
        kept = dict(enumerate([*self._others, (variable(over), "=", number(value))]))
        plain = {str(k): (unfold(f[0]), f[1], unfold(f[2])) for k, f in kept.items()}
        context = Context(self._context.parameters, plain)
        for left, relation, right in self._facts:
            with suppress(ProofkitError, ArithmeticError, ValueError):
                fact = (unfold(left), relation, unfold(right))
                point = beside.refutation(context, fact, Budget(SECONDS))
                point = point and self._resolved(point)
                if point and self._decided(point)[0] == FAILS and self._allowed(point):
                    return point
        return None

    def _decided(self, point: Values) -> tuple[str, str]:
        """Does the claim hold at the point, and if that is not known, why?"""
        found, reason, here = HOLDS, "", points.Point(self._context, point)
        for fact in self._facts:
            try:
                verdict = here.decide(fact, BITS)
            except LimitExceeded as problem:
                found, reason = UNDECIDED, str(problem)
                continue
            if verdict.value == FAILS:
                return FAILS, ""
            if verdict.value == UNDECIDED:
                found, reason = UNDECIDED, reason or verdict.reason
        return found, reason

    def _allowed(self, point: Values) -> bool:
        """Do all other hypotheses hold?"""
        here = points.Point(self._bare, point)
        return all(here.decide(fact, BITS).value == HOLDS for fact in self._others)

    # Around a point that satisfies everything ------------------------------------------

    def _violations(self, start: Values) -> Iterator[Values]:
        """Points that satisfy all hypotheses but violate the dropped one."""
        for given in self._tries(start):
            point = self._resolved(given)
            if point and self._breaks(point) and self._allowed(point):
                yield point

    def _breaks(self, point: Values) -> bool:
        """Is the dropped hypothesis violated?"""
        return points.decide(self._bare, self._broken, point, BITS).value == FAILS

    def _tries(self, start: Values) -> Iterator[Values]:
        """First one parameter of the broken hypothesis is moved at a time, then any of them."""
        choices = {p.name: _choices(self._claim, p, start[p.name]) for p in self._parameters}
        source = random.Random(f"{self._claim.name} {self._broken}")
        tries = [{**start, name: value} for name in self._moving for value in choices[name]]
        for _ in range(DRAWS):
            tries.append(
                {
                    name: source.choice(values)
                    if name in self._moving or source.random() < _CHANGE
                    else start[name]
                    for name, values in choices.items()
                }
            )
        for given in tries:
            for link in self._links:
                solvable = [n for n in link.solve if n not in self._moving] or list(link.solve)
                given.pop(source.choice(solvable), None)
            yield given

    # At a value ------------------------------------------------------------------------

    def _with(self, over: str, value: Fraction) -> Iterator[Values]:
        """Corners of the ranges, samples, then some with larger and larger integers."""
        for given in chain(self._corners(over), self._grown(over)):
            if point := self._resolved({**given, over: value}):
                yield point

    def _corners(self, over: str) -> Iterator[Values]:
        """Every combination of the ends of the ranges; integers small, and very large."""
        tied = {name for link in self._links for name in link.solve}
        groups: list[list[Values]] = []
        for link in self._links:
            names = [name for name in link.solve if name != over]
            groups.append(self._group(names, free=len(link.solve) - 1 - (over in link.solve)))
        for parameter in self._parameters:
            if parameter.name not in tied and parameter.name != over:
                groups.append([{parameter.name: end} for end in self._ends(parameter)])
        for chosen in islice(product(*groups), MAX_POINTS):
            yield {name: value for part in chosen for name, value in part.items()}

    def _group(self, names: Sequence[str], free: int) -> list[Values]:
        """Ends for parameters that are tied: as many of them as the tie leaves free."""
        if free <= 0:
            return [{}]
        declared = {p.name: p for p in self._parameters}
        found: list[Values] = []
        for left in range(len(names)):
            kept = [name for k, name in enumerate(names) if k != left or free == len(names)]
            ranges = [self._ends(declared[name]) for name in kept[:free]]
            found += [dict(zip(kept, ends, strict=False)) for ends in product(*ranges)]
        return found

    def _ends(self, parameter: Parameter) -> list[Fraction]:
        """The ends of a parameter's range, or its default."""
        ends = _bounds(self._claim, parameter)
        if parameter.integer:
            least = min(ends, default=Fraction(1))
            return [*(least + k - 1 for k in _SMALL), Fraction(10**6), Fraction(10**12)]
        return sorted(ends) or [Fraction(parameter.default)]

    def _grown(self, over: str) -> Iterator[Values]:
        whole = {p.name for p in self._parameters if p.integer}
        for scale in range(SCALES):
            for base in islice(samples(self._claim), BASES if scale else FIRST):
                for size in (Fraction(10**scale),) if scale else (None, Fraction(1)):
                    given = dict(base)
                    for link in self._links:
                        dropped, *rest = [n for n in link.solve if n != over]
                        if size is not None and rest and rest[-1] in whole:
                            given[rest[-1]] = size
                        given.pop(dropped)
                    yield given

    def _resolved(self, given: Values) -> Values | None:
        try:
            return resolve(given, self._parameters)
        except ProofkitError:
            return None


def _freed(
    parameters: Sequence[Parameter], broken: Fact, moving: Sequence[str]
) -> tuple[Parameter, ...]:
    """The parameters without what would make it impossible to break the hypothesis."""
    untied = broken[1] == "="
    return tuple(
        replace(p, least=None, link=None if untied and _tied(p, moving) else p.link)
        for p in parameters
    )


def _tied(parameter: Parameter, moving: Sequence[str]) -> bool:
    return parameter.link is not None and bool(set(parameter.link.solve) & set(moving))


def _bounds(claim: Claim, parameter: Parameter) -> set[Fraction]:
    """The numbers with which the hypotheses compare a parameter."""
    found: set[Fraction] = set()
    for hypothesis in claim.hypotheses:
        left, _, right = fact_of(hypothesis.statement)
        for name, end in ((left, right), (right, left)):
            if name == variable(parameter.name) and end.op == "number":
                found.add(end.args[0])
    return found


def _choices(claim: Claim, parameter: Parameter, start: Fraction) -> list[Fraction]:
    """Values around the ends of a parameter's range, on both sides, the nearest first."""
    ends = {start, Fraction(parameter.default), *_bounds(claim, parameter)}
    steps = [Fraction(k) for k in (1, 2, 3, 10)]
    if not parameter.integer:
        steps += [Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2)]
    values = {end + sign * step for end in ends for step in steps for sign in (-1, 1)} | ends
    if parameter.integer:
        values |= {Fraction(k) for k in (100, 10**4, 10**6)}
    return sorted(values, key=lambda value: (abs(value - start), value))
