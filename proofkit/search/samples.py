"""Points to try: one that satisfies all hypotheses, one that refutes a claim."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain, combinations, islice

from proofkit.foundations.errors import LimitExceeded, ProofkitError, Undefined
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.points import Point
from proofkit.language.claims import Claim
from proofkit.language.parameters import links_of, resolve
from proofkit.language.terms import Term
from proofkit.language.words import RELATIONS
from proofkit.search.contexts import fact_of

SAMPLES = 1_500
SAMPLES_OF_CHANCES = 20
DRAWN, KEPT = 400, 60
"""How many points are drawn to try steps at, and how many within the hypotheses are enough."""


def refutation(
    claim: Claim, context: Context, facts: Sequence[Fact], step: Fact | None = None
) -> tuple[int, dict[str, Fraction]] | None:
    """A part of the claim and a point within the hypotheses where it fails, if one is found;
    else, as one part more, a point where the step fails, which the same search looks for."""
    asked = [*facts, *([] if step is None or step in facts else [step])]
    places = [_Place(claim, fact) for fact in asked]
    beside = None
    for point in samples(claim):
        if all(place.left == 0 for place in places):
            break
        here = Point(context, point)
        for index, fact in enumerate(asked):
            if (beside and index == len(facts)) or not places[index].admits(point):
                continue
            if _said(here, fact) == "fails" and inside(context, point):
                if index < len(facts):
                    return index, point
                beside = index, point
    return beside


def _has_value(here: Point, term: Term) -> bool:
    with suppress(LimitExceeded):
        try:
            here.enclose(term, 512)
        except Undefined:
            return False
    return True


def _said(here: Point, fact: Fact) -> str:
    try:
        return here.decide(fact, 512).value
    except LimitExceeded:
        return "undecided"


class _Place:
    """Where a fact is tried: exact probabilities take long where there are many signs."""

    def __init__(self, claim: Claim, fact: Fact) -> None:
        self._whole = [p.name for p in claim.parameters if p.integer]
        self.left = SAMPLES_OF_CHANCES if "P" in {fact[0].op, fact[2].op} else None

    def admits(self, point: Mapping[str, Fraction]) -> bool:
        """Is the fact to be tried at this point?"""
        if self.left is None:
            return True
        if self.left == 0 or any(point[name] > 2_000 for name in self._whole):
            return False
        self.left -= 1
        return True


class Trials:
    """Points within the hypotheses, at which steps are tried before a long search for them."""

    def __init__(
        self, claim: Claim, context: Context, more: Iterable[Mapping[str, Fraction]] = ()
    ) -> None:
        self._context = context
        drawn = chain(more, islice(samples(claim), DRAWN))
        known = (Point(context, p) for p in drawn if p.keys() == context.parameters.keys())
        self._points = islice(filter(self._may_be, known), KEPT)
        self._kept: list[Point] = []

    def fail(self, fact: Fact) -> bool:
        """Is the fact false at one of them? Where it is, it follows from no hypotheses."""
        if "P" in (fact[0].op, fact[2].op):
            return False
        return any(_said(here, fact) == "fails" for here in self._all())

    def lack(self, term: Term) -> bool:
        """Has the term no value at one of them?"""
        return any(not _has_value(here, term) for here in self._all())

    def _may_be(self, here: Point) -> bool:
        return all(_said(here, fact) == "holds" for fact in self._context.hypotheses.values())

    def _all(self) -> Iterator[Point]:
        yield from self._kept
        for point in self._points:
            self._kept.append(point)
            yield point


def inside(context: Context, point: Mapping[str, Fraction]) -> bool:
    """Does the point satisfy every hypothesis?"""
    here = Point(context, point)
    return all(here.decide(fact).value == "holds" for fact in context.hypotheses.values())


def samples(claim: Claim) -> Iterator[dict[str, Fraction]]:
    """Points worth trying: the defaults, then ends of the ranges and beyond, mixed, then those
    of every two integers that determine a third."""
    yield resolve({}, claim.parameters)
    source = random.Random(claim.name)
    choices = {p.name: _choices(claim, p.name, p.integer, p.default) for p in claim.parameters}
    links = links_of(claim.parameters)
    for _ in range(SAMPLES):
        given = {name: source.choice(values) for name, values in choices.items()}
        for link in links:
            given.pop(next(iter(link.solve)), None)
        try:
            yield resolve(given, claim.parameters)
        except ProofkitError:
            continue
    whole = [(p.name, v) for p in claim.parameters if p.integer for v in choices[p.name]]
    for one, other in islice(combinations(whole, 2), SAMPLES):
        if one[0] != other[0]:
            with suppress(ProofkitError):
                yield resolve(dict((one, other)), claim.parameters)


def _choices(claim: Claim, name: str, integer: bool, default: str) -> list[Fraction]:
    ends: list[Fraction] = [Fraction(default)]
    for hypothesis in claim.hypotheses:
        left, relation, right = fact_of(hypothesis.statement)
        if left.op == "variable" and left.args[0] == name and right.op == "number":
            sign = -1 if RELATIONS[relation].upwards else 1
            step = Fraction(1) if integer else Fraction(1, 1000)
            ends += [right.args[0] + sign * k * step for k in (0, 1, 2, 5)]
    spread = [Fraction(k) for k in (3, 10, 100, 10**4, 10**6, 10**12)] if integer else []
    if not integer:
        spread = [
            end + step for end in ends for step in (Fraction(1, 10), Fraction(1, 2), Fraction(3))
        ]
    return sorted({*ends, *spread})
