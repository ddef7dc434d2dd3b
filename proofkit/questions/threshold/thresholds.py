"""Thresholds of claims: the truth of each along a parameter, its hypotheses beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from proofkit.foundations.errors import InputError
from proofkit.foundations.progress import Progress
from proofkit.kernel.assumptions import Context, Fact
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.questions.pieces.citation import Citation
from proofkit.questions.threshold.axis import Axis, axis, check_digits
from proofkit.questions.threshold.axis_prover import AxisProver
from proofkit.questions.threshold.line import Line, integer_line, real_line
from proofkit.search.contexts import context_of, fact_of

DIGITS = 10


@dataclass(frozen=True)
class Threshold:
    """One claim along one parameter: where it holds; where its hypotheses all hold, so that
    what is proved applies."""

    lemma: Lemma
    claim: Claim
    axis: Axis
    truth: Line
    assumed: Line
    proved: bool = False  # of what is not settled: a proof under the hypotheses is known
    axioms: tuple[str, ...] = ()  # those that both lines rest on
    certificates: tuple[Mapping[str, Any], ...] = field(default=(), compare=False, repr=False)


def threshold(
    selected: str,
    over: str,
    given: Mapping[str, object] | None = None,
    low: object = None,
    high: object = None,
    digits: int = DIGITS,
    progress: Progress | None = None,
) -> tuple[Threshold, ...]:
    """Where claims change truth as `over` moves from `low` to `high`; for every claim of a
    lemma that depends on it, or for the one selected."""
    check_digits(digits)
    ((lemma, claims),) = registry.find((selected,))
    line = axis(over, given or {}, lemma.parameters, low, high)
    asked = [(c, AxisProver(context_of(c), _facts(c), line, Citation(lemma, c))) for c in claims]
    dependent = [(claim, question) for claim, question in asked if question.depends]
    if not dependent:
        raise InputError(f"{selected} does not depend on {over}")
    found = []
    for done, (claim, question) in enumerate(dependent, 1):
        assumed = _assumed(claim, line)
        lines = _line(question, digits), _line(assumed, digits)
        name = f"{claim.name} over {over}"
        proofs = question.certificates(name)
        if assumed.facts:
            proofs += assumed.certificates(f"hypotheses of {name}")
        left = ({over: (stretch.low, stretch.high)} for stretch in lines[0].unsettled)
        proved = question.is_proved_within(left)
        axioms = tuple(sorted(question.used.axioms | assumed.used.axioms))
        found.append(Threshold(lemma, claim, line, *lines, proved, axioms, proofs))
        if progress:
            progress(done, len(dependent), claim.name)
    return tuple(found)


def _facts(claim: Claim) -> list[Fact]:
    return [fact_of(part.statement) for part in claim.parts]


def _assumed(claim: Claim, line: Axis) -> AxisProver:
    context = Context({p.name: p.integer for p in claim.parameters})
    return AxisProver(context, [fact_of(h.statement) for h in claim.hypotheses], line)


def _line(question: AxisProver, digits: int) -> Line:
    return integer_line(question) if question.axis.integer else real_line(question, digits)
