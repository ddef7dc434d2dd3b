"""Statements that make an answer right, and what the kernel says of them.

Four forms, of which each says what it is about:

    TERM = TERM                                   for all parameters its lemma allows
    TERM <= TERM at n = 10, a1 = 7/10             at one point
    LEMMA/CLAIM fails at n = 10, a1 = 6/10        likewise `holds`; other parameters default
    LEMMA/CLAIM is proved                         for all parameters its hypotheses allow
    LEMMA/CLAIM step 3 uses a1-lower              likewise `LEMMA/CLAIM uses a1-lower`

The word `answer` stands for what the reader typed. The value is `true`, `false` or `open`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice

from proofkit.foundations.decimals import decimal
from proofkit.foundations.errors import InputError, ProofkitError
from proofkit.foundations.exact import shorten
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, replace
from proofkit.kernel.polynomial import Monomial
from proofkit.language import registry
from proofkit.language.claims import Claim, Part
from proofkit.language.from_sympy import from_sympy
from proofkit.language.parameters import Values, resolve
from proofkit.language.proof import SEARCHED
from proofkit.language.results import PROVED, CheckReport, ProvedClaim, ProveReport
from proofkit.language.terms import Term, parse, text, variable, variables
from proofkit.language.words import SPELLED
from proofkit.questions import pipeline
from proofkit.questions.narration import narrated
from proofkit.questions.steps import hypotheses_of
from proofkit.search.contexts import fact_of
from proofkit.search.exponents import degrees
from proofkit.search.facts import settle
from proofkit.search.samples import inside, samples

TRUE, FALSE, OPEN = "true", "false", "open"
ANSWER = variable("answer")
DIGITS = (6, 12, 24, 48)
"""Digits to show: so many that the two sides differ."""

_RELATION = re.compile("|".join(sorted(SPELLED, key=len, reverse=True)))
_ABOUT_CLAIM = re.compile(
    r"(?P<claim>[\w-]+/[\w-]+)\s+(?:(?P<verdict>holds|fails)(?:\s+at\s+(?P<at>.+))?"
    r"|is (?P<region>proved|refuted|open)"
    r"|(?:step (?P<step>\d+) )?uses (?P<used>[\w-]+))"
)


@dataclass(frozen=True)
class Judgement:
    """What became of a fact. `witness` is a point where it fails, with the values there."""

    value: str
    fact: str
    witness: Mapping[str, str] = field(default_factory=dict)
    left: str = ""  # the two sides at the witness
    right: str = ""
    reason: str = ""
    finding: str = ""  # what is so of the claim that the fact speaks of


@dataclass(frozen=True)
class Setting:
    """What facts may speak of: the parameters, hypotheses and quantities of a lemma or claim,
    and abbreviations. Without a lemma, numbers only."""

    claim: Claim
    names: Mapping[str, Term] = field(default_factory=dict)

    @cached_property
    def context(self) -> Context:
        claim = self.claim
        definitions = {name: from_sympy(d.expression) for name, d in claim.definitions.items()}
        return Context(
            {p.name: p.integer for p in claim.parameters},
            {h.id: fact_of(h.statement) for h in claim.hypotheses},
            {**definitions, **self.names},
        )

    def admissible(self, count: int) -> list[Values]:
        """So many points that satisfy every hypothesis, as far as there are."""
        found = (p for p in self._points() if inside(self.context, p))
        return list(islice(found, count))

    @property
    def writable(self) -> tuple[str, ...]:
        """The names that an answer may use."""
        return (*self.context.parameters, *self.names)

    def judge(self, fact: str, answer: Term | None = None) -> Judgement:
        """Whether the fact is so when `answer` is put in."""
        about = _ABOUT_CLAIM.fullmatch(fact.strip())
        if about is None:
            return self._compare(fact, answer)
        if about["used"]:
            return _uses(fact, about["claim"], about["step"], about["used"])
        if about["region"]:
            found = proof_of(about["claim"])
            value = TRUE if found.verdict == about["region"] else FALSE
            said_ = f"it is {found.verdict}"
            finding = f"{about['claim']} is {found.verdict}"
            return Judgement(value, fact, found.witness or {}, reason=said_, finding=finding)
        return self._checked(fact, about["claim"], about["verdict"], about["at"], answer)

    def judge_for_all(self, fact: Fact) -> Judgement:
        """Whether it is so for all parameters allowed."""
        verdict = settle("answer/fact", self.context, fact, self._points())
        if verdict.value == PROVED:
            return Judgement(TRUE, said(fact))
        if verdict.witness is None:
            missing = "neither a proof nor a counterexample is found"
            return Judgement(OPEN, said(fact), reason=missing)
        return self._at(fact, dict(verdict.witness), FALSE)

    def _compare(self, written: str, answer: Term | None) -> Judgement:
        comparison, _, where = written.partition(" at ")
        fact = self._fact(comparison, answer)
        if not where:
            return self.judge_for_all(fact)
        values = resolve(_values(where, answer), self.claim.parameters)
        verdict = points.decide(self.context, fact, values)
        return self._at(fact, values, {"holds": TRUE, "fails": FALSE}.get(verdict.value, OPEN))

    def _fact(self, comparison: str, answer: Term | None) -> Fact:
        first, relation, second = parsed(comparison)
        left, right = (_put_in(side, answer) for side in (first, second))
        self.context.check_names(left, right)
        return left, relation, right

    def _checked(
        self, fact: str, claim: str, wanted: str, where: str | None, answer: Term | None
    ) -> Judgement:
        given = _values(where or "", answer)
        report = check_at(claim, tuple(given.items()))
        row = report.lemmas[0].claims[0]
        unmet = [h.hypothesis.id for h in report.lemmas[0].hypotheses if h.verdict != "met"]
        value = TRUE if row.verdict == wanted else OPEN if row.verdict == "undecided" else FALSE
        verdict = row.verdict if row.verdict != "undecided" else "is undecided"
        where_not = f", where these hypotheses are not met: {', '.join(unmet)}" if unmet else ""
        witness = {name: str(v) for name, v in report.parameters.items() if name in given}
        shown = fact if answer is None else re.sub(r"\banswer\b", text(answer), fact)
        at = shown.partition(" at ")[2]
        finding = f"{claim} {verdict}{f' at {at}' if at else ''}{where_not}"
        reason = f"it {verdict}{f' there{where_not}' if where_not else ''}"
        return Judgement(value, shown, witness, row.lhs, row.rhs, reason, finding)

    def by_default(self, term: Term) -> str:
        """The value of a term at the defaults, or nothing where it is no number."""
        try:
            return self._number(term, resolve({}, self.claim.parameters), DIGITS[0])
        except ProofkitError:
            return ""

    def _points(self) -> Iterator[Values]:
        """Points worth trying, without repetition."""
        seen = set()
        for point in samples(self.claim) if self.claim.parameters else [{}]:
            key = tuple(point.values())
            if key not in seen:
                seen.add(key)
                yield point

    def _at(self, fact: Fact, point: Values, value: str) -> Judgement:
        """The judgement with both sides at the point, where the sides depend on it."""
        left, _, right = fact
        names = {*self._reached(left), *self._reached(right)}
        witness = {name: str(v) for name, v in point.items() if name in names}
        sides = ("", "")
        for digits in DIGITS:
            sides = self._number(left, point, digits), self._number(right, point, digits)
            if _shortest(sides[0]) != _shortest(sides[1]):
                break
        return Judgement(value, said(fact), witness, *sides)

    def _reached(self, term: Term) -> set[str]:
        """The parameters that a side depends on, once what cancels has cancelled. Equations
        such as `n = (d - 2)*t` are left out, for they would hide n."""
        context = self.context
        cited = {
            id: (left, relation, right)
            for id, (left, relation, right) in context.hypotheses.items()
            if not (relation == "=" and left.op == "variable" and context.parameters[left.args[0]])
        }
        place = Context(context.parameters, cited, context.definitions)
        try:
            above, below = Known(place, Trail()).ring.ratio(term)
        except ProofkitError:
            return set(context.parameters) & set(variables(context.unfold(term)))
        occurring = set[str]().union(
            *(_names(monomial) for sparse in (above, below) for monomial in sparse)
        )
        return occurring & set(context.parameters)

    def _number(self, term: Term, point: Values, digits: int) -> str:
        return decimal(lambda bits: points.enclose(self.context, term, point, bits), digits)


def setting(lemma: str, names: Mapping[str, str]) -> Setting:
    """The setting of a question about `LEMMA` or `LEMMA/CLAIM`, or about nothing."""
    terms = {name: parse(term) for name, term in names.items()}
    if not lemma:
        return Setting(Claim("answer", "fact", (), ()))
    ((found, claims),) = registry.find((lemma,))
    hypotheses = claims[0].hypotheses if "/" in lemma else found.hypotheses
    about = Claim(found.id, "answer", (), hypotheses, found.definitions, found.parameters)
    known = {p.name for p in found.parameters}
    if taken := set(terms) & (known | set(found.definitions)):
        raise InputError(f"names: {min(taken)} has a meaning of its own in {found.id}")
    usable = {name: term for name, term in terms.items() if variables(term) <= known}
    return Setting(about, usable)


def rational_value(term: Term) -> Fraction:
    """The exact number that a term without names is."""
    found = Known(Context({}), Trail()).ring.constant(term)
    if found is None:
        raise InputError(f"expected a number such as 7/10 or 10^6, got {shorten(text(term))}")
    return found


def _shortest(number: str) -> str:
    """A decimal without its last zeros; it is not read as a number, which may be huge."""
    mantissa, mark, exponent = number.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa + mark + exponent


def _names(monomial: Monomial) -> set[str]:
    """The variables in a product of powers of atoms, exponents included."""
    names: set[str] = set()
    for atom, exponents in monomial:
        names |= variables(atom)
        names |= {name for powers in exponents for name, _ in degrees(powers)}
    return names


def _put_in(term: Term, answer: Term | None) -> Term:
    return term if answer is None else replace(term, {ANSWER.args[0]: answer})


def parsed(comparison: str) -> Fact:
    """`TERM relation TERM` as a fact, in which `answer` is a name."""
    sides = _RELATION.split(comparison)
    if len(sides) != 2:
        raise InputError(f"expected TERM, a relation and TERM, got {shorten(comparison)}")
    relation = _RELATION.findall(comparison)[0]
    left, right = (parse(side.strip()) for side in sides)
    return left, SPELLED[relation], right


def said(fact: Fact) -> str:
    """A fact as it is written."""
    left, relation, right = fact
    return f"{text(left)} {relation} {text(right)}"


def gives_solution(fact: Fact) -> bool:
    """`answer = TERM`: who shows it shows what was asked for."""
    left, relation, _ = fact
    return relation == "=" and left == ANSWER


@dataclass(frozen=True)
class Condition:
    """A fact of which `answer` is a part, taken to pieces: the comparisons, whether they are to
    hold or to fail, and where; everywhere if `at` is empty."""

    comparisons: tuple[str, ...]
    claim: str
    wanted: str
    at: Mapping[str, Term]


def condition(written: str) -> Condition | None:
    """The pieces of a fact that is about numbers; none of one that is about proofs."""
    about = _ABOUT_CLAIM.fullmatch(written.strip())
    if about is not None and (about["used"] or about["region"]):
        return None
    if about is not None:
        return Condition((), about["claim"], about["verdict"], _assignments(about["at"] or ""))
    comparison, _, where = written.partition(" at ")
    return Condition((comparison,), "", "holds", _assignments(where))


def _assignments(where: str) -> dict[str, Term]:
    """`n = 10, a1 = answer`; nothing where nothing is said."""
    values = {}
    for item in where.split(",") if where else ():
        name, equals, term = (part.strip() for part in item.partition("="))
        if not equals:
            raise InputError(f"expected NAME = NUMBER, got {shorten(item)}")
        values[name] = parse(term)
    return values


def _values(where: str, answer: Term | None) -> dict[str, object]:
    """The same as parameters; each value is a rational number."""
    terms = _assignments(where)
    return {name: rational_value(_put_in(term, answer)) for name, term in terms.items()}


@lru_cache(maxsize=256)
def check_at(claim: str, given: tuple[tuple[str, object], ...]) -> CheckReport:
    """A claim at a point, decided once."""
    return pipeline.check((claim,), dict(given))


@lru_cache(maxsize=64)
def report_on(claim: str) -> ProveReport:
    """The proof of a claim with all that it cites, found once."""
    return pipeline.prove((claim,))


def told(claim: Claim) -> tuple[Part, ...]:
    """Its parts, with what is found where its author gives no reason or cites too much."""
    steps = (step for part in claim.parts for step in part.chain.all_steps())
    silent = any(step.reason == SEARCHED or step.by for step in steps)
    return (narrated(proof_of(claim.name)) if silent else claim).parts


def proof_of(claim: str) -> ProvedClaim:
    """The proof of a claim, found once."""
    return report_on(claim).claims[0]


def _uses(fact: str, claim: str, step: str | None, hypothesis: str) -> Judgement:
    """Does the proof of a claim, or one step of it, use this hypothesis?"""
    proved = proof_of(claim)
    if hypothesis not in {h.id for h in proved.claim.hypotheses}:
        raise InputError(f"{claim} has no hypothesis {shorten(hypothesis)}")
    if proved.verdict != PROVED:
        return Judgement(OPEN, fact, reason=f"{claim} is {proved.verdict}")
    used: set[str] = set(proved.uses)
    if step is not None:
        if not 1 <= int(step) <= len(proved.steps):
            raise InputError(f"{claim} has {len(proved.steps)} steps, not {step}")
        used = hypotheses_of(proved, report_on(claim).replayed, int(step))
    shown = ", ".join(sorted(used)) or "none"
    return Judgement(TRUE if hypothesis in used else FALSE, fact, reason=f"what it uses is {shown}")
