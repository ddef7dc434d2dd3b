"""What an author should know: constants with slack or none, hidden assumptions, repairs.

A collection lists in `FINDINGS`, in its module `findings`, functions that each return one. Here
is what they are made with: every number is computed when the findings are made, and each is
certified, constants by proofs and by points where the claim fails beyond them, thresholds by
verdicts on both sides, probabilities by exact sums.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from sympy import Expr, Rational, sstr

from proofkit.foundations.decimals import decimal
from proofkit.foundations.errors import ProofkitError
from proofkit.foundations.progress import Progress
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context
from proofkit.language import registry
from proofkit.language.from_sympy import from_sympy
from proofkit.language.parameters import resolve
from proofkit.language.results import FAILS, HOLDS
from proofkit.probability.answers import MechanismAnswer, probability
from proofkit.questions.threshold import BestConstant, Change, Threshold, bounds_of, threshold
from proofkit.questions.threshold.roots import number
from proofkit.search.contexts import context_of, fact_of

MODULE = "findings"
DIGITS = 6
COARSE = 4
_SIDES = ("left", "relation", "right")


@dataclass(frozen=True)
class Finding:
    """One fact about a statement, for its author to act on."""

    id: str
    title: str
    about: tuple[str, ...]  # claims, or lemmas
    stated: str
    best: str
    slack: str
    repair: str
    evidence: tuple[str, ...]
    provenance: str = "R"  # of the statements it is about


def _label(finding: Finding) -> str:
    """Whose statements it is about: the label of its claims, the least certain of several."""
    claims = (claim for _, claims in registry.find(finding.about) for claim in claims)
    return max((claim.provenance for claim in claims), key="SRO".index)


Make = Callable[[], Finding]


def about(*names: str) -> Callable[[Make], Make]:
    """Say of a function which claims or lemmas its finding is about: it is not called where
    others are asked for."""

    def marked(make: Make) -> Make:
        make.__dict__["about"] = names
        return make

    return marked


def findings(
    progress: Progress | None = None, of: Collection[str] | None = None
) -> tuple[Finding, ...]:
    """What the installed collections declare, of all claims and lemmas or of these, computed
    anew."""
    made = [make for module in registry.declarations(MODULE) for make in module.FINDINGS]
    declared = [make for make in made if of is None or {*make.__dict__.get("about", of)} & {*of}]
    found: list[Finding] = []
    for done, make in enumerate(declared, 1):
        finding = make()
        found.append(replace(finding, provenance=_label(finding)))
        if progress:
            progress(done, len(declared), found[-1].id)
    return tuple(f for f in found if of is None or {*f.about} & {*of})


# What findings are made with ---------------------------------------------------------------


constants, rational = bounds_of, number


def constant(claim: str, over: str, end: str, stated: str) -> BestConstant:
    """The constant of a claim's hypothesis `over >= stated` (or `<=`), beside the best one."""
    wanted = Fraction(stated)
    return next(b for b in constants(claim, over) if b.end == end and b.stated == wanted)


def border(bound: BestConstant) -> str:
    """The best hypothesis without a root in it."""
    sign = ">=" if bound.end == "least" else "<="
    if bound.root is None:
        return f"{bound.over} {sign} {text(bound.best)}"
    return f"{text(bound.root.polynomial)} >= 0 with {bound.over} >= 0"


def evidence(bound: BestConstant) -> tuple[str, ...]:
    """The proof up to the best constant, and a point beyond it."""
    said = []
    if bound.root is not None:
        condition = bound.root.condition
        left, sign, right = (getattr(condition, k) for k in _SIDES)
        side = ">=" if bound.end == "least" else "<="
        said.append(
            f"proved for all other parameters with {text(left)} {sign} {text(right)} instead, "
            f"that is {bound.over} {side} {text(bound.root.value)}, the only root of "
            f"{text(bound.root.polynomial)} in the range"
        )
    elif bound.proved is not None:
        sign = ">=" if bound.end == "least" else "<="
        said.append(f"proved for all other parameters with {bound.over} {sign} {bound.proved}")
    if bound.witness is not None:
        said.append("fails at " + ", ".join(f"{k} = {v}" for k, v in bound.witness.items()))
    return tuple(said)


def along(claim: str, over: str, fixed: dict[str, object], low: str, high: str) -> Threshold:
    """Where a claim changes truth as one parameter moves."""
    (found,) = threshold(claim, over, fixed, low, high, COARSE)
    return found


def end(change: Change) -> Fraction:
    """The exact point of a change, or the value below it."""
    return change.exact.value if change.exact is not None else change.below.value


def mechanism(at: dict[str, object], name: str) -> MechanismAnswer:
    """The network of one mechanism, with its exact probabilities."""
    return next(m for m in probability(at).mechanisms if m.name == name)


def given(found: Threshold) -> str:
    return ", ".join(f"{name} = {value}" for name, value in found.axis.fixed.items())


def sides(found: Threshold, change: Change) -> tuple[str, ...]:
    """The verdicts on both sides of a change, and what is not settled."""
    said = [
        f"{side.verdict} at {found.axis.over} = {plain(side.value)}"
        for side in (change.below, change.above)
    ]
    unsettled = [
        f"not settled between {plain(s.low)} and {plain(s.high)}" for s in found.truth.unsettled
    ]
    return (", ".join(said), *unsettled)


def holds(name: str, at: Mapping[str, object]) -> bool:
    """Does the claim hold there, in truth?"""
    ((lemma, (claim,)),) = registry.find((name,))
    context, values = context_of(claim), resolve(at, lemma.parameters)
    verdicts = {
        points.decide(context, fact_of(part.statement), values).value for part in claim.parts
    }
    if verdicts - {HOLDS, FAILS}:
        raise ProofkitError(f"{name} is undecided at {values}")
    return verdicts == {HOLDS}


def text(value: Expr | None) -> str:
    return "unknown" if value is None else sstr(value).replace("**", "^")


def digits(value: Expr | None) -> str:
    """The decimal text of an exact number."""
    if value is None:
        return "unknown"
    term = from_sympy(value)
    exact = points.Point(Context({}), {}).are_equal(term, from_sympy(Rational(0)))
    shown = decimal(lambda bits: points.enclose(Context({}), term, {}, bits), DIGITS)
    return "0" if exact else shown


def plain(value: Fraction) -> str:
    """A number that a few digits describe: thresholds are decimals, or binary fractions."""
    if value.denominator == 1:
        return str(value)
    term = from_sympy(rational(value))
    shown = decimal(lambda bits: points.enclose(Context({}), term, {}, bits), DIGITS)
    return shown if "e" in shown else shown.rstrip("0")
