"""The best constant of a hypothesis: for which values of one parameter a claim is proved for
all other parameters, and refuted beyond.

Where the proof goes by exponents, the constant is a root of the difference of two of them.
The claim is then proved with the hypothesis that these exponents are in order, which is true
from that root on and nowhere on the other side; a point where the claim fails, next to the
root, shows that the constant is the best one up to the digits asked for. Elsewhere the constant
is looked for between a value that is proved and one that is refuted, and it is called the best
one only when these two are neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import ceil
from typing import Any

from sympy import Expr, Symbol

from proofkit.foundations.errors import InputError, UnknownName, UnsupportedTerm
from proofkit.foundations.exact import shorten
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context
from proofkit.kernel.certificates import Library
from proofkit.language import registry
from proofkit.language.claims import Claim, Hypothesis, Statement
from proofkit.language.from_sympy import from_sympy
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Values
from proofkit.questions.ends import End, end_of
from proofkit.questions.maps import renamed
from proofkit.questions.pieces.probabilities import exact_end
from proofkit.questions.problem import Problem, refuted
from proofkit.questions.threshold.axis import check_digits
from proofkit.questions.threshold.roots import Root, around, number, roots
from proofkit.search.contexts import context_of
from proofkit.search.samples import inside, samples

STEPS, SHARE, MAX_STEPS = 10, 5, 50


@dataclass(frozen=True)
class BestConstant:
    """How far one hypothesis on a parameter can be relaxed.

    `proved` is a value up to which the claim is proved for all other parameters, `refuted`
    one beyond it at which it fails, at `witness`; `root` is the exact constant, if it is
    proved up to there. With `needless` the claim is proved without the hypothesis,
    or the hypothesis from the others.
    """

    lemma: Lemma
    claim: Claim
    stated_as: End
    step: Fraction  # how fine: 1 for integers, else the last digit asked for
    proved: Fraction | None = None
    refuted: Fraction | None = None
    witness: Mapping[str, Fraction] | None = None
    root: Root | None = None
    needless: bool = False
    certificates: tuple[Mapping[str, Any], ...] = field(default=(), compare=False, repr=False)

    @property
    def over(self) -> str:
        return self.stated_as.over

    @property
    def end(self) -> str:
        return self.stated_as.kind

    @property
    def stated(self) -> Fraction:
        return self.stated_as.number

    @property
    def relation(self) -> str:
        """How the parameter is compared, as the hypothesis does."""
        return self.stated_as.relation

    @cached_property
    def axioms(self) -> tuple[str, ...]:
        """Those that the proof and the refutation rest on."""
        library = Library()
        used = (library.replay(certificate).used.axioms for certificate in self.certificates)
        return tuple(sorted(frozenset[str]().union(*used)))

    @property
    def tight(self) -> bool:
        """Is nothing left between what is proved and what fails, to the digits asked for?"""
        if self.proved is None or self.refuted is None:
            return False
        return abs(self.refuted - self.proved) <= self.step

    @property
    def within(self) -> Fraction | None:
        """At most how far the best constant is from the one that is given, in one digit, if it is
        known to the digits asked for: it is not beyond the value that fails."""
        if not self.tight or self.proved is None or self.refuted is None:
            return None
        if self.stated_as.integer:
            return Fraction(0)
        gap = abs(self.refuted - self.proved)
        if self.root is not None:
            with suppress(UnsupportedTerm):
                term = from_sympy(self.root.value - number(self.refuted))
                bits = 64 + 4 * len(str(self.step.denominator))
                values = points.enclose(Context({}), term, {}, bits)
                gap = max(abs(exact_end(values.low)), abs(exact_end(values.high)))
        return _one_digit(gap)

    @property
    def best(self) -> Expr | None:
        """The best constant, if it is known to be the best one."""
        if not self.tight or self.proved is None:
            return None
        return number(self.proved) if self.root is None else self.root.value


def _one_digit(value: Fraction) -> Fraction:
    """A number below 1 rounded up to one digit.

    >>> _one_digit(Fraction(49, 10**12)), _one_digit(Fraction(1, 3)), _one_digit(Fraction(0))
    (Fraction(1, 20000000000), Fraction(2, 5), Fraction(0, 1))
    """
    if value == 0:
        return value
    scale = next(10**k for k in count(1) if value * 10**k >= 1)
    return Fraction(ceil(value * scale), scale)


def bounds_of(selected: str, over: str, digits: int = 10) -> tuple[BestConstant, ...]:
    """For every hypothesis `over >= number` or `over <= number` of a claim: the best number
    for which it is proved for all other parameters."""
    return tuple(search.bound() for search in _searches(selected, over, digits))


def roots_of(selected: str, over: str, digits: int = 10) -> tuple[BestConstant, ...]:
    """Only the bounds that are roots of exponents, which are quickly found."""
    found = (search.at_root() for search in _searches(selected, over, digits))
    return tuple(bound for bound in found if bound is not None)


def _searches(selected: str, over: str, digits: int) -> list[_Search]:
    check_digits(digits)
    ((lemma, claims),) = registry.find((selected,))
    if over not in {p.name for p in lemma.parameters}:
        known = ", ".join(p.name for p in lemma.parameters)
        raise UnknownName(f"--over: unknown parameter {shorten(repr(over))}; known: {known}")
    found = []
    for claim in claims:
        for hypothesis in claim.hypotheses:
            end = end_of(claim, hypothesis)
            if end is not None and end.over == over:
                found.append(_Search(lemma, claim, end, hypothesis, digits))
    if not found:
        raise InputError(
            f"{selected} has no hypothesis that compares {over}, alone on one side, "
            "with a number by <, <=, > or >="
        )
    return found


class _Search:
    """The search for the best constant in place of one hypothesis."""

    def __init__(
        self, lemma: Lemma, claim: Claim, end: End, stated: Hypothesis, digits: int
    ) -> None:
        self.problem = Problem(claim, stated)
        self.claim, self.end, self.stated = claim, end, stated
        sides = (stated.statement.left, stated.statement.right)
        self.over: Symbol = next(side for side in sides if isinstance(side, Symbol))
        self.step = Fraction(1) if end.integer else Fraction(1, 10**digits)
        self.result = BestConstant(lemma, claim, end, self.step)
        self._failing: dict[Fraction, Values | None] = {}
        self._proofs: dict[tuple[Hypothesis, ...], tuple[Mapping[str, Any], ...] | None] = {}
        self._refuted: dict[Fraction, Mapping[str, Any]] = {}

    def bound(self) -> BestConstant:
        """What is found about the hypothesis."""
        name = f" without {self.stated.id}"
        if self._proved(()):
            proved = renamed(self._proofs[()] or (), name)
            return replace(self.result, needless=True, certificates=tuple(proved))
        implied = self.problem.implication()
        if implied is not None:
            return replace(self.result, needless=True, certificates=self.problem.named(implied))
        if self.end.integer:
            return self._integer()
        return self.at_root() or self._between()

    def at_root(self) -> BestConstant | None:
        """The bound, if it is where two exponents of the proof change places."""
        if self.end.integer:
            return None
        for root in roots(self.claim, self.over, self.end, self.step):
            proved, beyond = around(root.value, self.end, self.step)
            condition = Hypothesis("exponents", root.condition)
            if self.fails_at(proved) is None and self._proved((self._limit(beyond), condition)):
                return self._answer(proved, beyond, root)
        return None

    def _integer(self) -> BestConstant:
        """One step after the other beyond the stated value; the first value that is excluded is
        the number itself where the hypothesis is strict."""
        good = self.end.number if self._proved((self.stated,)) else None
        for _ in range(MAX_STEPS):
            number = self.end.number if good is None else good
            further = number + self.end.out
            excluded = number if self.end.strict else further
            if self.fails_at(excluded) is not None:
                return self._answer(good, excluded)
            if good is None or not self._proved((self._limit(further),)):
                break
            good = further
        return self._answer(good, self._first_failure())

    def _between(self) -> BestConstant:
        """Bring a value that is proved and one that is refuted together."""
        if not self._proved((self.stated,)):
            return self._answer(None, self._first_failure())
        good, bad = self.end.number, self._first_failure()
        if bad is None:
            return self._answer(self._furthest(good), None)
        for _ in range(STEPS):
            if abs(bad - good) <= self.step:
                break
            middle = _simple(good, bad)
            if self.fails_at(middle) is not None:
                bad = middle
            elif self._proved((self._limit(middle),)):
                good, beyond = middle, middle + self.end.out * self.step
                bad = beyond if self.fails_at(beyond, closely=True) is not None else bad
            elif self.fails_at(middle, closely=True) is not None:
                bad = middle
            else:  # neither is known here: each end is moved towards the middle by itself
                good, bad = self._shared(good, middle, proving=True), self._shared(bad, middle)
                break
        return self._answer(good, bad)

    def _shared(self, start: Fraction, stop: Fraction, proving: bool = False) -> Fraction:
        """How far from `start` towards `stop` the proofs, or else the failures, reach."""
        for _ in range(SHARE):
            middle = _simple(start, stop)
            known = self._proved((self._limit(middle),)) if proving else self.fails_at(middle)
            if known:
                start = middle
            else:
                stop = middle
        return start

    def _first_failure(self) -> Fraction | None:
        """The nearest of some values beyond the stated one at which the claim fails."""
        nearest = next(iter(self.end.beyond(self.step)))
        if self.fails_at(nearest, closely=True) is not None:
            return nearest
        for value in self.end.beyond(self.step):
            if self.fails_at(value) is not None:
                return value
        context = context_of(self.claim)
        start = next((p for p in samples(self.claim) if inside(context, p)), None)
        found = None if start is None else self.problem.failures.anywhere(start).point
        if found is None:
            return None
        value = found[self.end.over]
        self._failing[value] = self._replayed(value, found)
        return value if self._failing[value] is not None else None

    def _furthest(self, good: Fraction) -> Fraction:
        """How far out the claim is proved in some steps."""
        for value in self.end.beyond(self.step):
            if not self._proved((self._limit(value),)):
                break
            good = value
        return good

    def _answer(
        self, proved: Fraction | None, beyond: Fraction | None, root: Root | None = None
    ) -> BestConstant:
        witness = None if beyond is None else self.fails_at(beyond)
        shown = None if witness is None else beyond
        found = replace(self.result, root=root, proved=proved, refuted=shown, witness=witness)
        return replace(found, certificates=tuple(self._certificates(found, beyond)))

    def _certificates(
        self, found: BestConstant, beyond: Fraction | None
    ) -> list[Mapping[str, Any]]:
        """The proof up to the constant, and the refutation beyond it."""
        claims: list[Mapping[str, Any]] = []
        if found.proved is not None:
            assumed: list[tuple[Hypothesis, ...]]
            assumed = [(self._limit(found.proved),), (self.stated,)]
            if found.root is not None and beyond is not None:
                condition = Hypothesis("exponents", found.root.condition)
                assumed = [(self._limit(beyond), condition)]
            proved = next(filter(None, map(self._proofs.get, assumed)), ())
            claims += renamed(
                proved, f" with {self.end.over} {found.relation} {found.best or found.proved}"
            )
        if found.refuted is not None:
            refutation = self._refuted[found.refuted]
            claims += renamed([refutation], f" at {self.end.over} = {found.refuted}")
        return claims

    # What is asked of the kernel --------------------------------------------------------

    def _limit(self, value: Fraction) -> Hypothesis:
        statement = Statement(self.over, self.end.relation, number(value))
        return Hypothesis(self.stated.id, statement)

    def _proved(self, new: tuple[Hypothesis, ...]) -> bool:
        if new not in self._proofs:
            self._proofs[new] = self.problem.proofs(new)
        return self._proofs[new] is not None

    def fails_at(self, value: Fraction, closely: bool = False) -> Values | None:
        """Other parameters within their hypotheses with which the claim fails at a value of
        this one; the kernel replays them as a refutation. Looking closely takes longer."""
        failures, over = self.problem.failures, self.end.over
        if value not in self._failing:
            point = failures.at(over, value)
            self._failing[value] = None if point is None else self._replayed(value, point)
        if closely and self._failing[value] is None:
            point = failures.beside(over, value)
            self._failing[value] = None if point is None else self._replayed(value, point)
        return self._failing[value]

    def _replayed(self, value: Fraction, point: Values) -> Values | None:
        at = Hypothesis(self.stated.id, Statement(self.over, "=", number(value)))
        verdict = refuted(self.problem.instead((at,)), point)
        if verdict is None:
            return None
        self._refuted[value] = verdict.certificate
        return point


def _simple(low: Fraction, high: Fraction) -> Fraction:
    """A number of few digits in the middle half between two others."""
    middle, room, scale = (low + high) / 2, abs(high - low) / 4, Fraction(1)
    while abs((found := round(middle / scale) * scale) - middle) > room:
        scale /= 10
    return found
