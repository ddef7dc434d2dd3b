"""What an author should know: constants with slack or none, hidden assumptions, repairs.

Every number is computed when the findings are made, and each is certified: constants by
proofs and by points where the claim fails beyond them, thresholds by verdicts on both sides,
probabilities by exact sums. Only the sentences around them are written here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Rational, Symbol, sstr

from proofkit.foundations.decimals import decimal
from proofkit.foundations.progress import Progress
from proofkit.kernel import points
from proofkit.kernel.scope import Context
from proofkit.search.from_sympy import from_sympy
from proofkit.language.results import PROVED
from proofkit.probability.answers import Mechanism, probability
from proofkit.questions import pipeline
from proofkit.questions.threshold import Bound, Change, Threshold, bounds_of, threshold

DIGITS = 6
COARSE = 4
WEIGHTS = ("softmax-d1-weights", "softmax-d0-weights", "linear-d1-weights", "linear-d0-weights")


@dataclass(frozen=True)
class Finding:
    """One fact about a statement of the paper, for its author to act on."""

    id: str
    title: str
    about: tuple[str, ...]  # claims, or lemmas
    stated: str
    best: str
    slack: str
    repair: str
    evidence: tuple[str, ...]


def findings(progress: Progress | None = None) -> tuple[Finding, ...]:
    """All findings, computed anew."""
    found: list[Finding] = []
    for done, make in enumerate(_ALL, 1):
        found.append(make())
        if progress:
            progress(done, len(_ALL), found[-1].id)
    return tuple(found)


# Constants for all other parameters ---------------------------------------------------------


def _bound(claim: str, over: str, end: str, stated: str) -> Bound:
    wanted = Fraction(stated)
    return next(b for b in bounds_of(claim, over) if b.end == end and b.stated == wanted)


def _golden(claim: str, id: str, part: str) -> Finding:
    bound = _bound(claim, "a1", "least", "7/10")
    return Finding(
        id,
        f"7/10 is more than {part} needs",
        (claim,),
        f"a1 >= {bound.stated}",
        f"a1 >= {_text(bound.best)} = {_decimal(bound.best)}...",
        _decimal(_rational(bound.stated) - bound.best if bound.best is not None else None),
        f"None is needed. For this claim the hypothesis may be weakened to {_border(bound)}; other "
        "claims may need more.",
        _evidence(bound),
    )


def _border(bound: Bound) -> str:
    """The best hypothesis without a root in it."""
    sign = ">=" if bound.end == "least" else "<="
    if bound.root is None:
        return f"{bound.over} {sign} {_text(bound.best)}"
    return f"{_text(bound.root.polynomial)} >= 0 with {bound.over} >= 0"


def _f_needle() -> Finding:
    return _golden("softmax-d1-weights/f-NN", "half-weight", "f_NN >= 1/2")


def _alpha_needle() -> Finding:
    return _golden("softmax-d1-weights/alpha-N-upper", "alpha-doubling", "the bound on alpha_N")


def _flat_exponent() -> Finding:
    bound = _bound("softmax-d0-weights/f-NN-flat", "a0", "greatest", "1/10")
    best = bound.best if bound.best is not None else Rational(0)
    return Finding(
        "flat-exponent",
        "The exponent 89/100 leaves no room",
        ("softmax-d0-weights/f-NN-flat",),
        f"a0 <= {bound.stated}",
        f"a0 <= {_text(bound.best)}, where p0 = a0*(1 + a0) is {_text(best * (1 + best))}",
        _decimal(best - _rational(bound.stated)),
        "None is possible: the constants 1/10 and 89/100 determine each other. A larger a0 needs "
        "a smaller exponent.",
        _evidence(bound),
    )


def _margin() -> Finding:
    claim, needless = "softmax-d1-signs/margin", "softmax-d1-signs/probability"
    usual, bound = sorted(bounds_of(claim, "n"), key=lambda b: b.stated)
    witness = bound.witness or {}
    checked = pipeline.check((claim,), {k: v for k, v in witness.items() if k != "c"})
    (result,) = checked.lemmas[0].claims
    (without,) = pipeline.prove((needless,)).claims
    least = [b.stated for b in bounds_of(needless, "n")]
    return Finding(
        "four-tokens",
        "Four tokens are needed by one argument, not by the theorem",
        (claim, needless),
        f"n >= {usual.stated}, as for all lemmas on D1",
        f"n >= {_text(bound.best)} for the margin through powers of n; "
        f"n >= {min(least)} for the neuron, the network and the theorem",
        "none for the margin: it fails for smaller n",
        f"Keep n >= {_text(bound.best)} with the margin alone. A row of weights sums to 1, so the "
        "class columns take back at most b/2; that argument needs no further assumption on n.",
        (
            *_evidence(bound),
            f"there the left side is {result.lhs}, not above {result.rhs}",
            f"{needless} is {without.verdict} from {', '.join(without.uses)}",
        ),
    )


def _evidence(bound: Bound) -> tuple[str, ...]:
    said = []
    if bound.root is not None:
        left, sign, right = (getattr(bound.root.condition, k) for k in _SIDES)
        side = ">=" if bound.end == "least" else "<="
        said.append(
            f"proved for all other parameters with {_text(left)} {sign} {_text(right)} instead, "
            f"that is {bound.over} {side} {_text(bound.root.value)}, the only root of "
            f"{_text(bound.root.polynomial)} in the range"
        )
    elif bound.proved is not None:
        sign = ">=" if bound.end == "least" else "<="
        said.append(f"proved for all other parameters with {bound.over} {sign} {bound.proved}")
    if bound.witness is not None:
        said.append("fails at " + ", ".join(f"{k} = {v}" for k, v in bound.witness.items()))
    return tuple(said)


_SIDES = ("left", "relation", "right")


# Thresholds at the defaults -----------------------------------------------------------------


SEPARATES, BLIND = "main-theorem/softmax-separates", "main-theorem/linear-blind"


def _line(claim: str, over: str, given: dict[str, object], low: str, high: str) -> Threshold:
    (found,) = threshold(claim, over, given, low, high, COARSE)
    return found


def _strongest_silence() -> Finding:
    found = _line(SEPARATES, "a0", {}, "0", "1")
    change = found.truth.changes[0]
    return Finding(
        "silent-d0",
        "How strong the needle of D0 may be",
        (SEPARATES,),
        f"a0 <= {_end(found.assumed.changes[0])}, for all n",
        f"a0 <= {_plain(change.below.value)} at {_given(found)}",
        _plain(change.below.value - _end(found.assumed.changes[0])),
        "None is needed. At a given n much stronger needles still go unheard.",
        _sides(found, change),
    )


def _weakest_fire() -> Finding:
    found = _line(SEPARATES, "a1", {}, "0", "2")
    change = found.truth.changes[0]
    return Finding(
        "fires-d1",
        "How weak the needle of D1 may be",
        (SEPARATES,),
        f"a1 >= {_end(found.assumed.changes[0])}, for all n",
        f"a1 >= {_plain(change.above.value)} at {_given(found)}",
        _plain(_end(found.assumed.changes[0]) - change.above.value),
        "None is needed. At a given n weaker needles are still heard.",
        _sides(found, change),
    )


def _end(change: Change) -> Fraction:
    """The exact point of a change, or the value below it."""
    return change.exact.value if change.exact is not None else change.below.value


def _blind() -> Finding:
    found = _line(BLIND, "a1", {}, "7/10", "10")
    change, proved = found.truth.changes[0], found.assumed.changes[-1]
    linear = _mechanism({"a1": 10}, "linear")
    return Finding(
        "bounded-needle",
        "Linear attention is blind only to a bounded needle",
        (BLIND,),
        "a1 = O(1), not among the hypotheses as a number",
        f"a1 <= {_plain(change.below.value)} at {_given(found)}; "
        f"by the proved bound a1 <= {_plain(proved.below.value)}",
        "none: it fails for larger a1",
        "State an upper bound on a1 that depends on n, such as the hypothesis m-few-d1 here.",
        (
            *_sides(found, change),
            f"at a1 = 10 linear attention separates with probability {linear.exact['separates']}",
        ),
    )


def _columns() -> Finding:
    softmax = _mechanism({"b": "1/2", "d": 102, "m": 64}, "softmax")
    found = _line(SEPARATES, "d", {"b": "1/2", "n": 1000}, "3", "1002")
    least = found.truth.changes[-1].above.value
    assumed = [c for c in found.assumed.changes if c.above.verdict == "holds"]
    by_proof = f"d >= {assumed[-1].above.value}" if assumed else "no d"
    n = Symbol("n")
    small = decimal(
        lambda bits: points.enclose(
            Context({"n": True}), from_sympy(n ** Rational(1, 50)), {"n": Fraction(1000)}, bits
        ),
        DIGITS,
    )
    return Finding(
        "few-columns",
        "d near n^0.02 is far too small",
        (SEPARATES,),
        f"d at least about n^0.02, which is {small} at n = 1000",
        f"d >= {least} at {_given(found)}, among the d with d - 2 dividing n; by the proved "
        f"bound {by_proof}",
        "none: it fails for smaller d",
        "State the least d for given b, m, delta, as the hypothesis m-few does. With d = n^0.02 "
        f"that means n of {len(str(int(least) ** 50))} digits.",
        (
            *_sides(found, found.truth.changes[-1]),
            "at b = 1/2, d = 102, m = 64, n = 1000 softmax separates with probability "
            f"{softmax.exact['separates']}",
        ),
    )


def _mechanism(given: dict[str, object], name: str) -> Mechanism:
    return next(m for m in probability(given).mechanisms if m.name == name)


def _given(found: Threshold) -> str:
    return ", ".join(f"{name} = {value}" for name, value in found.axis.fixed.items())


def _sides(found: Threshold, change: Change) -> tuple[str, ...]:
    sides = [
        f"{side.verdict} at {found.axis.over} = {_plain(side.value)}"
        for side in (change.below, change.above)
    ]
    unsettled = [
        f"not settled between {_plain(s.low)} and {_plain(s.high)}" for s in found.truth.unsettled
    ]
    return (", ".join(sides), *unsettled)


# Hypotheses ---------------------------------------------------------------------------------


def _unused() -> Finding:
    report = pipeline.prove(WEIGHTS)
    evidence = []
    for lemma in report.lemmas:
        used = {id for claim in lemma.claims for id in claim.uses}
        idle = [h.id for h in lemma.lemma.hypotheses if h.id not in used]
        proved = sum(claim.verdict == PROVED for claim in lemma.claims)
        evidence.append(
            f"{lemma.lemma.id}: {proved} of {len(lemma.claims)} claims are proved, and no proof "
            f"uses {', '.join(idle)}"
        )
    return Finding(
        "unused-hypotheses",
        "Hypotheses that no proof about the weights uses",
        WEIGHTS,
        "all hypotheses for all lemmas",
        "the weights need fewer",
        "those listed below",
        "None is needed. State the weight lemmas without them; `proofkit audit` names those of "
        "every lemma and claim.",
        tuple(evidence),
    )


# Numbers ------------------------------------------------------------------------------------


def _rational(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


def _text(value: Expr | None) -> str:
    return "unknown" if value is None else sstr(value).replace("**", "^")


def _decimal(value: Expr | None) -> str:
    if value is None:
        return "unknown"
    term = from_sympy(value)
    exact = points.Point(Context({}), {}).are_equal(term, from_sympy(Rational(0)))
    shown = decimal(lambda bits: points.enclose(Context({}), term, {}, bits), DIGITS)
    return "0" if exact else shown


def _plain(value: Fraction) -> str:
    """A number that a few digits describe: thresholds are decimals, or binary fractions."""
    if value.denominator == 1:
        return str(value)
    term = from_sympy(_rational(value))
    shown = decimal(lambda bits: points.enclose(Context({}), term, {}, bits), DIGITS)
    return shown if "e" in shown else shown.rstrip("0")


_ALL: Sequence[Callable[[], Finding]] = (
    _f_needle,
    _alpha_needle,
    _flat_exponent,
    _margin,
    _strongest_silence,
    _weakest_fire,
    _blind,
    _columns,
    _unused,
)
