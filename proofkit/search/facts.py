"""One bare fact without a chain, such as a learner's answer: proved, refuted or open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import islice, tee
from typing import Any

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import LimitExceeded, ProofkitError
from proofkit.foundations.seals import seal
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.kernel.certificates import Library, RegionVerdict
from proofkit.kernel.points import precision
from proofkit.search.budget import Budget
from proofkit.search.chains import require_values, written
from proofkit.search.header import header
from proofkit.search.nodes import have, point_text, step_entry
from proofkit.search.samples import inside
from proofkit.search.tactics import numbers, values

SECONDS = 4
"""Longest time for the proof, and again for the counterexample."""

Point = Mapping[str, Fraction]
Ending = dict[str, Any]

POINTS = 150
FIRST = 10
"""Points at which to look for a counterexample, and those to try before a proof."""

BITS = 1024


def settle(name: str, context: Context, fact: Fact, tried: Iterable[Point]) -> RegionVerdict:
    """Is the fact so for all parameters that the context's hypotheses allow? `tried` are
    points at which it may fail. The kernel decides; this only looks for what it needs."""
    library = Library()
    head = header(name, context, [fact])
    early, within, late = tee(islice(tried, POINTS), 3)  # most are never needed
    attempts: tuple[Callable[[], Ending | None], ...] = (
        lambda: _refutation(context, fact, islice(early, FIRST)),
        lambda: _proved(context, fact, within, library),
        lambda: _refutation(context, fact, islice(late, FIRST, None)),
    )
    for attempt in attempts:
        with suppress(ProofkitError), limited(seconds=SECONDS):
            if (ending := attempt()) is not None:
                return library.replay(seal({**head, **ending}))
    return library.replay(seal({**head, "verdict": "open"}))


def _refutation(context: Context, fact: Fact, tried: Iterable[Point]) -> Ending | None:
    """A point within the hypotheses where the fact fails."""
    for point in tried:
        with suppress(LimitExceeded):
            verdict = points.decide(context, fact, point, BITS)
            if verdict.value == "fails" and inside(context, point):
                return {"verdict": "refuted", "witness": point_text(point), "part": 0}
    return None


def _proved(
    context: Context, fact: Fact, tried: Iterable[Point], library: Library
) -> Ending | None:
    """A proof in one step, and a point that satisfies all hypotheses."""
    inhabited = next((point for point in tried if inside(context, point)), None)
    if inhabited is None:
        return None
    budget = Budget(SECONDS)
    with precision():
        known, facts = values.entries(
            Known(context, Trail(), library.theorem), [*fact[::2]], budget
        )
        require_values(known, [*fact[::2]])
        because = numbers.prove(known, fact, budget)
        if because is None:
            known, entries = values.signs(known, budget)
            because = numbers.prove(known, fact, budget) if entries else None
            because = because and have(entries, because)
    if because is None:
        return None
    return {
        "verdict": "proved",
        "proofs": [written({"facts": facts, "steps": [step_entry(fact, because, "")]})],
        "inhabited": point_text(inhabited),
    }
