"""`check` and `prove`, each as one straight line through the rooms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from proofkit.foundations.decimals import LONGEST, decimal, settled
from proofkit.foundations.errors import BadClaim, UnknownName, UnsupportedTerm
from proofkit.foundations.progress import Progress
from proofkit.foundations.seals import FORMAT, SCHEMA
from proofkit.kernel.assumptions import Fact
from proofkit.kernel.interval import Interval
from proofkit.kernel.points import WORKING_BITS, Point, PointVerdict
from proofkit.language import registry
from proofkit.language.claims import Claim, Hypothesis, Part
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter, Values, resolve, unknown
from proofkit.language.results import (
    AGREE,
    DISAGREE,
    FAILS,
    HOLDS,
    MET,
    OPEN,
    UNAVAILABLE,
    UNDECIDED,
    UNMET,
    CheckedClaim,
    CheckedHypothesis,
    CheckedLemma,
    CheckReport,
    ProvedClaim,
    ProvedLemma,
    ProveReport,
)
from proofkit.language.terms import ZERO, Term, variables
from proofkit.language.words import RELATIONS
from proofkit.questions import crosscheck
from proofkit.questions.places import About, places
from proofkit.search import Earlier, again
from proofkit.search import prove as search
from proofkit.search.contexts import context_of, fact_of, stated

if TYPE_CHECKING:
    from proofkit.kernel.certificates import Library, RegionVerdict

Known = dict[tuple[Fact, frozenset[tuple[str, Fraction | None]]], str]
SIDE_DIGITS = 10
MARGIN_DIGITS = 6


def check(
    selection: Sequence[str],
    given: Mapping[str, object],
    progress: Progress | None = None,
    broken: registry.Broken | None = None,
    kept: bool = False,
) -> CheckReport:
    """Question 1: do the selected claims hold at the given parameters? A collection that cannot
    be loaded is an error, or is noted in `broken` while the others are checked. Who needs no chains
    of the claims and none of SymPy's terms asks for what is `kept` of them."""
    return check_these(registry.find(selection, broken, kept), given, progress, broken)


def check_these(
    chosen: registry.Selected,
    given: Mapping[str, object],
    progress: Progress | None = None,
    broken: registry.Broken | None = None,
) -> CheckReport:
    """The same for claims that need not be those of installed lemmas."""
    values = parameter_values(given, [lemma for lemma, _ in chosen])
    heading: Values = {}
    for own in values:
        heading = {**heading, **own, **heading}  # what comes first counts
    known: Known = {}
    done = ticks(progress, [claim.name for _, claims in chosen for claim in claims])
    read, about = [], []
    for (lemma, claims), own in zip(chosen, values, strict=True):
        with registry.noting(broken):
            assumed = _assumed(lemma, claims)
            sound, definitions = _readable(claims, broken)
            read.append((lemma, assumed, own, sound))
            about.append(
                About({p.name: p.integer for p in lemma.parameters}, own, definitions, len(sound))
            )
    lemmas = []
    for (lemma, assumed, own, sound), place in zip(read, list(places(about)), strict=True):
        with registry.noting(broken):
            hypotheses = tuple(
                CheckedHypothesis(h, _met(fact, place.point, known)) for h, fact in assumed.items()
            )
            checked: list[CheckedClaim] = []
            for claim in sound:
                checked.append(_check_claim(lemma, claim, place.point, place.second))
                next(done)
            lemmas.append(CheckedLemma(lemma, own, hypotheses, tuple(checked)))
    return CheckReport(heading, tuple(lemmas))


def _readable(
    claims: list[Claim], broken: registry.Broken | None
) -> tuple[list[Claim], dict[str, Term]]:
    """The claims that the kernel has words for, and the definitions that they use."""
    sound = claims
    while True:
        try:
            return sound, stated(sound)
        except BadClaim as fault:
            if broken is None:
                raise
            broken.append(fault)
            sound = [claim for claim in sound if claim.id != fault.claim]


def prove(
    selection: Sequence[str],
    progress: Progress | None = None,
    known: Mapping[str, Earlier] = MappingProxyType({}),
    broken: registry.Broken | None = None,
) -> ProveReport:
    """Question 2: are the selected claims proved for all parameters allowed? `known` has
    certificates of this very process, by the name of the claim; others that were found earlier
    are looked up where they are kept. They spare the search, not the kernel, which replays each."""
    return prove_these(registry.find(selection, broken), progress, known, broken)


def prove_these(
    chosen: registry.Selected,
    progress: Progress | None = None,
    known: Mapping[str, Earlier] = MappingProxyType({}),
    broken: registry.Broken | None = None,
) -> ProveReport:
    """The same for claims that need not be those of installed lemmas."""
    from proofkit.kernel.certificates import Library

    library = Library()
    found: dict[str, ProvedClaim] = {}
    done = ticks(progress, [claim.name for _, claims in chosen for claim in claims])
    lemmas = []
    for lemma, claims in chosen:
        proved = []
        for claim in claims:
            with registry.noting(broken):
                proved.append(_prove_claim(claim, library, found, known))
            next(done)
        lemmas.append(ProvedLemma(lemma, tuple(proved)))
    return ProveReport(tuple(lemmas), tuple(found.values()))


def replay(selection: Sequence[str], certificates: str) -> ProveReport:
    """Question 2 from a certificate file: the kernel replays it, and a proof counts only for
    a claim that says the same, word for word, as the installed lemma."""
    from proofkit.kernel.certificates import replay_text

    known = {verdict.name: verdict for verdict in replay_text(certificates)}
    found: dict[str, ProvedClaim] = {}
    for _, claims in registry.find(()):
        for claim in claims:
            verdict = known.get(claim.name)
            if verdict is not None and _says_the_same(claim, verdict):
                found[claim.name] = proved_claim(claim, verdict, "")
            else:
                found[claim.name] = _without_proof(claim)
    chosen = registry.find(selection)
    lemmas = [ProvedLemma(lemma, tuple(found[c.name] for c in claims)) for lemma, claims in chosen]
    return ProveReport(tuple(lemmas), tuple(found.values()))


def _says_the_same(claim: Claim, verdict: RegionVerdict) -> bool:
    facts = tuple(fact_of(part.statement) for part in claim.parts)
    return verdict.context == context_of(claim) and verdict.facts == facts


def _without_proof(claim: Claim) -> ProvedClaim:
    reason = "the file has no certificate of this statement"
    return ProvedClaim(claim, OPEN, (), (), (), (), {}, reason=reason)


def needed(claims: Iterable[Claim]) -> set[str]:
    """The names of these claims and of all that their chains cite, directly or in turn: as many
    certificates as a file about them has."""
    names: set[str] = set()
    waiting = list(claims)
    while waiting:
        claim = waiting.pop()
        if claim.name not in names:
            names.add(claim.name)
            waiting += claim.cited
    return names


def certificates(report: ProveReport) -> dict[str, Any]:
    """The certificate file of a report: what was proved, after everything it cites."""
    claims = [claim.certificate for claim in report.replayed]
    return {"format": FORMAT, "schema": SCHEMA, "claims": claims}


def ticks(progress: Progress | None, names: list[str]) -> Iterator[None]:
    """Tell the progress, one claim after the other."""
    for done, name in enumerate(names, 1):
        if progress:
            progress(done, len(names), name)
        yield


# Question 1 ---------------------------------------------------------------------------


def parameter_values(given: Mapping[str, object], lemmas: list[Lemma]) -> list[Values]:
    """The values that each lemma is checked at; a parameter that only others know is accepted
    too."""
    declared = _declared(lemmas)
    if not set(given) <= set(declared):
        lemmas_ = [lemma for lemma, _ in registry.find((), kept=True)]
        everything = {**_declared(lemmas_), **declared}
        for name in given:
            if name not in everything:
                raise UnknownName(unknown(name, list(declared) or list(everything)))
        resolve(given, everything.values())  # a value nobody here uses must still make sense
    return [_own_values(given, lemma) for lemma in lemmas]


def _own_values(given: Mapping[str, object], lemma: Lemma) -> Values:
    """The values a lemma is checked at. Defaults are its own: two collections may use one
    name for different things."""
    names = {p.name for p in lemma.parameters}
    return resolve({k: v for k, v in given.items() if k in names}, lemma.parameters)


def _declared(lemmas: list[Lemma]) -> dict[str, Parameter]:
    return {p.name: p for lemma in lemmas for p in lemma.parameters}


def _assumed(lemma: Lemma, claims: Sequence[Claim]) -> dict[Hypothesis, Fact]:
    """The lemma's hypotheses, then those that single claims add."""
    found = {}
    listed = [(h, lemma.place) for h in lemma.hypotheses]
    listed += [(h, c.place) for c in claims for h in c.hypotheses[len(lemma.hypotheses) :]]
    for hypothesis, place in {id(h): (h, place) for h, place in listed}.values():
        try:
            found[hypothesis] = fact_of(hypothesis.statement)
        except UnsupportedTerm as error:
            name = f"{lemma.id}, hypothesis {hypothesis.id}"
            raise BadClaim(name, str(error), "", place) from error
    return found


def _met(fact: Fact, point: Point, known: Known) -> str:
    names = variables(fact[0]) | variables(fact[2])
    key = fact, frozenset((name, point.values.get(name)) for name in names)
    if key not in known:
        known[key] = {HOLDS: MET, FAILS: UNMET}.get(point.decide(fact).value, UNDECIDED)
    return known[key]


def _check_claim(
    lemma: Lemma, claim: Claim, point: Point, second: crosscheck.Mpmath
) -> CheckedClaim:
    rows = [_check_part(lemma, claim, part, point, second) for part in claim.parts]
    worst = min(rows, key=lambda row: (_RANK[row.found.value], row.size))
    opinions = {name: _joined([row.opinions[name] for row in rows]) for name in ("mpmath", "numpy")}
    left, _, right = worst.fact
    return CheckedClaim(
        claim=claim,
        verdict=worst.found.value,
        lhs=_side(point, left),
        rhs=_side(point, right),
        margin=worst.margin,
        bits=max(row.found.bits for row in rows),
        part=worst.part.label,
        crosscheck=opinions,
        reason=worst.found.reason,
        axioms=tuple(sorted(frozenset().union(*(row.found.axioms for row in rows)))),
        measured=crosscheck.measured_on(lemma, claim, point.values, opinions["numpy"]),
    )


_RANK = {FAILS: 0, UNDECIDED: 1, HOLDS: 2}


class _Row(NamedTuple):
    """One part of a claim at the given parameters."""

    part: Part
    fact: Fact
    found: PointVerdict
    opinions: Mapping[str, str]
    margin: str
    size: Any  # an end of the margin, to sort by


def _check_part(
    lemma: Lemma, claim: Claim, part: Part, point: Point, second: crosscheck.Mpmath
) -> _Row:
    fact = fact_of(part.statement)
    verdict = point.decide(fact)
    opinions = {
        "mpmath": second.opinion(part, claim.definitions, verdict),
        "numpy": crosscheck.numpy_opinion(lemma, part, point.values, verdict),
    }
    return _Row(part, fact, verdict, opinions, *_margin(point, fact, verdict))


def _side(point: Point, side: Term) -> str:
    shown = decimal(lambda bits: point.enclose(side, bits), SIDE_DIGITS, most=_most_bits(side))
    return shown or ("0" if point.are_equal(side, ZERO) else "")


def _most_bits(*sides: Term) -> int:
    """Up to how many bits digits are looked for: what is known as a range gets no narrower."""
    ranges = any(s.op == "P" and s.args[0].op in ("exceeds", "despite") for s in sides)
    return WORKING_BITS if ranges else LONGEST


def _margin(point: Point, fact: Fact, verdict: PointVerdict) -> tuple[str, Any]:
    """The signed distance by which the statement holds or fails, and an end of it to sort by."""
    left, relation, right = fact
    if relation == "=" and verdict.value == HOLDS:
        return "0", 0
    small, large = (left, right) if RELATIONS[relation].upwards else (right, left)
    if verdict.left is None or verdict.right is None:
        return "", 0
    sides = (verdict.left, verdict.right)
    gap = sides[1] - sides[0] if RELATIONS[relation].upwards else sides[0] - sides[1]
    if relation != "=" and (shown := settled(gap, MARGIN_DIGITS)):
        return shown, gap.low
    if point.are_equal(left, right):
        return "0", 0

    def difference(bits: int) -> Interval:
        return point.enclose_difference(small, large, bits)

    shown = decimal(difference, MARGIN_DIGITS, most=_most_bits(left, right))
    if not shown:
        return "", 0
    if relation == "=":
        shown = shown if shown.startswith("-") else f"-{shown}"
    return shown, difference(64).low


def _joined(opinions: list[str]) -> str:
    """One opinion for a claim of several parts: the loudest."""
    if DISAGREE in opinions:
        return DISAGREE
    return UNAVAILABLE if UNAVAILABLE in opinions else AGREE


# Question 2 ---------------------------------------------------------------------------


def _prove_claim(
    claim: Claim,
    library: Library,
    found: dict[str, ProvedClaim],
    known: Mapping[str, Earlier],
) -> ProvedClaim:
    """Prove a claim, after the claims its chains cite."""
    if claim.name in found:
        return found[claim.name]
    for other in claim.cited:
        try:
            _prove_claim(other, library, found, known)
        except BadClaim as fault:
            said = f"it cites {other.name}, which cannot be read"
            raise BadClaim(claim.name, said, claim.id, claim.place) from fault
    old = known.get(claim.name)
    result = again(claim, library, old) if old is not None else None
    result = result or search(claim, library)
    found[claim.name] = proved_claim(claim, result.verdict, result.reason)
    return found[claim.name]


def proved_claim(claim: Claim, verdict: RegionVerdict, reason: str) -> ProvedClaim:
    return ProvedClaim(
        claim=claim,
        verdict=verdict.value,
        axioms=tuple(sorted(verdict.used.axioms)),
        uses=tuple(id for id in verdict.context.hypotheses if id in verdict.used.hypotheses),
        cites=tuple(sorted(verdict.used.theorems)),
        steps=tuple(_steps(verdict.certificate)),
        certificate=verdict.certificate,
        witness=_as_text(verdict.witness),
        reason=reason,
    )


def _as_text(point: Mapping[str, Fraction] | None) -> dict[str, str] | None:
    return None if point is None else {name: str(value) for name, value in point.items()}


def _steps(certificate: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for proof in certificate.get("proofs", ()):
        for step in proof["steps"]:
            shown = {key: step[key] for key in ("relation", "term", "reason")}
            yield {**shown, "rule": step["because"]["rule"]}
