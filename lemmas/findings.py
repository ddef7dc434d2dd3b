"""What the authors of the paper should know: only the sentences are written here."""

from sympy import Integer, Rational

import proofkit
from proofkit.findings import (
    Finding,
    about,
    along,
    border,
    constant,
    constants,
    digits,
    end,
    evidence,
    given,
    holds,
    mechanism,
    plain,
    rational,
    sides,
    text,
)

WEIGHTS = ("softmax-d1-weights", "softmax-d0-weights", "linear-d1-weights", "linear-d0-weights")
SEPARATES, BLIND = "main-theorem/softmax-separates", "main-theorem/linear-blind"
POWER, TRIED = 50, range(250, 351)
"""d = n^0.02 says n = d^50; the d at which that is looked at."""


def _golden(claim: str, id: str, part: str) -> Finding:
    bound = constant(claim, "a1", "least", "7/10")
    return Finding(
        id,
        f"{part} needs only a1 >= {digits(bound.best)}, not 7/10"
        if bound.best is not None
        else f"{part} needs less than 7/10",
        (claim,),
        f"a1 >= {bound.stated}",
        f"a1 >= {text(bound.best)} = {digits(bound.best)}...",
        digits(rational(bound.stated) - bound.best if bound.best is not None else None),
        f"None is needed. For this claim the hypothesis may be weakened to {border(bound)}; other "
        "claims may need more.",
        evidence(bound),
    )


@about("softmax-d1-weights/f-NN")
def _f_needle() -> Finding:
    return _golden("softmax-d1-weights/f-NN", "half-weight", "f_NN >= 1/2")


@about("softmax-d1-weights/alpha-N-upper")
def _alpha_needle() -> Finding:
    return _golden("softmax-d1-weights/alpha-N-upper", "alpha-doubling", "The bound on alpha_N")


@about("softmax-d0-weights/f-NN-flat")
def _flat_exponent() -> Finding:
    bound = constant("softmax-d0-weights/f-NN-flat", "a0", "greatest", "1/10")
    best = bound.best if bound.best is not None else Rational(0)
    return Finding(
        "flat-exponent",
        "The exponent 89/100 leaves no room",
        ("softmax-d0-weights/f-NN-flat",),
        f"a0 <= {bound.stated}",
        f"a0 <= {text(bound.best)}, where p0 = a0*(1 + a0) is {text(best * (1 + best))}",
        digits(best - rational(bound.stated)),
        "None is possible: the constants 1/10 and 89/100 determine each other. A larger a0 needs "
        "a smaller exponent.",
        evidence(bound),
    )


@about("softmax-d1-signs/margin", "softmax-d1-signs/probability")
def _margin() -> Finding:
    claim, needless = "softmax-d1-signs/margin", "softmax-d1-signs/probability"
    usual, bound = sorted(constants(claim, "n"), key=lambda b: b.stated)
    witness = bound.witness or {}
    checked = proofkit.check(claim, **{k: v for k, v in witness.items() if k != "c"})
    (result,) = checked.lemmas[0].claims
    (without,) = proofkit.prove(needless).claims
    least = [
        int(h.statement.right.args[0])
        for h in without.claim.hypotheses
        if (str(h.statement.left), h.statement.relation) == ("n", ">=")
    ]
    stated = (h.statement for h in without.claim.hypotheses if h.id in without.uses)
    used = (f"{text(s.left)} {s.relation} {text(s.right)}" for s in stated)
    return Finding(
        "four-tokens",
        "Four tokens are needed by one argument, not by the theorem",
        (claim, needless),
        f"n >= {usual.stated}, as for all lemmas on D1",
        f"n >= {text(bound.best)} for the margin through powers of n; "
        f"n >= {min(least)} for the neuron, the network and the theorem",
        "none for the margin: it fails for smaller n",
        f"Keep n >= {text(bound.best)} with the margin alone. A row of weights sums to 1, so the "
        "class columns take back at most b/2; that argument needs no further assumption on n.",
        (
            *evidence(bound),
            f"there the left side is {result.lhs}, not above {result.rhs}",
            f"{needless} is {without.verdict} from {', '.join(used)}",
        ),
    )


def _at_a_given_n(over: str, high: str, id: str, title: str, repair: str) -> Finding:
    found = along(SEPARATES, over, {}, "0", high)
    change, assumed = found.truth.changes[0], end(found.assumed.changes[0])
    sign, best = ("<=", change.below.value) if over == "a0" else (">=", change.above.value)
    return Finding(
        id,
        title,
        (SEPARATES,),
        f"{over} {sign} {assumed}, for all n",
        f"{over} {sign} {plain(best)} at {given(found)}",
        plain(best - assumed if over == "a0" else assumed - best),
        f"None is needed. At a given n {repair}.",
        sides(found, change),
    )


@about(SEPARATES)
def _strongest_silence() -> Finding:
    title = "How strong the needle of D0 may be"
    return _at_a_given_n("a0", "1", "silent-d0", title, "much stronger needles still go unheard")


@about(SEPARATES)
def _weakest_fire() -> Finding:
    title = "How weak the needle of D1 may be"
    return _at_a_given_n("a1", "2", "fires-d1", title, "weaker needles are still heard")


@about(BLIND)
def _blind() -> Finding:
    found = along(BLIND, "a1", {}, "7/10", "10")
    change, proved = found.truth.changes[0], found.assumed.changes[-1]
    linear = mechanism({"a1": 10}, "linear")
    return Finding(
        "bounded-needle",
        "Linear attention is blind only to a bounded needle",
        (BLIND,),
        "a1 = O(1), not among the hypotheses as a number",
        f"a1 <= {plain(change.below.value)} at {given(found)}; "
        f"by the proved bound a1 <= {plain(proved.below.value)}",
        "none: it fails for larger a1",
        "State an upper bound on a1 that depends on n, such as the hypothesis `m-few-d1` here.",
        (
            *sides(found, change),
            f"at a1 = 10 linear attention separates with probability {linear.exact['separates']}",
        ),
    )


@about(SEPARATES)
def _columns() -> Finding:
    softmax = mechanism({"b": "1/2", "d": 102, "m": 64}, "softmax")
    found = along(SEPARATES, "d", {"b": "1/2", "n": 1000}, "3", "1002")
    least = found.truth.changes[-1].above.value
    assumed = [c for c in found.assumed.changes if c.above.verdict == "holds"]
    by_proof = f"d >= {assumed[-1].above.value}" if assumed else "no d"
    small = digits(Integer(1000) ** Rational(1, 50))
    length, why = _along_the_power({"b": "1/2"})
    return Finding(
        "few-columns",
        "d near n^0.02 is far too small",
        (SEPARATES,),
        f"d at least about n^0.02, which is {small} at n = 1000",
        f"d >= {least} at {given(found)}, among the d with d - 2 dividing n; by the proved "
        f"bound {by_proof}",
        "none: it fails for smaller d",
        "State the least d for given b, m, delta, as the hypothesis `m-few` does. With d = n^0.02 "
        f"that means n of {length} digits.",
        (
            *sides(found, found.truth.changes[-1]),
            why,
            "at b = 1/2, d = 102, m = 64, n = 1000 softmax separates with probability "
            f"{softmax.exact['separates']}",
        ),
    )


def _along_the_power(fixed: dict[str, object]) -> tuple[int, str]:
    """From which n on separation holds along d = n^0.02, in digits, and what was seen there. In
    d alone it is not monotone: the columns of a neuron add up to even or to odd numbers."""
    good = [d for d in TRIED if holds(SEPARATES, {**fixed, "d": d, "n": _multiple(d)})]
    last = max(d for d in TRIED if d not in good)
    lone = [str(d) for d in good if d < last]
    return len(str(_multiple(last + 1))), (
        f"with n the multiple of d - 2 next to d^{POWER}: of d = {TRIED[0]} to {TRIED[-1]} it "
        f"fails last at {last} and holds from {last + 1} on; of the smaller d only "
        f"{', '.join(lone)} suffice, so that truth is not monotone in d"
    )


def _multiple(columns: int) -> int:
    """The multiple of d - 2 below d^50 and next to it: the data set needs t = n/(d - 2)."""
    return int(columns**POWER) // (columns - 2) * (columns - 2)


@about(*WEIGHTS)
def _unused() -> Finding:
    report = proofkit.prove(*WEIGHTS)
    said = []
    for lemma in report.lemmas:
        used = {id for claim in lemma.claims for id in claim.uses}
        idle = [h.id for h in lemma.lemma.hypotheses if h.id not in used]
        proved = sum(claim.verdict == "proved" for claim in lemma.claims)
        said.append(
            f"`{lemma.lemma.id}`: {proved} of {len(lemma.claims)} claims are proved, and no proof "
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
        tuple(said),
    )


FINDINGS = (
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
