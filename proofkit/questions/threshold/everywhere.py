"""The best constant of a hypothesis: for which values of one parameter a claim is proved for
all other parameters, and refuted beyond.

Where the proof goes by exponents, the constant is a root of the difference of two of them.
The claim is then proved with the hypothesis that these exponents are in order, which is true
from that root on and nowhere on the other side; a point where the claim fails, next to the
root, shows that the constant is the best one up to the digits asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations

from sympy import (
    Expr,
    Integer,
    Number,
    Poly,
    Pow,
    Rational,
    Symbol,
    preorder_traversal,
    radsimp,
    together,
)

from proofkit import search
from proofkit.foundations.errors import InputError, LimitExceeded, ProofkitError, UnknownName
from proofkit.foundations.exact import shorten
from proofkit.kernel import points
from proofkit.kernel.replay import Library, RegionVerdict, seal
from proofkit.search.from_sympy import context_of, fact_of
from proofkit.kernel.terms import text
from proofkit.language import registry
from proofkit.language.claims import Claim, Hypothesis, Statement
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Values, resolve
from proofkit.language.proof import Chain, Step
from proofkit.language.results import FAILS, PROVED
from proofkit.questions.threshold.axis import check_digits
from proofkit.search.samples import inside, samples

LEAST, GREATEST = "least", "greatest"
FIRST, BASES, MAX_POINTS = 200, 6, 600
STEPS, MAX_STEPS, MAX_EXPONENTS = 10, 50, 16


@dataclass(frozen=True)
class Root:
    """An algebraic number, and the order of exponents that changes there."""

    value: Expr
    polynomial: Expr  # the minimal polynomial
    condition: Statement  # of the claim's exponents; true from the root on, on one side


@dataclass(frozen=True)
class Bound:
    """How far one hypothesis on a parameter can be relaxed.

    `proved` is a value up to which the claim is proved for all other parameters, `refuted`
    one beyond it at which it fails, at `witness`; `root` is the exact constant, if it is
    proved up to there. With `needless` the claim is proved without the hypothesis.
    """

    lemma: Lemma
    claim: Claim
    over: str
    end: str  # least or greatest
    stated: Fraction
    proved: Fraction | None = None
    refuted: Fraction | None = None
    witness: Mapping[str, Fraction] | None = None
    root: Root | None = None
    needless: bool = False

    @property
    def best(self) -> Expr | None:
        """The exact constant, or else the proved one."""
        if self.root is not None:
            return self.root.value
        return None if self.proved is None else _number(self.proved)


def bounds_of(selected: str, over: str, digits: int = 10) -> tuple[Bound, ...]:
    """For every hypothesis `over >= number` or `over <= number` of a claim: the best number
    for which it is proved for all other parameters."""
    check_digits(digits)
    ((lemma, claims),) = registry.find((selected,))
    if over not in {p.name for p in lemma.parameters}:
        known = ", ".join(p.name for p in lemma.parameters)
        raise UnknownName(f"--over: unknown parameter {shorten(repr(over))}; known: {known}")
    found = []
    for claim in claims:
        for hypothesis in claim.hypotheses:
            end = _end(hypothesis, over)
            if end:
                found.append(_Search(lemma, claim, over, end, hypothesis, digits).bound())
    if not found:
        raise InputError(f"{selected} has no hypothesis that bounds {over} by a number")
    return tuple(found)


def _end(hypothesis: Hypothesis, over: str) -> str:
    left, relation, right = (getattr(hypothesis.statement, k) for k in _SIDES)
    if not (isinstance(left, Symbol) and left.name == over and isinstance(right, Rational)):
        return ""
    return LEAST if relation in (">=", ">") else GREATEST if relation in ("<=", "<") else ""


_SIDES = ("left", "relation", "right")


class _Search:
    """The search for the best constant in place of one hypothesis."""

    def __init__(
        self, lemma: Lemma, claim: Claim, over: str, end: str, stated: Hypothesis, digits: int
    ) -> None:
        self.claim, self.end, self.stated = claim, end, stated
        self.over: Symbol = stated.statement.left
        right: Rational = stated.statement.right
        self.result = Bound(lemma, claim, over, end, Fraction(int(right.p), int(right.q)))
        self.integer = next(p.integer for p in claim.parameters if p.name == over)
        self.step = Fraction(1) if self.integer else Fraction(1, 10**digits)
        self.digits = digits
        self.out = -1 if end == LEAST else 1  # the direction in which the claim is relaxed

    def bound(self) -> Bound:
        if self._proved(()):
            return replace(self.result, needless=True)
        if self.integer:
            return self._integer()
        for root in self._roots():
            proved, beyond = self._around(root.value)
            cut = self._limit(beyond)
            if self.fails_at(proved) is None and self._proved(
                (cut, Hypothesis("exponents", root.condition))
            ):
                witness = self.fails_at(beyond)
                return replace(
                    self.result,
                    root=root,
                    proved=proved,
                    refuted=None if witness is None else beyond,
                    witness=witness,
                )
        return self._bisected()

    def _integer(self) -> Bound:
        """One step after the other beyond the stated value."""
        good = self.result.stated if self._proved((self.stated,)) else None
        for _ in range(MAX_STEPS):
            beyond = (self.result.stated if good is None else good) + self.out
            witness = self.fails_at(beyond)
            if witness is not None:
                return replace(self.result, proved=good, refuted=beyond, witness=witness)
            if good is None or not self._proved((self._limit(beyond),)):
                break
            good = beyond
        return replace(self.result, proved=good)

    def _bisected(self) -> Bound:
        """Some steps between a value that is proved and one that is refuted."""
        if not self._proved((self.stated,)):
            return self.result
        good = self.result.stated
        bad = next((v for k in range(1, 5) if self.fails_at(v := good + self.out * k * good)), None)
        if bad is None:
            return replace(self.result, proved=good)
        for _ in range(STEPS):
            middle = (good + bad) / 2
            if self.fails_at(middle) is not None:
                bad = middle
            elif self._proved((self._limit(middle),)):
                good = middle
            else:
                break
        return replace(self.result, proved=good, refuted=bad, witness=self.fails_at(bad))

    # Proofs ---------------------------------------------------------------------------

    def _limit(self, value: Fraction) -> Hypothesis:
        relation = self.stated.statement.relation
        return Hypothesis(self.stated.id, Statement(self.over, relation, _number(value)))

    def _proved(self, instead: tuple[Hypothesis, ...]) -> bool:
        """Is the claim proved with other hypotheses in place of the stated one?"""
        library = Library()
        verdicts: dict[str, RegionVerdict] = {}

        def prove(claim: Claim) -> bool:
            if claim.name in verdicts:
                return verdicts[claim.name].value == PROVED
            steps = [step for part in claim.parts for step in part.chain.all_steps()]
            if not all(prove(cited) for step in steps for cited in step.by):
                return False
            varied = _instead(claim, self.stated, instead)
            verdicts[claim.name] = search.prove(varied, library, refute=False).verdict
            return verdicts[claim.name].value == PROVED

        return prove(self.claim)

    # Witnesses ------------------------------------------------------------------------

    def fails_at(self, value: Fraction) -> Values | None:
        """Other parameters within their hypotheses with which the claim fails at a value of
        this one; the kernel replays them as a refutation."""
        open_ = Hypothesis(self.stated.id, Statement(self.over, "=", _number(value)))
        varied = _instead(self.claim, self.stated, (open_,))
        context = context_of(varied)
        facts = [fact_of(part.statement) for part in varied.parts]
        for point in islice(self._points(value), MAX_POINTS):
            for part, fact in enumerate(facts):
                try:
                    fails = points.decide(context, fact, point, 1024).value == FAILS
                except LimitExceeded:
                    continue
                if fails and inside(context, point):
                    _refuted(varied, part, point)
                    return point
        return None

    def _points(self, value: Fraction) -> Iterator[Values]:
        """Samples with this value, then some of them with larger and larger integers."""
        name = self.over.name
        links = list({id(p.link): p.link for p in self.claim.parameters if p.link}.values())
        whole = {p.name for p in self.claim.parameters if p.integer}
        for scale in range(self.digits + 6):
            for base in islice(samples(self.claim), BASES if scale else FIRST):
                for size in (Fraction(10**scale),) if scale else (None, Fraction(1)):
                    given = {**base, name: value}
                    for link in links:
                        dropped, *rest = [n for n in link.solve if n != name]
                        if size is not None and rest and rest[-1] in whole:
                            given[rest[-1]] = size
                        given.pop(dropped)
                    try:
                        yield resolve(given, self.claim.parameters)
                    except ProofkitError:
                        continue

    # Roots ----------------------------------------------------------------------------

    def _around(self, root: Expr) -> tuple[Fraction, Fraction]:
        """The decimals on both sides of a root: the one to be proved, the one beyond it."""
        scaled = root / _number(self.step)
        low = int(scaled.floor() if hasattr(scaled, "floor") else scaled // 1)
        if root.is_rational:
            exact = Fraction(int(root.p), int(root.q))
            return exact, exact + self.out * self.step
        ends = Fraction(low) * self.step, Fraction(low + 1) * self.step
        return ends if self.end == GREATEST else (ends[1], ends[0])

    def _roots(self) -> list[Root]:
        """Where two exponents of the proof change places, the most relaxed first."""
        found: dict[Expr, Root] = {}
        for small, large in permutations(self._exponents(), 2):
            gap = Poly(large - small, self.over)
            if gap.degree() < 1 or gap.degree() > 4:
                continue
            for value in gap.real_roots():
                beyond = self._around(value)[1]
                if self._is_border(gap, beyond) and self._relaxes(value):
                    best = together(radsimp(value))
                    made = Root(best, self._minimal(gap, value), Statement(small, "<=", large))
                    found.setdefault(best, made)
        return [found[v] for v in sorted(found, reverse=self.end == GREATEST)]

    def _is_border(self, gap: Poly, beyond: Fraction) -> bool:
        """Is `gap >= 0` false at `beyond` and, from there on inwards, true from one root on,
        as far as the other hypotheses allow?"""
        start, stop = _number(beyond), self._opposite()
        interval = (start, stop) if self.end == LEAST else (stop, start)
        inner = start - self.out * (2 + abs(start)) * 10**6 if stop is None else stop
        signs = gap.eval(start), gap.eval(inner)
        return bool(gap.count_roots(*interval) == 1 and signs[0] < 0 < signs[1])

    def _opposite(self) -> Rational | None:
        """The number that bounds the parameter on the other side, if one does."""
        ends = {LEAST, GREATEST} - {self.end}
        found = (
            h.statement.right for h in self.claim.hypotheses if _end(h, self.over.name) in ends
        )
        return next(found, None)

    def _relaxes(self, value: Expr) -> bool:
        stated = _number(self.result.stated)
        return bool(value <= stated if self.end == LEAST else value >= stated)

    def _minimal(self, gap: Poly, value: Expr) -> Expr:
        """The factor of which the value is a root."""
        for factor, _ in gap.factor_list()[1]:
            if factor.eval(value).equals(0):
                return factor.as_expr()
        return gap.as_expr()

    def _exponents(self) -> list[Expr]:
        """The exponents in the proof and in those it cites that no other parameter is in."""
        found: dict[Expr, None] = {Integer(0): None}
        for claim in _cited(self.claim):
            for part in claim.parts:
                for term in part.chain.terms():
                    for node in preorder_traversal(term):
                        if isinstance(node, Pow) and node.exp.free_symbols <= {self.over}:
                            found.setdefault(node.exp)
        spoken = [e for e in found if not isinstance(e, Number) or e.is_rational]
        return spoken[:MAX_EXPONENTS]


def _cited(claim: Claim) -> Iterator[Claim]:
    yield claim
    for part in claim.parts:
        for step in part.chain.all_steps():
            for cited in step.by:
                yield from _cited(cited)


def _instead(claim: Claim, old: Hypothesis, new: Sequence[Hypothesis]) -> Claim:
    """The claim, and those its proof cites, with other hypotheses in place of one."""
    kept = [h for h in claim.hypotheses if h.statement != old.statement]
    parts = tuple(replace(part, chain=_chain(part.chain, old, new)) for part in claim.parts)
    return replace(claim, hypotheses=(*kept, *new), parts=parts)


def _chain(chain: Chain, old: Hypothesis, new: Sequence[Hypothesis]) -> Chain:
    def varied(step: Step) -> Step:
        given = None if step.given is None else _chain(step.given, old, new)
        return replace(step, by=tuple(_instead(c, old, new) for c in step.by), given=given)

    return Chain(chain.start, tuple(map(varied, chain.steps)))


def _refuted(claim: Claim, part: int, point: Values) -> RegionVerdict:
    """The kernel's verdict that the claim is refuted at the point; it raises if it is not."""

    def data(statement: Statement) -> dict[str, str]:
        left, relation, right = fact_of(statement)
        return {"left": text(left), "relation": relation, "right": text(right)}

    context = context_of(claim)
    content = {
        "id": claim.name,
        "parameters": {n: "integer" if k else "real" for n, k in context.parameters.items()},
        "hypotheses": [{"id": h.id, **data(h.statement)} for h in claim.hypotheses],
        "definitions": {name: text(term) for name, term in context.definitions.items()},
        "statements": [data(p.statement) for p in claim.parts],
        "verdict": "refuted",
        "witness": {name: str(value) for name, value in point.items()},
        "part": part,
    }
    return Library().replay(seal(content))


def _number(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)
